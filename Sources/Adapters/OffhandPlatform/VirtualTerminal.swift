import Glibc

/// The virtual terminal of this process' session, and whether it is in the foreground.
///
/// The kernel reports every switch through `/sys/class/tty/tty0/active`. The login puts the session's own terminal into
/// `XDG_VTNR`, and logind writes it down: a client of a compositor cannot ask for it.
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
    number(of: Environment.user, with: Environment.all).flatMap { try? VirtualTerminal($0) }
  }

  /// The terminal of the session of a process with these `variables`; of the user's graphical session if it belongs to none, as a service
  /// of the user does. `nil` if there is no terminal or its number is not known.
  ///
  /// `folder` is logind's. Its files are those that `sd_session_get_vt` reads; libsystemd would load five libraries more.
  static func number(
    of user: UInt32, with variables: [String: String], in folder: String = "/run/systemd"
  ) -> Int? {
    func field(_ name: String, _ file: String) -> String? {
      let text = (try? Files.contents(of: "\(folder)/\(file)", atMost: 1 << 16)) ?? []
      return String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("\(name)=") }
        .map { String($0.dropFirst(name.utf8.count + 1)) }
    }
    let sessions = [variables["XDG_SESSION_ID"], field("DISPLAY", "users/\(user)")].compactMap { $0 }
    let numbers = [variables[variable]] + sessions.map { field("VTNR", "sessions/\($0)") }
    return numbers.lazy.compactMap { $0.flatMap { Int($0) } }.first { $0 > 0 }
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
