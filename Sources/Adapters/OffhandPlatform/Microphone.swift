import CPlatform
package import Offhand

/// A microphone through ALSA, which is loaded when it is opened: a program that does not listen needs no library.
package final class Microphone {
  /// Samples a second.
  package static let rate = Double(OFFHAND_SOUND_RATE)

  /// Why it cannot be opened.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  private let handle: OpaquePointer
  private var samples = [Int16](repeating: 0, count: Int(OFFHAND_SOUND_RATE))

  /// Opens ALSA's `device`, of which `default` is the usual one, and begins to listen. Afterwards it opens nothing more.
  package init(device: String) throws(Fault) {
    var reason = [CChar](repeating: 0, count: 200)
    guard let handle = offhand_microphone_open(device, &reason, reason.count) else {
      let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw Fault(description: "microphone \(device): \(text)")
    }
    self.handle = handle
  }

  deinit { offhand_microphone_close(handle) }

  /// Calls `body` with what was heard since the last call, at most a second, and when that ends by the monotonic clock; without samples
  /// if some were lost. Call it several times a second. Returns whether the device is still there.
  package func read(_ body: (ArraySlice<Int16>, Timestamp) -> Void) -> Bool {
    var time: Int64 = 0
    let count = offhand_microphone_read(handle, &samples, samples.count, &time)
    if count != 0, count >= -1 { body(samples[..<max(count, 0)], Timestamp(nanoseconds: time)) }
    return count >= -1
  }
}
