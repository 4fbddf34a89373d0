import CPlatform
import CompositorRig
import Glibc
import Testing

@testable import OffhandWayland

struct KeyboardTests {
  /// The kernel's numbers of keys.
  private enum Key {
    static let escape: Int64 = 1
    static let y: Int64 = 21
  }

  private func press(_ key: Int64, on server: FakeServer) throws {
    try server.send(WlKeyboard.self, "key", 1, 1, .number(key), 1)
    try server.send(WlKeyboard.self, "key", 2, 2, .number(key), 0)
  }

  private func connect(_ server: FakeServer, layout: String) throws -> Connection {
    let connection = try server.connect()
    try server.send(WlSeat.self, "capabilities", 2)
    try connection.roundTrip()
    try connection.roundTrip()
    let (file, size) = try Keymap.file(layout: layout)
    defer { close(file) }
    try server.send(WlKeyboard.self, "keymap", 1, .number(Int64(file)), .number(size))
    return connection
  }

  @Test func `Escape is Escape, once a press`() throws {
    let server = try FakeServer.withWindows()
    let connection = try connect(server, layout: "us")
    try press(Key.escape, on: server)
    try connection.roundTrip()
    #expect(connection.seats.first?.takeKeyPresses().map(\.symbol) == [KeyPress.escape])
    #expect(connection.seats.first?.takeKeyPresses().isEmpty == true)
  }

  @Test(arguments: [("us", "y"), ("de", "z")])
  func `keys mean what the compositor's keymap says`(layout: String, letter: String) throws {
    let server = try FakeServer.withWindows()
    let connection = try connect(server, layout: layout)
    try press(Key.y, on: server)
    // Shift is held.
    try server.send(WlKeyboard.self, "modifiers", 3, 1, 0, 0, 0)
    try press(Key.y, on: server)
    try connection.roundTrip()
    #expect(connection.seats.first?.takeKeyPresses().map(\.text) == [letter, letter.uppercased()])
  }

  @Test func `a keyboard that goes takes its keys with it`() throws {
    let server = try FakeServer.withWindows()
    let connection = try connect(server, layout: "us")
    #expect(connection.seats.first?.hasKeyboard == true)
    try press(Key.escape, on: server)
    try server.send(WlSeat.self, "capabilities", 0)
    try connection.roundTrip()
    #expect(connection.seats.first?.hasKeyboard == false)
    #expect(connection.seats.first?.takeKeyPresses().isEmpty == true)
  }

  @Test func `unread key presses are kept up to a limit`() throws {
    let server = try FakeServer.withWindows()
    let connection = try connect(server, layout: "us")
    for _ in 0..<200 { try press(Key.escape, on: server) }
    try connection.roundTrip()
    #expect(connection.seats.first?.takeKeyPresses().count == 64)
    try press(Key.escape, on: server)
    try connection.roundTrip()
    #expect(connection.seats.first?.takeKeyPresses().count == 1)
  }

  @Test func `a keymap that cannot be read leaves keys without meaning`() throws {
    let server = try FakeServer.withWindows()
    let connection = try connect(server, layout: "us")
    let file = offhand_memfd_create("no keymap", 100)
    defer { close(file) }
    try server.send(WlKeyboard.self, "keymap", 1, .number(Int64(file)), 100)
    try press(Key.escape, on: server)
    try connection.roundTrip()
    #expect(connection.seats.first?.takeKeyPresses().isEmpty == true)
  }
}
