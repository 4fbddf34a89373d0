import Offhand

/// Looks for two threads in calls of one handle at the same time, and for calls of one that is freed, where the caller asks for it by
/// `OFFHAND_DEBUG=1`: otherwise such a program ends anywhere, without a word.
struct ThreadWatch: ~Copyable {
  /// Whether it looks.
  let isOn: Bool
  /// A mutex of libc's, whose initial state is all zero; `nil` unless it looks.
  private let mutex: UnsafeMutableRawPointer?

  init() {
    isOn = ThreadWatch.isWanted
    mutex = isOn ? .allocate(byteCount: ThreadWatch.mutexSize + 1, alignment: 16) : nil
    mutex?.initializeMemory(as: UInt8.self, repeating: 0, count: ThreadWatch.mutexSize + 1)
  }

  // The mutex stays, marked, for calls that come too late.
  deinit { mutex?.storeBytes(of: 1, toByteOffset: ThreadWatch.mutexSize, as: UInt8.self) }

  /// A call begins: ends the program if the handle is freed, or another thread is in a call.
  func enter() {
    guard let mutex else { return }
    if mutex.load(fromByteOffset: ThreadWatch.mutexSize, as: UInt8.self) != 0 {
      end(
        "offhand: this handle is freed; offhand_unref() was called once too often, or a call came after the last one\n")
    }
    guard tryToLock(mutex) != 0 else { return }
    end(
      "offhand: two threads use one handle at the same time; let one call end before another begins, or give each a handle of its own\n"
    )
  }

  private func end(_ message: StaticString) {
    _ = write(2, message.utf8Start, message.utf8CodeUnitCount)
    abort()
  }

  /// Says which recognizers keep each other from beginning, although the standard pipeline lets such be active together.
  static func report(exclusionsIn descriptions: [RecognizerDescription]) {
    guard isWanted else { return }
    for index in descriptions.indices {
      for other in 0..<index where descriptions.areRelatable(index, other) && !allow(descriptions, index, other) {
        var line =
          "offhand: '\(descriptions[other].label)' and '\(descriptions[index].label)' keep each other from beginning on the same touches; to let both be active, name one in `simultaneous` of the other\n"
        line.withUTF8 { _ = write(2, $0.baseAddress!, $0.count) }
      }
    }
  }

  private static func allow(_ descriptions: [RecognizerDescription], _ index: Int, _ other: Int) -> Bool {
    for (one, another) in [(index, other), (other, index)] {
      if descriptions[one].options.isSimultaneousWithAll || descriptions[one].options.onlyListens { return true }
      let name = descriptions[another].label
      for simultaneous in descriptions[one].options.simultaneous where simultaneous == name { return true }
    }
    return false
  }

  /// A call ends.
  func leave() { if let mutex { _ = unlock(mutex) } }

  /// At least the size of `pthread_mutex_t` of every libc, in bytes.
  private static let mutexSize = 128

  private static var isWanted: Bool {
    guard let value = environment("OFFHAND_DEBUG") else { return false }
    return value[0] == 49 && value[1] == 0
  }
}

// Embedded Swift has no module of libc, and the wasm no threads.
#if arch(wasm32)
  private func environment(_ name: StaticString) -> UnsafePointer<UInt8>? { nil }
  private func tryToLock(_ mutex: UnsafeMutableRawPointer) -> Int32 { 0 }
  private func unlock(_ mutex: UnsafeMutableRawPointer) -> Int32 { 0 }
  private func write(_ file: Int32, _ text: UnsafePointer<UInt8>, _ count: Int) -> Int { 0 }
  private func abort() {}
#else
  private func environment(_ name: StaticString) -> UnsafePointer<UInt8>? { getenv(name.utf8Start) }
  @_silgen_name("getenv") private func getenv(_ name: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
  @_silgen_name("pthread_mutex_trylock") private func tryToLock(_ mutex: UnsafeMutableRawPointer) -> Int32
  @_silgen_name("pthread_mutex_unlock") private func unlock(_ mutex: UnsafeMutableRawPointer) -> Int32
  @_silgen_name("write") private func write(_ file: Int32, _ text: UnsafePointer<UInt8>, _ count: Int) -> Int
  @_silgen_name("abort") private func abort()
#endif
