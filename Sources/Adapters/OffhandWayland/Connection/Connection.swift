import CPlatform
import Glibc
package import Offhand
import OffhandPlatform

/// The connection to one compositor, and what the compositor offers.
///
/// An event loop on one thread drives it: before the loop waits it calls `prepareToWait`, then waits until `descriptor` is
/// readable (or writable, if `isBlockedOnWriting`), then calls `dispatch`, which takes in everything that has arrived. Only
/// `init` and `roundTrip` block, for a bounded time. Nothing is called back: what arrived is kept in the seats, the outputs and
/// the surfaces, to be read after `dispatch`.
///
/// After an error, release everything that was made with the connection, and connect again.
package final class Connection {
  /// The address of a compositor.
  package enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// The one in the environment: `WAYLAND_SOCKET`, else `WAYLAND_DISPLAY`, else `wayland-0`.
    case environment
    /// The name of a socket in `XDG_RUNTIME_DIR`, or its absolute path.
    case named(String)
    /// A connected socket, to `address` if that is known. The connection closes it, also if connecting fails.
    case descriptor(Int32, address: String? = nil)

    /// The address as errors name it.
    package var description: String {
      switch self {
      case .environment: Endpoint.environmentAddress
      case .named(let name): "the display “\(name)”"
      case .descriptor(let descriptor, let address): address ?? "file descriptor \(descriptor)"
      }
    }

    /// The address that libwayland reads from the environment.
    private static var environmentAddress: String {
      if let socket = Environment["WAYLAND_SOCKET"] { return "file descriptor \(socket) of WAYLAND_SOCKET" }
      return environmentPath ?? "\(environmentName), as XDG_RUNTIME_DIR is not set"
    }

    /// The path of the socket that `WAYLAND_DISPLAY` names; `nil` if `XDG_RUNTIME_DIR` is needed and not set.
    static var environmentPath: String? { path(of: environmentName) }

    /// The path of the socket called `name`; `nil` if `XDG_RUNTIME_DIR` is needed and not set.
    static func path(of name: String) -> String? {
      name.hasPrefix("/") ? name : Environment["XDG_RUNTIME_DIR"].map { "\($0)/\(name)" }
    }

    private static var environmentName: String { Environment["WAYLAND_DISPLAY"] ?? "wayland-0" }
  }

  /// A wait for the compositor's reply.
  package struct Wait {
    /// The longest wait.
    package var patience: Duration
    /// The time without a reply after which `onSilence` is called, once.
    package var silence: Duration
    /// Called with the address of a compositor that is silent.
    package var onSilence: (String) -> Void
    /// A descriptor that ends the wait when it becomes readable, for example that of the signals; `nil` for none.
    package var interruption: Int32?

    /// By default up to ten seconds.
    package init(
      atMost patience: Duration = .seconds(10), silence: Duration = .seconds(2), interruption: Int32? = nil,
      onSilence: @escaping (String) -> Void = { _ in }
    ) {
      (self.patience, self.silence, self.interruption) = (patience, silence, interruption)
      self.onSilence = onSilence
    }
  }

  let display: Display
  let registry: Registry
  private let address: String
  /// Whether the compositor is known not to report cancelled touches.
  package internal(set) var losesCancels: Bool
  /// Replaces the times of ``SilenceLimit`` in touch sources made from now on; `nil` leaves them.
  package var lostAfter: Duration?
  /// The sizes that the user stated of outputs, by their names.
  package var stated: MappingPreferences {
    get { registry.stated }
    set { registry.stated = newValue }
  }

  /// Whether data to send did not fit into the socket.
  package private(set) var isBlockedOnWriting = false

  /// The program that the compositor is; `nil` if the kernel does not say, or no longer lets this process see others.
  package var program: CompositorProgram? { CompositorProgram(process: display.process) }

  /// The longest wait for room without a look at `Wait.interruption`.
  private static let slice = Duration.milliseconds(200)

  /// The number of times that a connection that cannot be written to is read for the compositor's last message.
  private static let lastMessageReads = 64

  /// Connects, and waits until the compositor has announced what it offers.
  ///
  /// `lostCancels` is whether the compositor before loses cancels: a confined program cannot see which program the next one is. Throws if
  /// there is no compositor, if it lacks an interface without which nothing can be shown, if it does not reply in time, and if the wait is
  /// interrupted.
  package init(
    to endpoint: Endpoint = .environment, waiting wait: Wait = Wait(), lostCancels: Bool = false
  ) throws(ConnectionError) {
    address = endpoint.description
    display = try Display(endpoint)
    registry = Registry(display)
    losesCancels = display.compositor.map { SilenceLimit.isNeeded(by: $0) } ?? lostCancels
    try roundTrip(wait)
    try registry.bindOffers()
    try roundTrip(wait)
  }

  /// The socket to wait for; never `nil`.
  package var descriptor: Int32? { display.descriptor }

  /// Everything that the compositor offers.
  package var offers: [GlobalOffer] { registry.offers }

  /// The optional interfaces that the compositor does not offer, and the features that are lost without them.
  package var unavailable: [UnavailableGlobal] { registry.unavailable }

  /// Whether something can be shown above all other programs.
  package var offersLayers: Bool { registry.layerShell != nil }

  /// The outputs whose description is complete, in the order in which they appeared.
  package var outputs: [Output] { registry.outputs.filter { $0.state != nil } }

  /// The kernel's number of the clock on which the compositor reports presented frames; 1 is the monotonic clock, `nil` if it
  /// does not report them.
  package var presentationClock: UInt32? { registry.presentationClock }

  /// The seats, in the order in which they appeared.
  package var seats: [Seat] { registry.seats }

  /// A number that grows whenever an output or a seat appears, disappears or changes.
  package var revision: Int { registry.revision }
  private var latestRevision: Int?

  /// Whether `revision` is another than at the last call; true at the first.
  package func takeChange() -> Bool {
    defer { latestRevision = revision }
    return latestRevision != revision
  }

  /// Sends what was written. Throws if the connection is lost.
  package func prepareToWait() throws(ConnectionError) { try flush() }

  /// Reads and dispatches everything that the compositor has sent, without blocking. Throws if the connection is lost.
  package func dispatch() throws(ConnectionError) {
    // The intent to read is declared and fulfilled in here, so that none is held while the loop waits.
    while wl_display_prepare_read(display.pointer) != 0 { try dispatchPending() }
    if wl_display_read_events(display.pointer) < 0 { throw display.lastFailure("wl_display_read_events") }
    try dispatchPending()
    if let failure = display.failure { throw failure }
  }

  /// Waits until the compositor has processed everything that was sent.
  package func roundTrip(_ wait: Wait = Wait()) throws(ConnectionError) {
    let callback = display.object.sync()
    var isDone = false
    callback.listen { if case .done = $0 { isDone = true } }
    defer { callback.destroy() }
    let start = ContinuousClock.now
    var isSilent = false
    while !isDone {
      try flush()
      let waited = ContinuousClock.now - start
      guard waited < wait.patience else { throw .noAnswer(after: wait.patience) }
      if waited >= wait.silence, !isSilent {
        isSilent = true
        wait.onSilence(address)
      }
      try waitForSocket((isSilent ? wait.patience : min(wait.silence, wait.patience)) - waited, or: wait.interruption)
      try dispatch()
    }
  }

  /// Waits until the compositor has sent something, at most `patience`. Throws if `interruption` is readable.
  func waitForSocket(_ patience: Duration, or interruption: Int32? = nil) throws(ConnectionError) {
    guard let interruption else {
      Descriptor.wait(for: display.descriptor, isBlockedOnWriting ? .either : .reading, atMost: patience)
      return
    }
    if isBlockedOnWriting {
      Descriptor.wait(for: display.descriptor, .either, atMost: min(patience, Connection.slice))
      if Descriptor.wait(for: interruption, .reading, atMost: .zero) { throw .interrupted }
    } else if Descriptor.wait(forReading: display.descriptor, or: interruption, atMost: patience).second {
      throw .interrupted
    }
  }

  private func dispatchPending() throws(ConnectionError) {
    if wl_display_dispatch_pending(display.pointer) < 0 { throw display.lastFailure("wl_display_dispatch_pending") }
  }

  private func flush() throws(ConnectionError) {
    let sent = wl_display_flush(display.pointer)
    let code = KernelError.last("wl_display_flush").code
    isBlockedOnWriting = sent < 0 && code == EAGAIN
    guard sent < 0, code != EAGAIN else { return }
    // The compositor closed its end. It may have sent the reason before: read that first.
    if code == EPIPE {
      for _ in 0..<Connection.lastMessageReads { try dispatch() }
    }
    throw display.failure ?? .lost(code: code)
  }
}

