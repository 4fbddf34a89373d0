import Glibc
import OffhandPlatform

/// Where a program says its result: gathered and written in large pieces.
struct StandardOutput: ~Copyable {
  /// Why a result could not be written.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "cannot write the result: \(KernelError.reason(code))" }
  }

  private static let pieceLength = 1 << 16
  private var pending: [UInt8] = []

  /// Adds `bytes`. Throws where the output does not take them.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Adds `text`. Throws where the output does not take it.
  mutating func write(_ text: String) throws(Failure) {
    pending += text.utf8
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Writes everything that was gathered. Throws where the output does not take it.
  mutating func flush() throws(Failure) {
    var rest = pending[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
    pending.removeAll(keepingCapacity: true)
  }
}
