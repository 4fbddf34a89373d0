import CPlatform
import Glibc

/// The service manager that started this process (`sd_notify`): systemd, or another that sets `$NOTIFY_SOCKET`.
package struct ServiceNotification: ~Copyable {
  private let socket: Descriptor

  /// Connects to it, before this process gives up the right to; `nil` without a service manager. Throws if it does not listen.
  package init?() throws(KernelError) {
    guard let path = Environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
    socket = try UnixAddress.connected(SOCK_DGRAM, blocks: false, to: path)
  }

  /// The socket that is connected to it.
  package func descriptor() -> Int32 { socket.number }

  /// Tells it `state`, such as `READY=1`.
  package func send(_ state: String) throws(KernelError) {
    let bytes = Array(state.utf8)
    guard Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw .last("send") }
  }

  /// The interval within which the service manager wants to hear `WATCHDOG=1`; `nil` if it does not watch this process.
  package static var watchdogInterval: Duration? {
    guard let text = Environment["WATCHDOG_USEC"], let microseconds = Int64(text), microseconds > 0 else { return nil }
    if let owner = Environment["WATCHDOG_PID"], owner != String(getpid()) { return nil }
    return .microseconds(microseconds)
  }
}

/// Ends this process unless it is deferred in time (`alarm`): for a program whose hang would lock the user out.
package enum DeadMansSwitch {
  /// The kernel ends this process by `SIGALRM` after `delay`, rounded up to seconds, unless this is called again; `nil` disarms.
  package static func arm(_ delay: Duration?) {
    signal(SIGALRM, SIG_DFL)
    alarm(delay.map { UInt32(clamping: $0.components.seconds + ($0.components.attoseconds > 0 ? 1 : 0)) } ?? 0)
  }
}
