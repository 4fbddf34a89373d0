import Offhand
import OffhandPixman
import Testing

@testable import OffhandClient
@testable import OffhandWayland

/// A view on a surface of 640×480 pixels, 200×150 mm: what it receives of touches, mouse and pen, and what it does when the surface
/// moves, changes its size or goes.
struct ViewScreenTests {
  /// Remembers the touches that it is given, with their positions.
  struct LoggingView: TouchView {
    var log: [String] = []
    var size = Size.zero
    var phases: [String] = []

    mutating func layout(in environment: ViewEnvironment) { size = environment.bounds.size }
    mutating func process(_ frame: borrowing TouchFrame) {
      for index in frame.indices {
        let touch = frame[index]
        phases.append("\(touch.phase)")
        log.append("\(touch.phase) \(Int(touch.position.x.rounded())),\(Int(touch.position.y.rounded()))")
      }
    }
    mutating func advance(to time: Timestamp) {}
    var deadline: Timestamp? { nil }
    func isAnimating(at time: Timestamp) -> Bool { false }
    func draw(for frame: FrameTime, into list: inout DisplayList) {
      list.fill(Rect(origin: .origin, size: size), .white)
    }
  }

  /// Counts what a recorder would write.
  private final class Recorder: TouchObserver {
    var events = 0
    let isSatisfied = false
    let descriptor: Int32? = nil
    func receive(_ event: TouchSourceEvent) { events += 1 }
    func endBatch() {}
    func dispatch(at now: Timestamp) {}
  }

  /// A fake compositor with touch, pointer and, if asked for, a second output, and a view on a surface there.
  private final class Stage {
    let window: FakeWindow
    let screens: ViewScreens<LoggingView>
    let screen: ViewScreen<LoggingView>
    let recorder = Recorder()

    init(touches origin: TouchOrigin, outputs: Int = 1) throws {
      let server = try FakeServer.withWindows()
      server.offer(ZwpTabletManagerV2.self, version: 1)
      if outputs > 1 { server.offer(WlOutput.self, version: 4) }
      window = try FakeWindow(server)
      if outputs > 1 {
        try server.send(WlOutput.self, number: 1, "name", "FAKE-2")
        try server.send(WlOutput.self, number: 1, "done")
      }
      try server.send(WlSeat.self, "capabilities", 5)
      try window.connection.roundTrip()
      let renderer = Renderer(fonts: try FontBook())
      screens = ViewScreens(LoggingView()) { ViewHost($0, renderer: renderer) }
      screen = screens.add(outputName: nil)
      screen.show(
        on: window.window, of: window.connection.outputs.first, touches: origin, observer: recorder, comparedBy: nil,
        beside: screens)
      try turn()
    }

    var view: LoggingView { screen.host.view }

    /// A turn of the program: what the compositor sent is received, and a frame that is due is shown.
    func turn() throws {
      try window.connection.roundTrip()
      try window.connection.roundTrip()
      let now = monotonicNow()
      for feed in screen.feeds { try feed.dispatch(at: now) }
      screens.followWindows()
      if let due = screen.host.deadline { screen.host.advance(to: max(due, now)) }
      try screen.host.update(at: now)
      try window.connection.roundTrip()
    }

