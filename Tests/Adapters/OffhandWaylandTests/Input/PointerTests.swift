import CompositorRig
import DesignCases
import Glibc
import Offhand
import Testing

@testable import OffhandWayland

/// The pointer as a finger, on a fake compositor whose surface is 640×480 pixels on 200×150 mm.
struct PointerTests {
  private final class Setup: TouchStage {
    init(capabilities: Int64 = 3, scale: Int64 = 1) throws {
      try super.init(.withWindows(scale: scale), input: .pointers)
      try offer(capabilities)
    }

    func offer(_ capabilities: Int64) throws {
      try window.server.send(WlSeat.self, "capabilities", .number(capabilities))
      try receive()
    }

    func enter(_ x: Double, _ y: Double) throws {
      try window.server.send(WlPointer.self, "enter", 7, surface, fixed(x), fixed(y))
    }

    func leave() throws { try window.server.send(WlPointer.self, "leave", 8, surface) }

    func motion(_ x: Double, _ y: Double, at time: Int64) throws {
      try window.server.send(WlPointer.self, "motion", .number(time), fixed(x), fixed(y))
      try window.server.send(WlPointer.self, "frame")
    }

    func button(_ code: Int64 = 0x110, isPressed: Bool, at time: Int64) throws {
      try window.server.send(WlPointer.self, "button", 9, .number(time), .number(code), isPressed ? 1 : 0)
      try window.server.send(WlPointer.self, "frame")
    }

    /// Sends a keymap and holds Control.
    func holdControl() throws {
      let (file, size) = try Keymap.file(layout: "us")
      defer { close(file) }
      try window.server.send(WlKeyboard.self, "keymap", 1, .number(Int64(file)), .number(size))
      try window.server.send(WlKeyboard.self, "modifiers", 1, 4, 0, 0, 0)
      try receive()
    }

    private func fixed(_ value: Double) -> FakeServer.Argument { .number(Int64(value * 256)) }
  }

  @Test func `an output of any scale has a pointer`() throws {
    let setup = try Setup(scale: Int64(Int32.max))
    try setup.enter(64, 64)
    try setup.motion(64, 64, at: 1)
    try setup.button(isPressed: true, at: 2)
    try setup.receive()
    #expect(setup.frames.last?.count == 1)
  }

  @Test(.recognition("N33")) func `the left button is a finger of the pointer, without a shape`() throws {
    let setup = try Setup()
    let device = try #require(setup.events.first?.added)
    #expect(device.name == "wl_pointer of seat0")
    try setup.enter(100, 100)
    try setup.motion(320, 240, at: 5)
    try setup.button(isPressed: true, at: 10)
    try setup.motion(352, 240, at: 20)
    // Beyond the edge: the compositor sends all motions here while the button is held.
    try setup.motion(352, 500, at: 30)
    try setup.button(isPressed: false, at: 40)
    try setup.motion(10, 10, at: 50)
    try setup.receive()
    #expect(setup.frames.map { $0.map(\.phase) } == [[.began], [.moved], [.moved], [.ended]])
    #expect(setup.frames.map { $0[0].position.x } == [100, 110, 110, 110])
    #expect(setup.frames[2][0].position.y == 156.25)
    #expect(setup.frames.allSatisfy { $0[0].tool == .pointer && $0[0].shape == nil && $0[0].device == device.id })
  }

  @Test(.recognition("N33")) func `other buttons, wheels and a pointer elsewhere touch nothing`() throws {
    let setup = try Setup()
    try setup.button(isPressed: true, at: 1)
    try setup.button(isPressed: false, at: 2)
    try setup.enter(100, 100)
    try setup.button(0x111, isPressed: true, at: 10)
    try setup.motion(200, 100, at: 15)
    try setup.window.server.send(WlPointer.self, "axis", 16, 0, 15.0)
    try setup.button(0x111, isPressed: false, at: 20)
    try setup.receive()
    #expect(setup.frames.isEmpty)
  }

  @Test(.recognition("N33"))
  func `a pointer that leaves with its button down, or is unplugged, cancels its touch`() throws {
    let setup = try Setup()
    try setup.enter(100, 100)
    try setup.button(isPressed: true, at: 10)
    try setup.receive()
    try setup.leave()
    try setup.button(isPressed: false, at: 20)
    try setup.enter(100, 100)
    try setup.button(isPressed: true, at: 30)
    try setup.receive()
    #expect(setup.frames.map { $0.map(\.phase) } == [[.began], [.cancelled], [.began]])
    try setup.offer(2)
    #expect(setup.frames.last?.map(\.phase) == [.cancelled])
    #expect(setup.events.last?.isRemoval == true)
    try setup.window.connection.roundTrip()
    #expect(setup.window.server.count(WlPointer.self, "release") == 1)
    try setup.offer(3)
    try setup.enter(100, 100)
    try setup.button(isPressed: true, at: 40)
    try setup.receive()
    #expect(setup.frames.last?.map(\.phase) == [.began])
    #expect(Set(setup.frames.flatMap { $0 }.map(\.id)).count == 3)
  }

