import CPlatform

/// A process that splits in two equal ones, which go on from the same place (`fork`).
package enum ProcessHalf: Sendable {
  /// The process that there was.
  case old
  /// The other one, a child of the old one. It must end with `end`, and never return to what the old one was doing.
  case new

  /// Splits this process. Call it while it has one thread: of others the new one would have the locks, and not the threads. Throws if
  /// the system has no process left.
  package static func split() throws(KernelError) -> ProcessHalf {
    switch offhand_fork() {
    case 0: return .new
    case -1: throw .last("fork")
    default: return .old
    }
  }

  /// Starts another process, called `name`, that runs `body` with a socket and ends; returns the other end of the socket, which closes with
  /// this process alone. Call it before there are threads. Throws if the system has no process left.
  package static func start(_ name: String, _ body: (borrowing UnixSocket) -> Void) throws(KernelError) -> UnixSocket {
    let pair = try UnixSocket.pair()
    switch try split() {
    case .new:
      let socket = pair.takeSecond()
      begin(as: name, keeping: socket.descriptor)
      body(socket)
      end(0)
    case .old: return pair.takeFirst()
    }
  }

  /// Prepares the new process: it is called `name`, of at most 15 bytes, in lists of processes, and keeps no descriptor open but the
  /// standard ones and `descriptor`. It would otherwise keep alive what the old one closes.
  package static func begin(as name: String, keeping descriptor: Int32) {
    offhand_name_thread(name)
    offhand_close_others(descriptor)
  }

  /// Ends this process at once, with what it has open as it is (`_exit`).
  package static func end(_ code: Int32) -> Never { offhand_exit(code) }
}
