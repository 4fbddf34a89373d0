package import Logging
package import Offhand
package import OffhandClient
package import OffhandPlatform

/// The socket of the service: accepts clients of the same user, passes on what they request, and publishes events to the
/// clients that subscribed to them.
package final class StreamServer {
  /// Receives requests.
  package protocol Handler: AnyObject {
    /// The first line for a client.
    var hello: [UInt8] { get }
    /// Takes a valid request; the reply goes to `client`, now or later.
    func handle(_ request: StreamRequest, of client: StreamClient)
    /// The client is gone; nothing can be sent to it any more.
    func lost(_ client: StreamClient)
  }

  /// The most clients at a time.
  package static let mostClients = 128

  /// `nil` once the service ends; the socket is gone with it.
  private var listener: ListenerSource?
  private let loop: EventLoop
  private let logger: Logger
  private unowned let handler: any Handler
  private var clients: [StreamClient] = []
  /// The facts that clients were told last.
  private var told: [UInt8]?

  /// Listens at `path`; `remove` removes its files in the end. Throws if that is impossible, or another service listens there.
  package init(
    at path: String, remove: (() -> Void)? = nil, in loop: EventLoop, handler: any Handler, logger: Logger
  ) throws(KernelError) {
    let listener = try UnixListener(at: path, remove: remove)
    self.loop = loop
    self.handler = handler
    self.logger = logger
    let source = ListenerSource(listener, logger: logger) { [unowned self] socket, _ in add(socket) }
    self.listener = source
    loop.add(source)
  }

  /// The number of clients.
  package var clientCount: Int { clients.count }

  /// Sends an event named `name` to the clients that subscribed to it; `gesture` is the number of the gesture if this is a `changed` line.
  ///
  /// Returns whether there is one.
  @discardableResult
  package func publish(_ name: String, _ line: [UInt8], changing gesture: UInt64? = nil) -> Bool {
    var isHeard = false
    for client in clients where client.receives(name) {
      isHeard = true
      client.send(line, changing: gesture)
    }
    return isHeard
  }

  /// Sends a line to every client.
  package func broadcast(_ line: [UInt8]) { for client in clients { client.send(line) } }

  /// Tells every client the facts if they are others than before.
  func tell(_ facts: StreamLine.Facts) {
    let line = StreamLine.facts(facts)
    guard line != told else { return }
    told = line
    broadcast(line)
  }

  /// Tells all clients why they are disconnected, disconnects them, and removes the socket.
  package func close(_ reason: String) {
    for client in clients { client.close(reason) }
    if let listener { loop.remove(listener) }
    listener = nil
  }

  private func add(_ socket: consuming StreamSocket) {
    let user = try? socket.peerUser()
    let client = StreamClient(socket, handler: handler) { [unowned self] in remove($0) }
    // The mode of the socket's file lets no other user connect; this check holds even if the mode was changed.
    guard let user, user == Environment.user || user == 0 else {
      logger.warning("a client of user \(user.map(String.init) ?? "unknown") was refused")
      return client.close("only the user who runs the service may connect")
    }
    guard clients.count < StreamServer.mostClients else {
      return client.close("there are \(StreamServer.mostClients) clients already")
    }
    clients.append(client)
    loop.add(client)
    client.send(handler.hello)
  }

  private func remove(_ client: StreamClient) {
    loop.remove(client)
    clients.removeAll { $0 === client }
    handler.lost(client)
  }
}

