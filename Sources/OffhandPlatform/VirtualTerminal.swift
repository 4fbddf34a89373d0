import CPlatform
import Glibc

/// The virtual terminal that this process' session has, and whether it is the one in front.
///
/// The kernel tells of every change through `/sys/class/tty/tty0/active`. Which terminal is ours is what the login put into
/// `XDG_VTNR`: a client of a compositor cannot ask.
public final class VirtualTerminal {
  /// The variable that names the terminal of a session.
  public static let variable = "XDG_VTNR"
  private static let path = "/sys/class/tty/tty0/active"

  /// Our number, such as 2 for `tty2`.
  public let number: Int
  private let file: Descriptor
  private let poll: Descriptor

  /// The terminal `number`. Throws where the kernel has no virtual terminals.
  public init(_ number: Int) throws(KernelError) {
    self.number = number
    file = try Descriptor(open(VirtualTerminal.path, O_RDONLY | O_CLOEXEC), from: "open \(VirtualTerminal.path)")
    // A file of sysfs is always readable; what says that it changed is urgency. A poll set of its own makes that readability.
    poll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    var event = epoll_event()
    event.events = EPOLLPRI.rawValue
    guard epoll_ctl(poll.number, EPOLL_CTL_ADD, file.number, &event) == 0 else { throw .last("epoll_ctl") }
  }

  /// The terminal of this process' session; `nil` where the login gave it none, or the kernel has none.
  public static func ofSession() -> VirtualTerminal? {
    guard let text = getenv(variable), let number = Int(String(cString: text)), number > 0 else { return nil }
    return try? VirtualTerminal(number)
  }

  /// Readable when another terminal may have come to the front.
  public var descriptor: Int32 { poll.number }

  /// Whether ours is in front; asking makes the descriptor silent until the next change.
  public func isInFront() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(file.number, &bytes, bytes.count, 0)
    // Where nobody can say any more, nothing is taken away.
    guard count > 0 else { return true }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first == "tty\(number)"
  }
}
