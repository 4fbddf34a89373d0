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

  /// Ends this process at once, with what it has open as it is (`_exit`).
  package static func end(_ code: Int32) -> Never { offhand_exit(code) }
}
