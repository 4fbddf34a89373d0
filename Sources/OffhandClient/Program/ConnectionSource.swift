public import Offhand
public import OffhandWayland

/// Gives the connection to the compositor its turn in the loop.
public final class ConnectionSource: EventSource {
  private let connection: Connection

  /// Drives `connection` in the loop that this source is added to.
  public init(_ connection: Connection) { self.connection = connection }

  /// The compositor's socket.
  public var descriptor: Int32? { connection.descriptor }
  /// Whether something that was written did not fit into the socket.
  public var isBlockedOnWriting: Bool { connection.isBlockedOnWriting }

  /// Sends what was written. Throws where the connection is lost.
  public func prepareToWait() throws { try connection.prepareToWait() }
  /// Takes in what the compositor has sent. Throws where the connection is lost.
  public func dispatch(at now: Timestamp) throws { try connection.dispatch() }
}