  @Test(.recognition("N33"))
  func `a drag with Control held is two fingers that mirror each other about its start`() throws {
    let setup = try Setup()
    try setup.holdControl()
    try setup.enter(320, 240)
    try setup.button(isPressed: true, at: 10)
    try setup.motion(322, 240, at: 15)
    try setup.receive()
    #expect(setup.frames.isEmpty, "a drag of 2 pixels has no direction yet")
    for step in 1...10 { try setup.motion(322 + Double(step) * 10, 240, at: 15 + Int64(step)) }
    try setup.button(isPressed: false, at: 40)
    try setup.receive()
    #expect(setup.frames.first?.map(\.phase) == [.began, .began])
    #expect(setup.frames.last?.map(\.phase) == [.ended, .ended])
    var spans: [Double] = []
    for frame in setup.frames {
      try #require(frame.count == 2)
      let middle = frame[0].position + (frame[1].position - frame[0].position) / 2
      #expect(middle.distance(to: Point(x: 100, y: 75)) < 0.01)
      spans.append(frame[0].position.distance(to: frame[1].position))
    }
    #expect(zip(spans, spans.dropFirst(1).dropLast(1)).allSatisfy { $0 < $1 })
  }

  @Test(.recognition("N33")) func `Control counts as lifted when the keyboard goes to another program`() throws {
    let setup = try Setup()
    try setup.holdControl()
    try setup.window.server.send(WlKeyboard.self, "leave", 2, setup.surface)
    try setup.enter(320, 240)
    try setup.button(isPressed: true, at: 10)
    for step in 1...10 { try setup.motion(322 + Double(step) * 10, 240, at: 15 + Int64(step)) }
    try setup.receive()
    #expect(setup.frames.first?.count == 1)
  }

  @Test(.recognition("N33"))
  func `a seat's touch screen is listened to beside its pointer, so that wlroots emulates no pointer`() throws {
    let setup = try Setup(capabilities: 5)
    #expect(setup.window.server.objects(WlTouch.self) == 1)
    #expect(setup.window.server.objects(WlPointer.self) == 1)
  }

  @Test func `the cursor is hidden until the pointer moves, and again when a finger lands`() throws {
    let setup = try Setup(capabilities: 5)
    let server = setup.window.server
    func shown() throws -> Bool {
      try setup.receive()
      return server.last(WlPointer.self, "set_cursor", 1..<2) != [0]
    }
    try setup.enter(100, 100)
    #expect(try !shown())
    try setup.motion(110, 100, at: 1)
    #expect(try shown())
    let surface = FakeServer.Argument.object(try #require(server.object(WlSurface.self)))
    try server.send(WlTouch.self, "down", 1, 5, surface, 0, 0, 0)
    #expect(try !shown())
    try setup.motion(120, 100, at: 10)
    #expect(try shown())
    #expect(server.last(WlPointer.self, "set_cursor", 0..<1) == [7])
  }

  @Test(arguments: [0.0, 45, 90, 200])
  func `mirrored fingers part onwards, close back, and turn sideways`(direction: Double) throws {
    let middle = Point(x: 300, y: 200)
    let turn = Similarity(scale: 1, rotation: Angle(degrees: direction))
    func along(_ x: Double, _ y: Double) -> Vector { turn.apply(Point(x: x, y: y)) - .origin }
    #expect(MirroredFingers(middle, movedTo: middle + along(7, 0)) == nil)
    let fingers = try #require(MirroredFingers(middle, movedTo: middle + along(10, 0)))
    func offset(_ drag: Vector) -> Vector { fingers.positions(at: middle + drag)[0] - middle }
    let start = offset(along(10, 0))
    #expect(abs(start.length - 45) < 0.1)
    #expect(start.dx > 0 && start.dy < 0, "index above thumb, as a right hand has them")
    #expect(offset(along(100, 0)).length > 2 * start.length)
    let back = offset(along(-150, 0))
    #expect(back.length < start.length / 4 && back.length > 1 && back.dot(start) > 0)
    let turned = offset(along(10, 90))
    #expect(abs(turned.length - start.length) < 1e-9)
    #expect(abs(start.cross(turned) / start.lengthSquared - sin(1)) < 1e-9)
  }
}
