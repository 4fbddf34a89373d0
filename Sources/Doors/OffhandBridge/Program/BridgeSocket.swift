import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandRecordings
import OffhandService

/// The socket of the bridge, for the user in front of the seat.
///
/// One client has its gestures recognized: the latest that asked. Others may look, and check a touch.
final class BridgeSocket {
  /// The most connections at a time.
  private static let mostClients = 8

  private let loop: EventLoop
  private unowned let handler: BridgeProgram
  private var clients: [BridgeConnection] = []
  /// The one whose gestures are recognized.
  private weak var leader: BridgeConnection?

  /// Listens at `path`. Throws if another bridge does.
  init(at path: String, in loop: EventLoop, handler: BridgeProgram, logger: Logger) throws(BridgeError) {
    // Every user may try; the kernel says who it is. When the process ends the folder goes, with systemd, or the next bridge replaces what
    // is left: this one has given up removing files.
    let listener: UnixListener
    do throws(KernelError) { listener = try UnixListener(at: path, isOpenToOthers: true, remove: {}) } catch {
      throw .socket(path, error)
    }
    (self.loop, self.handler) = (loop, handler)
    loop.add(ListenerSource(listener, logger: logger) { [unowned self] in add($0, at: $1) })
  }

  /// Whether a client needs the touch screens: one that only looks does not.
  var isUsed: Bool { clients.contains { $0.hasAsked } }

  /// Sends a gesture to the client that asked for it.
  func send(_ line: BridgeLine, at now: Timestamp) { leader?.send(line, at: now) }

  /// Sends a line to all clients.
  func broadcast(_ line: BridgeLine, at now: Timestamp) { for client in clients { client.send(line, at: now) } }

  /// Tells all clients why they are disconnected.
  func drop(_ reason: String, at now: Timestamp) { for client in clients { client.close(reason, at: now) } }

  private func add(_ socket: consuming StreamSocket, at now: Timestamp) {
    let user = try? socket.peerUser()
    let client = BridgeConnection(socket, owner: self)
    guard let user, user == handler.permittedUser else {
      return client.close("only the user in front of the seat may connect", at: now)
    }
    guard clients.count < BridgeSocket.mostClients else {
      return client.close("there are \(BridgeSocket.mostClients) clients already", at: now)
    }
    clients.append(client)
    loop.add(client)
    client.send(handler.hello, at: now)
  }

  fileprivate func take(_ request: BridgeRequest, of client: BridgeConnection, at now: Timestamp) throws {
    if case .gestures = request, leader !== client {
      leader?.close(BridgeLine.replaced, at: now)
      leader = client
    }
    try handler.perform(request, at: now)
  }

  fileprivate func remove(_ client: BridgeConnection, at now: Timestamp) {
    loop.remove(client)
    clients.removeAll { $0 === client }
    guard leader === client else { return }
    leader = nil
    handler.lostGestures(at: now)
  }
}

/// The connection of one client.
private final class BridgeConnection: EventSource {
  /// The most lines in a second: a configuration that is read again, and programs that become active, need fewer.
  private static let mostLines = 50

  private let socket: StreamSocket
  private unowned let owner: BridgeSocket
  private var lines = IncomingLines(limit: BridgeRequest.lengthLimit)
  private var queue = OutgoingQueue()
  private var limit = RateLimit(perSecond: BridgeConnection.mostLines)
  private var isOpen = true
  /// Whether it has asked for something.
  private(set) var hasAsked = false

  init(_ socket: consuming StreamSocket, owner: BridgeSocket) {
    self.socket = socket
    self.owner = owner
  }

  var descriptor: Int32? { socket.descriptor }
  var isBlockedOnWriting: Bool { !queue.isEmpty }

  func send(_ line: BridgeLine, at now: Timestamp) {
    guard isOpen else { return }
    guard queue.append(line.bytes) else { return close("\(OutgoingQueue.limit) bytes were left unread", at: now) }
    flush(at: now)
  }

  /// Sends the reason as the last line.
  func close(_ reason: String, at now: Timestamp) {
    guard isOpen else { return }
    queue.close(with: BridgeLine.error(reason).bytes)
    flush(at: now)
    end(at: now)
  }

  func dispatch(at now: Timestamp) {
    flush(at: now)
    guard isOpen else { return }
    guard let pieces = try? socket.receive(&lines) else { return end(at: now) }
    for piece in pieces where isOpen { take(piece, at: now) }
  }

  private func take(_ piece: IncomingLines.Piece, at now: Timestamp) {
    guard case .line(let line) = piece else {
      return close("a line is longer than \(BridgeRequest.lengthLimit) bytes", at: now)
    }
    guard limit.admits(at: now) else {
      return close("more than \(BridgeConnection.mostLines) lines in a second", at: now)
    }
    let request: BridgeRequest
    do throws(JSONFault) { request = try BridgeRequest(line) } catch {
      return close(error.path.isEmpty ? error.reason : "\(error.path) \(error.reason)", at: now)
    }
    hasAsked = true
    do { try owner.take(request, of: self, at: now) } catch { send(.error("\(error)"), at: now) }
  }

  private func flush(at now: Timestamp) {
    do throws(KernelError) {
      try queue.flush { bytes throws(KernelError) in try socket.send(bytes) }
    } catch {
      end(at: now)
    }
  }

  private func end(at now: Timestamp) {
    guard isOpen else { return }
    isOpen = false
    owner.remove(self, at: now)
  }
}