    /// An event of a finger on the surface, in pixels.
    func touch(_ event: String, _ id: Int64 = 0, _ x: Double = 0, _ y: Double = 0) throws {
      let surface = FakeServer.Argument.object(try #require(window.server.object(WlSurface.self)))
      let (x, y) = (FakeServer.Argument.number(Int64(x * 256)), FakeServer.Argument.number(Int64(y * 256)))
      switch event {
      case "down": try window.server.send(WlTouch.self, "down", 1, 5, surface, .number(id), x, y)
      case "motion": try window.server.send(WlTouch.self, "motion", 6, .number(id), x, y)
      default: try window.server.send(WlTouch.self, "up", 1, 7, .number(id))
      }
      try window.server.send(WlTouch.self, "frame")
      try turn()
    }

    /// Presses the mouse at (x, y) pixels.
    func press(_ x: Double, _ y: Double) throws {
      let surface = FakeServer.Argument.object(try #require(window.server.object(WlSurface.self)))
      let (x, y) = (FakeServer.Argument.number(Int64(x * 256)), FakeServer.Argument.number(Int64(y * 256)))
      try window.server.send(WlPointer.self, "enter", 7, surface, x, y)
      try window.server.send(WlPointer.self, "motion", 8, x, y)
      try window.server.send(WlPointer.self, "frame")
      try window.server.send(WlPointer.self, "button", 9, 9, 0x110, 1)
      try window.server.send(WlPointer.self, "frame")
      try turn()
    }

    /// The tip of a pen lands at (x, y) pixels.
    func land(penAt x: Double, _ y: Double) throws {
      let surface = FakeServer.Argument.object(try #require(window.server.object(WlSurface.self)))
      try window.server.send(ZwpTabletSeatV2.self, "tablet_added")
      try window.server.send(ZwpTabletSeatV2.self, "tool_added")
      try window.connection.roundTrip()
      try window.server.send(ZwpTabletToolV2.self, "type", 0x140)
      try window.server.send(ZwpTabletToolV2.self, "done")
      let tablet = FakeServer.Argument.object(try #require(window.server.object(ZwpTabletV2.self)))
      try window.server.send(ZwpTabletToolV2.self, "proximity_in", 1, tablet, surface)
      try window.server.send(ZwpTabletToolV2.self, "motion", .number(Int64(x * 256)), .number(Int64(y * 256)))
      try window.server.send(ZwpTabletToolV2.self, "down", 1)
      try window.server.send(ZwpTabletToolV2.self, "frame", 8)
      try turn()
    }

    /// The surface leaves one output and enters another, by their numbers.
    func move(from old: Int32? = nil, to new: Int32?) throws {
      for (event, number) in [("leave", old), ("enter", new)] {
        guard let number else { continue }
        let output = try #require(window.server.object(WlOutput.self, number))
        try window.server.send(WlSurface.self, event, .object(output))
      }
      try turn()
    }
  }

  private static func panel(_ id: UInt32, on output: String?, width: Double) -> TouchDevice {
    let surface = SurfaceGeometry(
      size: Size(width: width, height: width * 0.75), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    var device = TouchDevice(id: DeviceID(rawValue: id), name: "panel \(id)", surface: surface)
    device.output = output.map { OutputAssignment(name: $0, reason: .configured) }
    return device
  }

  private static func frame(_ id: UInt64, of device: UInt32) -> TouchFrame {
    var frame = TouchFrame(timestamp: Timestamp(seconds: 2000))
    frame.append(
      Touch(id: Touch.ID(rawValue: id), device: DeviceID(rawValue: device), phase: .began, position: .origin))
    return frame
  }

  // MARK: Resizing

  @Test func `a window is resized while fingers are down: they are taken away, and the next ones fit its new size`()
    throws
  {
    let stage = try Stage(touches: .compositor)
    try stage.touch("down", 0, 320, 240)
    try stage.touch("down", 1, 32, 24)
    try stage.window.configure(width: 320, height: 240)
    try stage.turn()
    #expect(stage.view.log.suffix(2) == ["cancelled 100,75", "cancelled 10,8"])
    #expect(stage.view.size == Size(width: 100, height: 75))
    #expect(stage.window.server.last(WlShmPool.self, "create_buffer", 2..<4) == [320, 240])
    let count = stage.view.log.count
    try stage.touch("motion", 0, 160, 120)
    try stage.touch("up", 0)
    try stage.touch("up", 1)
    #expect(stage.view.log.count == count, "what the cancelled fingers still do means nothing")
    try stage.touch("down", 0, 310, 230)
    #expect(stage.view.log.last == "began 97,72")
  }

  @Test func `a new scale of the output changes the pixels and leaves fingers where they are`() throws {
    let stage = try Stage(touches: .compositor)
    try stage.touch("down", 0, 320, 240)
    try stage.window.server.send(WlOutput.self, "scale", 2)
    try stage.window.server.send(WlOutput.self, "done")
    try stage.turn()
    // The mode has 640 pixels: a surface of 640 logical ones is now 400 mm wide, and its fingers are elsewhere.
    #expect(stage.window.server.last(WlShmPool.self, "create_buffer", 2..<4) == [1280, 960])
    #expect(stage.view.size == Size(width: 400, height: 300))
    #expect(stage.view.phases == ["began", "cancelled"])
    try stage.touch("up", 0)
    try stage.touch("down", 0, 320, 240)
    #expect(stage.view.log.last == "began 200,150")
  }

  @Test func `half the size at twice the scale is told to the compositor, though every pixel stays`() throws {
    let stage = try Stage(touches: .compositor)
    let pictures = stage.window.server.count(WlSurface.self, "attach")
    try stage.window.server.send(WlOutput.self, "scale", 2)
    try stage.window.server.send(WlOutput.self, "done")
    try stage.window.configure(width: 320, height: 240)
    try stage.turn()
    #expect(stage.view.size == Size(width: 200, height: 150))
    #expect(stage.window.server.last(WlSurface.self, "set_buffer_scale", 0..<1) == [2])
    #expect(stage.window.server.count(WlSurface.self, "attach") == pictures + 1)
  }

  // MARK: Outputs

  @Test func `a window that moves to another output has the millimetres and the fingers of that output's touch screen`()
    throws
  {
    let stage = try Stage(touches: .elsewhere, outputs: 2)
    stage.screens.receive(added: Self.panel(1, on: "FAKE-1", width: 220))
    stage.screens.receive(added: Self.panel(2, on: "FAKE-2", width: 440))
    try stage.move(to: 0)
    #expect(stage.view.size.width == 220)
    stage.screens.receive(Self.frame(10, of: 2))
    #expect(stage.view.log.isEmpty, "that touch screen is on the other output")
    try stage.move(from: 0, to: 1)
    #expect(stage.view.size.width == 440)
    stage.screens.receive(Self.frame(11, of: 1))
    #expect(stage.view.log.isEmpty)
    stage.screens.receive(Self.frame(12, of: 2))
    #expect(stage.view.log == ["began 0,0"])
  }

  @Test func `a window that no output shows keeps the touch screen of the last one`() throws {
    let stage = try Stage(touches: .elsewhere, outputs: 2)
    stage.screens.receive(added: Self.panel(1, on: "FAKE-1", width: 220))
    try stage.move(to: 0)
    try stage.move(from: 0, to: nil)
    stage.screens.receive(added: Self.panel(2, on: "FAKE-2", width: 440))
    stage.screens.receive(Self.frame(10, of: 2))
    #expect(stage.view.log.isEmpty && stage.view.size.width == 220)
  }

  @Test func `an overlay belongs to its output until that goes, or the compositor`() throws {
    let stage = try Stage(touches: .elsewhere, outputs: 2)
    let outputs = stage.window.connection.outputs
    try #require(outputs.count == 2)
    #expect(stage.screen.belongs(to: outputs[0]) && !stage.screen.belongs(to: outputs[1]))
    stage.screen.leave(at: Timestamp(seconds: 3000))
    #expect(stage.screen.belongs(to: outputs[0]), "one that was closed there stays closed")
    stage.screen.forgetOutput()
    #expect(!stage.screen.belongs(to: outputs[0]), "another compositor may use the same number")
  }

  @Test func `the screen of an overlay that becomes a window has the fingers and the mouse of its output`() throws {
    let stage = try Stage(touches: .elsewhere, outputs: 2)
    let other = stage.screens.add(outputName: "HDMI-A-1")
    #expect(other.shownOn == "HDMI-A-1")
    other.becomeWindow()
    #expect(other.shownOn == nil)
    let window = ToplevelSurface(
      stage.window.connection, title: "Other", applicationID: "test", extent: .fullscreen(on: nil))
    other.show(on: window, of: nil, touches: .elsewhere, observer: nil, comparedBy: nil, beside: stage.screens)
    #expect(other.feeds.count == 2, "of the pointer and of pens")
  }

  // MARK: Sources

  @Test func `a finger and the mouse on a surface that goes are taken away, and nothing is drawn any more`() throws {
    let stage = try Stage(touches: .compositor)
    try stage.touch("down", 0, 32, 24)
    try stage.press(320, 240)
    #expect(stage.view.phases.count { $0 == "began" } == 2)
    stage.screen.leave(at: Timestamp(seconds: 3000))
    #expect(stage.view.phases.count { $0 == "cancelled" } == 2)
    #expect(stage.screen.surface == nil && stage.screen.feeds.isEmpty)
    let frames = stage.screen.host.frames
    stage.screen.host.change { $0.size = Size(width: 50, height: 50) }
    try stage.screen.host.update(at: monotonicNow() + .seconds(1))
    #expect(stage.screen.host.frames == frames)
  }

  @Test func `touches on no known output reach a screen that is seen, once the first one is gone`() throws {
    let stage = try Stage(touches: .elsewhere)
    stage.screens.receive(added: Self.panel(1, on: nil, width: 220))
    let second = stage.screens.add(outputName: nil)
    let window = ToplevelSurface(
      stage.window.connection, title: "Other", applicationID: "test", extent: .fullscreen(on: nil))
    second.show(on: window, of: nil, touches: .elsewhere, observer: nil, comparedBy: nil, beside: stage.screens)
    stage.screen.leave(at: Timestamp(seconds: 1500))
    stage.screens.receive(Self.frame(10, of: 1))
    #expect(stage.view.log.isEmpty && second.host.view.log == ["began 0,0"])
  }

  @Test func `the mouse joins the frames of the fingers, wherever those come from`() throws {
    for origin in [TouchOrigin.compositor, .elsewhere] {
      let stage = try Stage(touches: origin)
      let panel = OneFinger()
      let feed = TouchFeed(panel, habits: .libinput, in: stage.screens.frames, receiver: stage.screens)
      if origin == .compositor { try stage.touch("down", 0, 32, 24) } else { try feed.dispatch(at: .zero) }
      try stage.press(320, 240)
      #expect(stage.view.phases.suffix(2) == ["stationary", "began"], "\(origin): \(stage.view.log)")
    }
  }

  @Test func `the mouse is where it points, in the millimetres of the touch screen`() throws {
    let stage = try Stage(touches: .elsewhere)
    stage.screens.receive(added: Self.panel(1, on: nil, width: 400))
    try stage.turn()
    try stage.press(320, 240)
    #expect(stage.view.size.width == 400)
    #expect(stage.view.log == ["began 200,150"])
  }

  @Test func `a pen is a touch beside the fingers, and is taken away with the surface`() throws {
    let stage = try Stage(touches: .compositor)
    try stage.touch("down", 0, 32, 24)
    try stage.land(penAt: 320, 240)
    #expect(stage.view.log.suffix(2) == ["stationary 10,8", "began 100,75"])
    stage.screen.leave(at: Timestamp(seconds: 3000))
    #expect(stage.view.phases.count { $0 == "cancelled" } == 2 && stage.screen.feeds.isEmpty)
  }

  @Test func `a recorder receives the compositor's touches where the program takes them, and not otherwise`() throws {
    let own = try Stage(touches: .compositor)
    try own.touch("down", 0, 32, 24)
    #expect(own.recorder.events >= 3, "the device, the touch and the end of its frame")
    let other = try Stage(touches: .elsewhere)
    try other.touch("down", 0, 32, 24)
    #expect(other.recorder.events == 0 && other.view.log.isEmpty)
  }
}

/// A touch screen on which one finger lands, in the first batch.
private final class OneFinger: TouchSource {
  let descriptor: Int32? = nil
  let deadline: Timestamp? = nil
  private let device = TouchDevice(
    id: DeviceID(rawValue: 5), name: "panel",
    surface: SurfaceGeometry(size: Size(width: 200, height: 150), pixelWidth: 0, pixelHeight: 0, provenance: .device))

  func dispatch(at now: Timestamp, _ body: (TouchSourceEvent) -> Void) {
    body(.deviceAdded(device))
    body(.touch(TouchEvent(device: device.id, slot: 0, timestamp: now, kind: .down(Point(x: 10, y: 10)))))
    body(.frame(device.id, now))
  }
}
