import Glibc
package import OffhandPlatform

/// Has another process connect to the compositor, for a program that gives up the right to connect and goes on at the next compositor: with
/// that right it could also reach the user's bus, which starts any program.
///
/// The other process connects to the compositor of the environment alone, whatever it is asked for, and can do nothing else.
package final class CompositorBroker: @unchecked Sendable {
  // Sound as `@unchecked Sendable`: the one program that is made with it asks for connections, on the thread of its loop.
  private let broker: FileBroker
  private let path: String

  /// Starts the other process. Call it before there are threads. Throws if the environment names no compositor, or the system has no
  /// process left.
  package init() throws(KernelError) {
    guard let path = Connection.Endpoint.environmentPath else { throw KernelError(call: "connect", code: ENOENT) }
    let confinement = Confinement(readable: [], connects: true)
    broker = try FileBroker(named: "offhand-connect", confinement: confinement) { (_) throws(KernelError) in
      try UnixSocket.stream(to: path)
    }
    self.path = path
  }

  /// A new connection. Throws if no compositor listens, or the other process has ended.
  package func connection() throws(ConnectionError) -> Connection.Endpoint {
    do throws(KernelError) { return .descriptor(try broker.open(path).release(), address: path) } catch {
      if broker.hasEnded { throw .connectorEnded }
      throw .noCompositor(display: path, code: error.code)
    }
  }
}
