/// Fills the caches of the processor with other data, as other programs do while nobody touches the screen.
final class CacheSweep {
  /// More than the second level of usual processors holds, and read within the pause between two frames.
  private static let words = (4 << 20) / 8
  private var memory = [UInt64](repeating: 1, count: CacheSweep.words)

  /// Reads and writes one word of every cache line.
  func run() {
    memory.withUnsafeMutableBufferPointer { words in
      var index = 0
      while index < words.count {
        words[index] &+= 1
        index += 8
      }
    }
  }
}
