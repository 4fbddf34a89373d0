import CompositorRig
import Glibc
import Offhand
import Testing
@testable import OffhandWayland

struct ConnectionTests {
  @Test func `no compositor is an error that names the display`() {
    let error = #expect(throws: ConnectionError.self) { try Connection(to: .named("/nowhere/wayland-7")) }
    #expect(
      error?.description
        == "no Wayland compositor at the display “/nowhere/wayland-7” (No such file or directory); "
        + "start one, or name another with WAYLAND_DISPLAY")
  }

  @Test func `a compositor that accepts no connection is none`() throws {
    let deaf = try DeafListener()
    let error = #expect(throws: ConnectionError.self) { try Connection(to: .named(deaf.path)) }
    #expect(error == .noCompositor(display: "the display “\(deaf.path)”", code: ETIMEDOUT))
  }

  @Test func `a compositor without windows is refused by name`() throws {
    let server = try FakeServer()
    server.offer(WlCompositor.self, version: 3)
    server.offer(WlShm.self, version: 1)
    let error = #expect(throws: ConnectionError.self) { try server.connect() }
    guard case .missingGlobals(let missing) = error else { throw RigError("not the expected error: \(error as Any)") }
    #expect(missing.map(\.interface) == ["wl_compositor", "xdg_wm_base"])
    #expect(missing.map(\.offeredVersion) == [3, nil])
    #expect(error?.isWorthRetrying == false)
  }

  @Test func `we speak no higher version than the XML and no higher than the compositor`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    #expect(connection.registry.compositor?.version == 5)
    #expect(server.last(WlSeat.self, "bind", 0..<1) == [8])
    #expect(connection.unavailable.map(\.interface).contains("wp_viewporter"))
  }

  @Test func `a compositor without what is needed is an error that names what it lacks`() throws {
    let server = try FakeServer()
    server.offer(WlCompositor.self, version: 3)
    server.offer(WlShm.self, version: 1)
    let error = #expect(throws: ConnectionError.self) { try server.connect() }
    let text = error.map { "\($0)" } ?? ""
    #expect(
      text.contains("wl_compositor is version 3, at least 4 is needed") && text.contains("xdg_wm_base is missing"))
  }

  @Test func `a protocol error says interface, object, code and message`() throws {
    let window = try FakeWindow()
    try window.server.fail(XdgSurface.self, code: 3, message: "the buffer is: too large")
    let error = #expect(throws: ConnectionError.self) { try window.connection.roundTrip() }
    guard case .protocolError(let fault) = error else { throw RigError("not the expected error: \(error as Any)") }
    #expect(fault.interface == "xdg_surface")
    #expect(fault.object == WlIdentity.id(of: window.window.shellSurface))
    #expect(fault.code == 3)
    #expect(fault.message == "the buffer is: too large")
    #expect(fault.description == "xdg_surface@\(fault.object), error 3: the buffer is: too large")
    #expect(error?.isWorthRetrying == false)
    // The error stays, and nothing spins.
    #expect(throws: ConnectionError.protocolError(fault)) { try window.connection.dispatch() }
    #expect(throws: ConnectionError.protocolError(fault)) { try window.connection.roundTrip() }
  }

  @Test(arguments: ["", "interface 'wl_touch' has no event 7", "a: b: c"])
  func `a line of the log that is no protocol error has no message`(line: String) {
    #expect(ProtocolError.message(inLog: line) == "")
  }

  @Test func `why a compositor ended the connection is read although it cannot be written to any more`() throws {
    let window = try FakeWindow()
    try window.server.fail(XdgSurface.self, code: 3, message: "the buffer is: too large")
    window.server.close()
    let error = #expect(throws: ConnectionError.self) {
      for _ in 0..<1000 {
        window.surface.object.commit()
        try window.connection.prepareToWait()
      }
    }
    guard case .protocolError(let fault) = error else { throw RigError("not the expected error: \(error as Any)") }
    #expect(fault.message == "the buffer is: too large")
  }

  @Test func `a compositor that closes the socket is an error`() throws {
    var server: FakeServer? = try .withWindows()
    let connection = try #require(try server?.connect())
    server = nil
    let error = #expect(throws: ConnectionError.self) {
      try connection.pump(until: "the end") { false }
    }
    #expect(error?.isWorthRetrying == true)
  }

  @Test func `a compositor that hangs is given up`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    server.hang(true)
    #expect(throws: ConnectionError.noAnswer(after: .milliseconds(50))) {
      try connection.roundTrip(Connection.Wait(atMost: .milliseconds(50)))
    }
    server.hang(false)
    try connection.roundTrip()
  }

  @Test func `a silent compositor is reported once, and a signal ends the wait for it`() throws {
    let server = try FakeServer.withWindows()
    let connection = try server.connect()
    server.hang(true)
    var silences = 0
    #expect(throws: ConnectionError.noAnswer(after: .milliseconds(60))) {
      try connection.roundTrip(
        Connection.Wait(atMost: .milliseconds(60), silence: .milliseconds(20)) { _ in silences += 1 })
    }
    #expect(silences == 1)
    let signal = try Doorbell()
    signal.ring()
    #expect(throws: ConnectionError.interrupted) {
      try connection.roundTrip(Connection.Wait(interruption: signal.descriptor))
    }
    server.hang(false)
  }

  @Test func `a full socket waits for room to write and loses nothing`() throws {
    let window = try FakeWindow()
    window.server.hang(true)
    var sent = 0
    while !window.connection.isBlockedOnWriting && sent < 100_000 {
      window.surface.object.setBufferScale(scale: 1)
      sent += 1
      if sent % 100 == 0 { try window.connection.prepareToWait() }
    }
    #expect(window.connection.isBlockedOnWriting)
    window.server.hang(false)
    try window.connection.roundTrip()
    #expect(!window.connection.isBlockedOnWriting)
    #expect(window.server.count(WlSurface.self, "set_buffer_scale") == sent)
  }

  @Test func `a ping gets its pong`() throws {
    let window = try FakeWindow()
    try window.server.send(XdgWmBase.self, "ping", 77)
    try window.connection.roundTrip()
    try window.connection.roundTrip()
    #expect(window.server.last(XdgWmBase.self, "pong", 0..<1) == [77])
  }
}

