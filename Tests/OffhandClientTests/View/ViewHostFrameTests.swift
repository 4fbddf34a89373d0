import Offhand
import OffhandPixman
import OffhandWayland
import Testing

@testable import OffhandClient

/// When a view is laid out, told, advanced and drawn.
struct ViewHostFrameTests {
  /// Writes down what happens to it; draws a white square on black.
  private struct LoggingView: TouchView {
    var log: [String] = []
    /// The time in milliseconds of the frame of each line of `log` that is about a touch.
    var times: [Int64] = []
    var layouts = 0
    var width = 0.0
    var columns: Int32 = 0
    var place = Point(x: 20, y: 20)
    var deadline: Timestamp?
    var isComplete = true

    mutating func layout(in environment: ViewEnvironment) {
      layouts += 1
      width = environment.bounds.width
      columns = environment.grid.width
    }
    mutating func process(_ frame: borrowing TouchFrame) {
      for index in frame.indices where frame[index].phase != .stationary {
        log.append("\(frame[index].id.rawValue) \(frame[index].phase) \(Int(width))")
        times.append(frame.timestamp.nanoseconds / 1_000_000)
      }
    }
    mutating func advance(to time: Timestamp) {
      log.append("advance")
      deadline = nil
    }
    func isAnimating(at time: Timestamp) -> Bool { false }
    func draw(for frame: FrameTime, into list: inout DisplayList) {
      list.fill(Rect(x: 0, y: 0, width: 1000, height: 1000), .black)
      list.fill(Rect(center: place, size: Size(width: 4, height: 4)), .white)
    }
  }

  private let window = StubWindow(width: 200, height: 100)

  private func host(
    _ view: LoggingView = LoggingView(), filters: Set<ChosenFilters.Kind> = [], posture: Posture? = nil
  ) throws -> ViewHost<LoggingView> {
    ViewHost(
      view, on: window, posture: posture, filters: ChosenFilters(filters), renderer: Renderer(fonts: try FontBook()))
  }

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  private static func frame(_ touches: [(UInt64, Touch.Phase)], at milliseconds: Int64) -> TouchFrame {
    var frame = TouchFrame(timestamp: time(milliseconds))
    for (id, phase) in touches {
      var touch = Touch(id: Touch.ID(rawValue: id), position: Point(x: 30 * Double(id % 2), y: 10))
      touch.landingTime = frame.timestamp
      touch.phase = phase
      frame.append(touch)
    }
    return frame
  }

  private static func device(_ width: Double) -> TouchDevice {
    let surface = SurfaceGeometry(
      size: Size(width: width, height: width / 2), pixelWidth: 0, pixelHeight: 0, provenance: .device)
    return TouchDevice(id: DeviceID(rawValue: 1), name: "panel", surface: surface)
  }

  /// A host on whose panel contacts were lost twice, so that lifts wait from now on. Finger 5 is down.
  private func hostOfFaultyPanel(_ view: LoggingView = LoggingView()) throws -> ViewHost<LoggingView> {
    let host = try host(view, filters: [.glitch])
    for (id, start) in [(UInt64(1), Int64(0)), (3, 16)] {
      host.receive(Self.frame([(id, .began)], at: start))
      host.receive(Self.frame([(id, .ended)], at: start + 8))
    }
    host.receive(Self.frame([(5, .began)], at: 32))
    return host
  }

  // MARK: Filters

  @Test func `a lift that a filter withholds comes at its own time`() throws {
    let host = try hostOfFaultyPanel()
    host.receive(Self.frame([(5, .ended)], at: 48))
    #expect(host.view.log.last == "5 began 100")
    #expect(host.deadline == Self.time(88))
    host.advance(to: Self.time(88))
    #expect(host.view.log.contains("5 ended 100"))
    #expect(host.deadline == nil)
  }

  @Test func `lifts that a filter withheld come before the frame that follows`() throws {
    let host = try hostOfFaultyPanel()
    host.receive(Self.frame([(5, .stationary), (6, .began)], at: 40))
    host.receive(Self.frame([(5, .ended), (6, .stationary)], at: 48))
    host.receive(Self.frame([(6, .ended)], at: 60))
    host.receive(Self.frame([(8, .began)], at: 500))
    #expect(host.view.log.suffix(3) == ["5 ended 100", "6 ended 100", "8 began 100"])
    let times = Array(host.view.times.suffix(3))
    #expect(times[0] <= times[1] && times[1] < 500 && times[2] == 500, "\(times)")
  }

  @Test func `a view is not advanced while a contact may be lost for a moment only`() throws {
    var view = LoggingView()
    view.deadline = Self.time(55)
    let host = try hostOfFaultyPanel(view)
    host.receive(Self.frame([(5, .stationary), (6, .began)], at: 40))
    host.receive(Self.frame([(5, .ended), (6, .stationary)], at: 44))
    host.receive(Self.frame([(6, .ended)], at: 50))
    #expect(host.deadline == Self.time(84))
    host.advance(to: Self.time(84))
    #expect(!host.view.log.contains("advance"))
    host.advance(to: Self.time(90))
    #expect(host.view.log.contains("advance"))
  }

  // MARK: Frames

  @Test func `another window gets all of the view, laid out for it`() throws {
    let host = try host()
    try host.update(at: .zero)
    window.opportunity = .at(Self.time(50))
    host.change { $0.place.x = 40 }
    try host.update(at: Self.time(8))
    #expect(host.deadline == Self.time(50))
    let other = StubWindow(width: 400, height: 200)
    host.move(to: other)
    #expect(host.deadline == nil, "the time of a frame was that of the old window")
    try host.update(at: Self.time(16))
    #expect(other.damages == [Damage(PixelRect(x: 0, y: 0, width: 400, height: 200))])
    #expect(host.view.columns == 400)
  }

