import CPlatform
import Glibc

/// The line to one compositor, and what it offers.
///
/// Made to be driven by an event loop on one thread: before the loop waits it calls `prepareToWait`, then waits for
/// `descriptor` to be readable (and, where `isBlockedOnWriting` says so, writable), then calls `dispatch`, which takes
/// everything in that is there. Nothing here blocks, besides `init` and `roundTrip`, which are bounded in time. What
/// came in is not called back but lies in the seats, the outputs and the surfaces, to be asked for after `dispatch`.
///
/// After an error the connection is of no more use: let everything that was made with it go, and connect again.
public final class Connection {
  let display: Display
  let registry: Registry

  /// Whether there is something to send that did not fit into the socket.
  public private(set) var isBlockedOnWriting = false

  /// How often a connection that cannot be written to is read for the compositor's last words.
  private static let lastWordReads = 64

  /// Connects, and waits until the compositor has said what there is.
  ///
  /// Throws where there is no compositor, where it lacks what nothing can be shown without, and where it does not answer
  /// for longer than `patience`.
  public init(to endpoint: Endpoint = .environment, patience: Duration = .seconds(10)) throws(ConnectionError) {
    display = try Display(endpoint)
    registry = Registry(display)
    try roundTrip(patience: patience)
    try registry.bindOffers()
    try roundTrip(patience: patience)
  }

  /// What to wait for; `nil` never.
  public var descriptor: Int32? { wl_display_get_fd(display.pointer) }

  /// Everything that the compositor offers.
  public var offers: [GlobalOffer] { registry.offers }

  /// What the compositor does not offer though we could use it, and what that means.
  public var unavailable: [UnavailableGlobal] { registry.unavailable }

  /// Whether something can be shown above all other programs.
  public var offersLayers: Bool { registry.layerShell != nil }

  /// The outputs, in the order in which they came; only those that have said all about themselves.
  public var outputs: [Output] { registry.outputs.filter { $0.state != nil } }

  /// The kernel's number of the clock on which the compositor says when frames are seen; 1 is the monotonic one, `nil` where
  /// it does not offer to say.
  public var presentationClock: UInt32? { registry.presentationClock }

  /// The seats, in the order in which they came.
  public var seats: [Seat] { registry.seats }

  /// Grows whenever an output or a seat comes, goes or changes.
  public var revision: Int { registry.revision }

  /// Sends what was written. Throws where the connection is lost.
  public func prepareToWait() throws(ConnectionError) { try flush() }

  /// Takes everything in that the compositor has sent, without blocking. Throws where the connection is lost.
  public func dispatch() throws(ConnectionError) {
    // The intent to read is declared and fulfilled in here, so that none is held while the loop waits.
    while wl_display_prepare_read(display.pointer) != 0 { try dispatchPending() }
    if wl_display_read_events(display.pointer) < 0 { throw display.failure ?? .lost(code: errno) }
    try dispatchPending()
    if let failure = display.failure { throw failure }
  }

  /// Waits until the compositor has dealt with everything that was sent, at most `patience`.
  public func roundTrip(patience: Duration = .seconds(10)) throws(ConnectionError) {
    let answer = display.object.sync()
    var isAnswered = false
    answer.listen { _ in isAnswered = true }
    defer { answer.destroy() }
    let end = ContinuousClock.now + patience
    while !isAnswered {
      try flush()
      let remaining = end - ContinuousClock.now
      guard remaining > .zero else { throw .noAnswer(after: patience) }
      waitForSocket(remaining)
      try dispatch()
    }
  }

  private func dispatchPending() throws(ConnectionError) {
    if wl_display_dispatch_pending(display.pointer) < 0 { throw display.failure ?? .lost(code: errno) }
  }

  private func flush() throws(ConnectionError) {
    let sent = wl_display_flush(display.pointer)
    let code = errno
    isBlockedOnWriting = sent < 0 && code == EAGAIN
    guard sent < 0, code != EAGAIN else { return }
    // The compositor closed its end. Why, it said before: read that first.
    if code == EPIPE {
      for _ in 0..<Connection.lastWordReads { try dispatch() }
    }
    throw display.failure ?? .lost(code: code)
  }

  /// Waits until the compositor has said something, at most `patience`.
  func waitForSocket(_ patience: Duration) {
    let events = Int16(isBlockedOnWriting ? POLLIN | POLLOUT : POLLIN)
    var socket = pollfd(fd: wl_display_get_fd(display.pointer), events: events, revents: 0)
    let (seconds, attoseconds) = patience.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    _ = poll(&socket, 1, Int32(clamping: milliseconds))
  }
}

extension Connection {
  /// Where a compositor is to be found.
  public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// What the environment says: `WAYLAND_SOCKET`, else `WAYLAND_DISPLAY`, else `wayland-0`.
    case environment
    /// A socket's name in `XDG_RUNTIME_DIR`, or its whole path.
    case named(String)
    /// A socket that is connected already. The connection closes it, also if it fails.
    case descriptor(Int32)

    /// How an error names it.
    public var description: String {
      switch self {
      case .environment: Endpoint.place
      case .named(let name): "the display “\(name)”"
      case .descriptor(let descriptor): "file descriptor \(descriptor)"
      }
    }

    /// Where the environment leads, as libwayland reads it.
    private static var place: String {
      func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
      if let socket = value("WAYLAND_SOCKET") { return "file descriptor \(socket) of WAYLAND_SOCKET" }
      let name = value("WAYLAND_DISPLAY") ?? "wayland-0"
      if name.hasPrefix("/") { return name }
      guard let directory = value("XDG_RUNTIME_DIR") else { return "\(name), as XDG_RUNTIME_DIR is not set" }
      return "\(directory)/\(name)"
    }
  }
}

/// Owns one `wl_display`: connected from the beginning to the end of this object's life.
///
/// Every owner of a protocol object holds it, so that the connection ends after the last of them.
final class Display {
  let pointer: OpaquePointer

  /// Connects as `endpoint` says.
  init(_ endpoint: Connection.Endpoint) throws(ConnectionError) {
    offhand_wayland_capture_log()
    let pointer: OpaquePointer? =
      switch endpoint {
      case .environment: wl_display_connect(nil)
      case .named(let name): wl_display_connect(name)
      case .descriptor(let descriptor): wl_display_connect_to_fd(descriptor)
      }
    guard let pointer else { throw .noCompositor(display: endpoint.description, code: errno) }
    self.pointer = pointer
  }

  deinit { wl_display_disconnect(pointer) }

  /// The display as an object of the protocol.
  var object: WlDisplay { WlDisplay(proxy: pointer) }

  /// What ended the connection, if something did.
  var failure: ConnectionError? {
    let code = wl_display_get_error(pointer)
    guard code != 0 else { return nil }
    guard code == EPROTO else { return .lost(code: code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = wl_display_get_protocol_error(pointer, &interface, &object)
    let name = interface.flatMap(\.pointee.name).map { String(cString: $0) } ?? "unknown"
    return .protocolError(
      ProtocolError(
        interface: name, object: object, code: error,
        message: ProtocolError.message(inLog: String(cString: offhand_wayland_last_log()))))
  }
}