struct ReconnectTests {
  @Test func `waits double, have a limit, and end`() {
    var schedule = ReconnectSchedule(firstDelay: .milliseconds(100), longestDelay: .milliseconds(500), attempts: 5)
    var delays: [Duration] = []
    while let delay = schedule.nextDelay() { delays.append(delay) }
    #expect(delays == [100, 200, 400, 500, 500].map { .milliseconds($0) })
    schedule.reset()
    #expect(schedule.nextDelay() == .milliseconds(100))
    var usual = ReconnectSchedule()
    var sum = Duration.zero
    while let delay = usual.nextDelay() { sum += delay }
    #expect(sum > .seconds(100) && sum < .seconds(150))
  }

  @Test func `after a loss everything is made anew on another connection`() throws {
    var lost: FakeWindow? = try FakeWindow()
    let source = WaylandTouchSource(surface: try #require(lost).surface)
    try lost?.draw()
    let connection = try #require(lost?.connection)
    try connection.roundTrip()
    lost?.server.close()
    let error = #expect(throws: ConnectionError.self) {
      try connection.pump(until: "the loss") { false }
    }
    #expect(error?.isWorthRetrying == true)
    let next = try FakeWindow()
    #expect(try next.draw() == .committed(1))
    // What is left of the old connection goes without harm, whatever goes first.
    lost = nil
    try source.dispatch(at: .zero) { _ in }
    #expect(try next.draw() == .committed(2))
  }
}