  @Test func `another window of the same size gets all of the view as well`() throws {
    let host = try host()
    try host.update(at: .zero)
    let other = StubWindow(width: 200, height: 100)
    host.move(to: other)
    try host.update(at: Self.time(16))
    #expect(other.damages == [Damage(PixelRect(x: 0, y: 0, width: 200, height: 100))])
    #expect(host.view.layouts == 2)
  }

  @Test func `a frame that is due later is drawn then, and an earlier deadline of the view comes first`() throws {
    var view = LoggingView()
    view.deadline = Self.time(3)
    let host = try host(view)
    window.opportunity = .at(Self.time(5))
    try host.update(at: .zero)
    #expect(host.deadline == Self.time(3))
    host.advance(to: Self.time(3))
    #expect(host.deadline == Self.time(5))
    window.opportunity = .now
    try host.update(at: Self.time(4))
    #expect(window.damages.isEmpty)
    host.advance(to: Self.time(5))
    try host.update(at: Self.time(5))
    #expect(window.damages.count == 1)
  }

  @Test func `a window that asks for a frame gets one, in which a new buffer is drawn whole`() throws {
    let host = try host()
    try host.update(at: .zero)
    window.clear()
    window.needsFrame = true
    window.missing = nil
    try host.update(at: Self.time(8))
    #expect(window.pixel(150, 80) == 0xFF00_0000)
    #expect(window.pixel(40, 40) == 0xFFFF_FFFF)
  }

  @Test func `a buffer is drawn where it lacks what is new, and nowhere else`() throws {
    let host = try host()
    try host.update(at: .zero)
    window.clear()
    window.missing = Damage(PixelRect(x: 100, y: 50, width: 10, height: 10))
    host.change { $0.place = Point(x: 60, y: 20) }
    try host.update(at: Self.time(8))
    #expect(window.pixel(105, 55) == 0xFF00_0000)
    #expect(window.pixel(120, 40) == 0xFFFF_FFFF)
    #expect(window.pixel(190, 90) == 0)
  }

  @Test func `the first frame is told once, and the first complete one once`() throws {
    let host = try host(LoggingView(isComplete: false))
    var told: [String] = []
    host.onFirstFrame = { _ in told.append("first after \(host.frames)") }
    host.onCompleteFrame = { _ in told.append("complete after \(host.frames)") }
    for step in 0..<4 {
      host.change {
        $0.place.x = 20 + Double(step)
        $0.isComplete = step >= 2
      }
      try host.update(at: Self.time(Int64(step) * 16))
    }
    #expect(told == ["first after 1", "complete after 3"])
    #expect(host.frames == 4)
  }

  // MARK: Sizes

  @Test func `a view is laid out when its size changes, before the touches that follow, and not otherwise`() throws {
    let host = try host()
    try host.update(at: .zero)
    try host.update(at: Self.time(8))
    #expect(host.view.layouts == 1)
    host.receive(added: Self.device(400))
    host.receive(Self.frame([(1, .began)], at: 16))
    #expect(host.view.log == ["1 began 400"])
    host.receive(removed: DeviceID(rawValue: 1))
    host.receive(Self.frame([(1, .ended)], at: 24))
    #expect(host.view.log.last == "1 ended 100")
    #expect(host.view.layouts == 3)
  }

  @Test func `a change of posture is reported: it follows the touch screen's size unless it was stated`() throws {
    let host = try host()
    var told: [PanelPosture] = []
    host.onPosture = { told.append($0) }
    try host.update(at: .zero)
    host.receive(added: Self.device(400))
    try host.update(at: Self.time(8))
    window.geometry?.height = 90
    try host.update(at: Self.time(16))
    #expect(told.map(\.provenance) == [.unknown, .assumed(from: Size(width: 400, height: 200))])
    let stated = try self.host(posture: .kiosk)
    stated.onPosture = { told.append($0) }
    try stated.update(at: .zero)
    #expect(told.last?.provenance == .stated && told.last?.posture == .kiosk)
  }
}

/// A window whose answers a test sets, two pixels a millimetre.
private final class StubWindow: Window {
  var geometry: WindowGeometry?
  var needsFrame = true
  var opportunity = FrameOpportunity.now
  /// What the next buffer lacks; `nil` for a new one.
  var missing: Damage?
  private(set) var damages: [Damage] = []
  private let pixels: UnsafeMutablePointer<UInt32>
  private let count: Int
  private let width: Int

  init(width: Int, height: Int) {
    let surface = SurfaceGeometry(
      size: Size(width: Double(width) / 2, height: Double(height) / 2), pixelWidth: Double(width),
      pixelHeight: Double(height), provenance: .output)
    geometry = WindowGeometry(surface: surface, width: Int32(width), height: Int32(height))
    self.width = width
    count = width * height
    pixels = .allocate(capacity: count)
    pixels.initialize(repeating: 0, count: count)
  }

  deinit { pixels.deallocate() }

  func clear() { pixels.update(repeating: 0, count: count) }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  func opportunity(at now: Timestamp, continuing: Bool) -> FrameOpportunity { opportunity }

  func frameTime(at now: Timestamp) -> FrameTime { FrameTime(now: now, presentation: now) }

  func draw(_ body: (WindowBuffer) -> Damage) -> DrawOutcome {
    let damage = body(WindowBuffer(memory: pixels, stride: width * 4, missing: missing))
    let isAskedFor = needsFrame
    needsFrame = false
    missing = Damage()
    if damage.isEmpty && !isAskedFor { return .unchanged }
    damages.append(damage)
    return .committed(damages.count)
  }
}
