import Offhand
import OffhandWayland

/// Gives the connection to the compositor its turn in the loop.
final class ConnectionSource: EventSource {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  var descriptor: Int32? { connection.descriptor }
  var isBlockedOnWriting: Bool { connection.isBlockedOnWriting }

  func prepareToWait() throws { try connection.prepareToWait() }
  func dispatch(at now: Timestamp) throws { try connection.dispatch() }
}