/// One connection to the service.
package final class StreamClient: EventSource {
  /// The most menus and curtains that a client gets in a second; no person uses more.
  package static let mostOverlays = 20
  /// The most overlays whose positions are kept for a client: each strategy has some ten kilobytes.
  private static let mostKept = 16
  /// The time between two requests for an overlay from which on it was away.
  private static let gesturePause = Duration.milliseconds(500)

  private let socket: StreamSocket
  private unowned let handler: any StreamServer.Handler
  private let onEnd: (StreamClient) -> Void
  private var lines = IncomingLines()
  private var queue = OutgoingQueue()
  /// The names of the events that it subscribed to; if it subscribed to all of them, of those that it left since.
  private var names: Set<String> = []
  private var hasAll = false
  private var limit = RateLimit(perSecond: StreamClient.mostOverlays)
  private var overlays: [KeptOverlay] = []
  private var isOpen = true

  fileprivate init(
    _ socket: consuming StreamSocket, handler: any StreamServer.Handler, onEnd: @escaping (StreamClient) -> Void
  ) {
    self.socket = socket
    self.handler = handler
    self.onEnd = onEnd
  }

  package var descriptor: Int32? { socket.descriptor }
  package var isBlockedOnWriting: Bool { !queue.isEmpty }

  /// Whether it subscribed to the events of `name`.
  func receives(_ name: String) -> Bool { names.contains(name) != hasAll }

  /// Whether it subscribed to the events of `name` by this name.
  func named(_ name: String) -> Bool { names.contains(name) && !hasAll }

  /// Subscribes it to `names`, or to all events, instead of what it subscribed to before.
  package func subscribe(to names: Set<String>?) { (self.names, hasAll) = (names ?? [], names == nil) }

  /// No longer subscribes it to `names`, or to any event, of all that there are.
  package func unsubscribe(from names: Set<String>?, of all: Set<String>) {
    guard let names else { return subscribe(to: []) }
    if hasAll { self.names.formUnion(names.intersection(all)) } else { self.names.subtract(names) }
  }

  /// Places an overlay; one with a name keeps its position unless another is better, which takes time: its scene ends `now`. Contacts
  /// of other ids alone are another gesture, and the one after a pause has a new overlay; without contacts the old one stays.
  func place(_ scene: PlaceScene, as name: String?, at now: Timestamp = MonotonicClock.now()) -> Placement {
    let before = name.flatMap(placed)
    var strategy = before?.strategy ?? PlacementPreset.best.strategy(in: scene.environment)
    strategy.environment = scene.environment
    let contacts = scene.contacts
    let continues = before.map { contacts.isEmpty || !contacts.isDisjoint(with: $0.contacts) } ?? false
    if let before, now - before.time >= StreamClient.gesturePause, scene.hasGesture, !contacts.isEmpty {
      strategy.remove(PlaceScene.overlayID)
    }
    let placement = scene.place(by: &strategy, endingAt: name == nil ? nil : now, continues: continues)
    if let name { keep((name, strategy, contacts, now)) }
    return placement
  }

  /// An overlay with the strategy that has placed it, for which contacts, and when that was.
  typealias KeptOverlay = (name: String, strategy: any PlacementStrategy, contacts: Set<Int>, time: Timestamp)

  /// The overlay of this name, if it was placed before.
  func placed(_ name: String) -> KeptOverlay? { overlays.first { $0.name == name } }

  /// Keeps an overlay; of too many the one that was not asked for longest is forgotten.
  func keep(_ overlay: KeptOverlay) {
    overlays.removeAll { $0.name == overlay.name }
    overlays.append(overlay)
    if overlays.count > StreamClient.mostKept { overlays.removeFirst() }
  }

  /// Whether it may have another menu or curtain at `now`.
  package func admitsOverlay(at now: Timestamp) -> Bool { limit.admits(at: now) }

  /// Sends a line, now or when the client has read what was sent before. A client that leaves too much unread is disconnected.
  package func send(_ line: [UInt8], changing gesture: UInt64? = nil) {
    guard isOpen else { return }
    guard queue.append(line, changing: gesture) else {
      return close("more than \(OutgoingQueue.limit) bytes were left unread")
    }
    flush()
  }

  package func dispatch(at now: Timestamp) {
    flush()
    read()
  }

  /// Sends the reason and ends the connection.
  fileprivate func close(_ reason: String) {
    guard isOpen else { return }
    queue.close(with: StreamLine.closing(reason))
    flush()
    end()
  }

  private func read() {
    // One reading a round: a client that writes without end does not keep the others waiting.
    guard isOpen, let found = try? socket.receive(&lines) else { return end() }
    for piece in found { take(piece) }
  }

  private func take(_ piece: IncomingLines.Piece) {
    guard isOpen else { return }
    switch piece {
    case .tooLong:
      send(
        StreamLine.failure(
          StreamFault(id: nil, reason: "the line is longer than \(StreamRequest.lengthLimit) bytes")))
    case .line(let line):
      guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t") })
      else { return }
      do throws(StreamFault) {
        handler.handle(try StreamRequest(line), of: self)
      } catch {
        send(StreamLine.failure(error))
      }
    }
  }

  private func flush() {
    do throws(KernelError) {
      try queue.flush { bytes throws(KernelError) in try socket.send(bytes) }
    } catch {
      end()
    }
  }

  private func end() {
    guard isOpen else { return }
    isOpen = false
    onEnd(self)
  }
}

/// The most admissions in a second: a client that sends requests without end would otherwise end the service.
package struct RateLimit: Sendable {
  /// The most admissions in a second.
  package let perSecond: Int
  private var second = Timestamp.zero
  private var count = 0

  /// A limit of `perSecond` admissions.
  package init(perSecond: Int) { self.perSecond = perSecond }

  /// Whether another is admitted at `now`.
  package mutating func admits(at now: Timestamp) -> Bool {
    if count == 0 || now - second >= .seconds(1) { (second, count) = (now, 0) }
    count += 1
    return count <= perSecond
  }
}