/// An open `wl_display`.
///
/// Every owner of a protocol object holds it, so that the connection ends after the last of them.
final class Display {
  let pointer: OpaquePointer

  /// Connects to `endpoint`.
  init(_ endpoint: Connection.Endpoint) throws(ConnectionError) {
    offhand_wayland_capture_log()
    do throws(KernelError) {
      let pointer: OpaquePointer? =
        switch endpoint {
        case .environment:
          try Display.connected(
            to: Environment["WAYLAND_SOCKET"] == nil ? Connection.Endpoint.environmentPath : nil, or: nil)
        case .named(let name): try Display.connected(to: Connection.Endpoint.path(of: name), or: name)
        case .descriptor(let descriptor, _): wl_display_connect_to_fd(descriptor)
        }
      guard let pointer else { throw .last("wl_display_connect") }
      self.pointer = pointer
    } catch {
      throw .noCompositor(display: endpoint.description, code: error.code)
    }
  }

  deinit { wl_display_disconnect(pointer) }

  /// Connects to `path`, or has the library connect to `name` if there is none. The library itself would wait for good at a compositor that
  /// accepts no connection.
  private static func connected(to path: String?, or name: String?) throws(KernelError) -> OpaquePointer? {
    guard let path else { return wl_display_connect(name) }
    return wl_display_connect_to_fd(try UnixSocket.stream(to: path).release())
  }

  /// The number of the compositor's process; 0 if the kernel does not say.
  var process: Int32 { max(0, offhand_peer_process(descriptor)) }

  /// The failure that the compositor reported, or otherwise that of `call`, which was just made.
  func lastFailure(_ call: String) -> ConnectionError { failure ?? .lost(code: KernelError.last(call).code) }

  /// The display as an object of the protocol.
  var object: WlDisplay { WlDisplay(proxy: pointer) }

  /// The socket.
  var descriptor: Int32 { wl_display_get_fd(pointer) }

  /// The name of the compositor's program; `nil` if the kernel does not say, as where another process made the socket, or no longer lets
  /// this one see others.
  var compositor: String? {
    guard process > 0, let name = try? Files.contents(of: "/proc/\(process)/comm", atMost: 64) else { return nil }
    return String(decoding: name.prefix { $0 != 10 }, as: UTF8.self)
  }

  /// The error that ended the connection; `nil` while it lasts.
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
