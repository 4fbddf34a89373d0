import Glibc
import OffhandPlatform

/// Where a program says its result: gathered and written in large pieces.
package struct StandardOutput: ~Copyable {
  /// Why a result could not be written.
  package struct Failure: Error, CustomStringConvertible {
    let code: Int32
    package var description: String { "cannot write the result: \(KernelError.reason(code))" }
  }

  private static let pieceLength = 1 << 16
  private var pending: [UInt8] = []

  /// Nothing gathered yet.
  package init() {}

  /// Adds `bytes`. Throws where the output does not take them.
  package mutating func write(_ bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Adds `text`. Throws where the output does not take it.
  package mutating func write(_ text: String) throws(Failure) {
    pending += text.utf8
    if pending.count >= StandardOutput.pieceLength { try flush() }
  }

  /// Writes everything that was gathered. Throws where the output does not take it.
  package mutating func flush() throws(Failure) {
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

/// Where a program says what is not its result.
package enum StandardError {
  /// Writes `text` as it is, all of it or until the reader has gone.
  package static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
