import Glibc

/// The virtual terminal of this process' session, and whether it is in the foreground.
///
/// The kernel reports every switch through `/sys/class/tty/tty0/active`. The login puts the session's own terminal into
/// `XDG_VTNR`: a client of a compositor cannot ask for it.
package final class VirtualTerminal {
  /// The variable that names the terminal of a session.
  package static let variable = "XDG_VTNR"
  private static let path = "/sys/class/tty/tty0/active"

  /// The terminal's number, such as 2 for `tty2`.
  package let number: Int
  private let file: Descriptor
  private let poller: Poller

  /// The terminal `number`. Throws if the kernel has no virtual terminals.
  package init(_ number: Int) throws(KernelError) {
    self.number = number
    file = try Descriptor(opening: VirtualTerminal.path, .reading)
    poller = try Poller()
    try poller.add(changesOf: file.number, key: 0)
  }

  /// The terminal of this process' session; `nil` if the login gave it none, or the kernel has none.
  package static func ofSession() -> VirtualTerminal? {
    guard let number = Environment[variable].flatMap({ Int($0) }), number > 0 else { return nil }
    return try? VirtualTerminal(number)
  }

  /// A descriptor that is readable when another terminal may have come to the foreground.
  package var descriptor: Int32 { poller.descriptor }

  /// Whether the terminal is in front, and true if the kernel no longer says; the descriptor is then unreadable until the next
  /// switch.
  package func isInFront() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(file.number, &bytes, bytes.count, 0)
    guard count > 0 else { return true }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first == "tty\(number)"
  }
}
