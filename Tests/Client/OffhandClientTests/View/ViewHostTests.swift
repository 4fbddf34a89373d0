import Glibc
import Offhand
import OffhandPixman
import Testing
@testable import OffhandClient
@testable import OffhandWayland

struct ViewHostTests {
  /// A square that fades in for 100 ms from `start` on, and that moves to the first finger.
  struct FadingView: TouchView {
    var start: Timestamp?
    var place = Point(x: 10, y: 10)
    var environment: ViewEnvironment?
    var deadline: Timestamp?

    mutating func layout(in environment: ViewEnvironment) { self.environment = environment }
    mutating func process(_ frame: borrowing TouchFrame) {
      if frame.count > 0 { place = frame[0].position }
    }
    mutating func advance(to time: Timestamp) {
      deadline = nil
      start = time
    }
    func isAnimating(at time: Timestamp) -> Bool { start.map { time.seconds(since: $0) < 0.1 } ?? false }
    func draw(for frame: FrameTime, into list: inout DisplayList) {
      guard let environment else { return }
      let time = frame.presentation
      list.fill(environment.bounds, .black)
      let opacity = start.map { min(1, max(0, time.seconds(since: $0) / 0.1)) } ?? 1
      guard opacity > 0 else { return }
      list.fill(Rect(center: place, size: Size(width: 4, height: 4)), Color(white: 1, alpha: Float(opacity)))
    }
  }

  let window = MemoryWindow(width: 200, height: 100, size: Size(width: 100, height: 50))

  func host(_ view: FadingView = FadingView()) throws -> ViewHost<FadingView> {
    ViewHost(view, on: window, renderer: Renderer(fonts: try FontBook()))
  }

  static func frame(at place: Point) -> TouchFrame {
    var frame = TouchFrame(timestamp: .zero)
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: place))
    return frame
  }

  static func seconds(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  /// Calls back while it processes touches.
  private struct CallingView: QuietView {
    var log: [Int] = []
    var onTouch: () -> Void = {}

    mutating func process(_ frame: borrowing TouchFrame) { onTouch() }
  }

  @Test func `a view that is changed in the middle of its own method ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let host = ViewHost(CallingView(), renderer: Renderer(fonts: try FontBook()))
      host.change { $0.onTouch = { [unowned host] in host.change { $0.log.append(1) } } }
      host.receive(ViewHostTests.frame(at: .origin))
    }
  }

  @Test func `a program that cannot start ends with exit code 1`() async {
    await #expect(processExitsWith: .exitCode(1)) {
      unsetenv("WAYLAND_SOCKET")
      setenv("WAYLAND_DISPLAY", "/nowhere", 1)
      ViewProgram.main(FadingView(), title: "Test", input: TouchInput(.wayland))
    }
  }

  @Test func `the first frame shows everything, and then nothing is drawn until something happens`() throws {
    let host = try host()
    var shown = 0
    host.onFirstFrame = { _ in shown += 1 }
    try host.update(at: .zero)
    window.frameDone()
    for second in 1...5 { try host.update(at: ViewHostTests.seconds(Double(second))) }
    #expect(window.damages == [Damage(PixelRect(x: 0, y: 0, width: 200, height: 100))])
    #expect(shown == 1)
    #expect(host.deadline == nil)
  }

  @Test func `a touch is seen in the next frame, of which only its area is drawn`() throws {
    let host = try host()
    try host.update(at: .zero)
    window.frameDone()
    host.receive(ViewHostTests.frame(at: Point(x: 80, y: 40)))
    try host.update(at: ViewHostTests.seconds(0.01))
    #expect(window.pixel(160, 80) == 0xFFFF_FFFF)
    #expect(window.pixel(20, 20) == 0xFF00_0000)
    // Eight pixels, and the one more that damage takes on every side.
    let twoSquares: Int64 = 2 * 10 * 10
    #expect(window.damages.last?.area == twoSquares)
  }

  @Test func `an animation is drawn up to and including its last state`() throws {
    var view = FadingView()
    view.deadline = ViewHostTests.seconds(1)
    let host = try host(view)
    try host.update(at: .zero)
    window.frameDone()
    #expect(host.deadline == ViewHostTests.seconds(1))
    host.advance(to: ViewHostTests.seconds(1))
    for frame in 0...12 {
      try host.update(at: ViewHostTests.seconds(1 + Double(frame) * 0.016))
      window.frameDone()
    }
    #expect(window.pixel(20, 20) == 0xFFFF_FFFF)
    // Everything at first, the square going, then 0.016 to 0.096, and white at 0.112.
    #expect(window.damages.count == 1 + 1 + 6 + 1)
    #expect(host.deadline == nil)
  }

  /// A view that animates at 1.05 s, of which nothing is seen.
  private func unseen() throws -> ViewHost<FadingView> {
    var view = FadingView(start: ViewHostTests.seconds(1))
    view.place = Point(x: 1000, y: 1000)
    let host = try host(view)
    try host.update(at: .zero)
    window.frameDone()
    host.receive(ViewHostTests.frame(at: Point(x: 2000, y: 1000)))
    try host.update(at: ViewHostTests.seconds(1.05))
    #expect(window.damages.count == 1)
    return host
  }

  @Test func `an animation of which nothing is seen yet is driven on by time`() throws {
    let host = try unseen()
    let next = try #require(host.deadline)
    #expect(next > ViewHostTests.seconds(1.05))
    host.advance(to: next)
    #expect(host.deadline != next)
  }

  @Test func `a touch does not wait for an animation of which nothing is seen yet`() throws {
    let host = try unseen()
    host.receive(ViewHostTests.frame(at: Point(x: 20, y: 20)))
    try host.update(at: ViewHostTests.seconds(1.055))
    #expect(window.damages.count == 2)
  }

  @Test func `an animation is drawn as it is when it is seen`() throws {
    window.delay = .milliseconds(40)
    let host = try host(FadingView(start: .zero))
    try host.update(at: .zero)
    let gray = window.pixel(20, 20) & 0xFF
    #expect(abs(Int(gray) - 102) < 3, "40 of 100 ms")
  }

  @Test func `frames that continue an animation wait for the compositor where touches do not`() throws {
    window.isImmediate = true
    let host = try host(FadingView(start: .zero))
    try host.update(at: .zero)
    try host.update(at: ViewHostTests.seconds(0.01))
    #expect(window.damages.count == 1)
    host.receive(ViewHostTests.frame(at: Point(x: 30, y: 10)))
    try host.update(at: ViewHostTests.seconds(0.02))
    #expect(window.damages.count == 2)
    window.frameDone()
    try host.update(at: ViewHostTests.seconds(0.03))
    #expect(window.damages.count == 3)
  }
}

struct TouchedSurfaceTests {
  static func geometry(_ width: Double, _ provenance: SurfaceGeometry.Provenance) -> SurfaceGeometry {
    SurfaceGeometry(
      size: Size(width: width, height: width / 2), pixelWidth: 1000, pixelHeight: 500, provenance: provenance)
  }

  static func device(_ id: UInt32, _ width: Double, _ provenance: SurfaceGeometry.Provenance) -> TouchDevice {
    var surface = geometry(width, provenance)
    surface.pixelWidth = 0
    return TouchDevice(id: DeviceID(rawValue: id), name: "panel", surface: surface)
  }

  @Test func `a touch screen that knows its size is believed more than the output, and keeps the output's pixels`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .output)
    surface.update(TouchedSurfaceTests.device(1, 200, .device))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(200, .device))
  }

  @Test func `a touch screen that guesses does not overrule the output`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .output)
    surface.update(TouchedSurfaceTests.device(1, 200, .assumed))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(300, .output))
  }

  @Test func `a second guess does not overrule the first, and a size that was stated overrules all`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .output)
    surface.update(TouchedSurfaceTests.device(1, 200, .device))
    surface.update(TouchedSurfaceTests.device(2, 250, .device))
    #expect(surface.geometry?.size.width == 200)
    surface.update(TouchedSurfaceTests.device(3, 280, .configured))
    #expect(surface.geometry?.size.width == 280 && surface.isMeasured)
  }

  @Test func `what a touch screen knew goes with it`() {
    var surface = TouchedSurface()
    surface.output = TouchedSurfaceTests.geometry(300, .assumed)
    surface.update(TouchedSurfaceTests.device(1, 200, .device))
    surface.update(TouchedSurfaceTests.device(1, 250, .device))
    #expect(surface.geometry?.size.width == 250)
    surface.remove(DeviceID(rawValue: 1))
    #expect(surface.geometry == TouchedSurfaceTests.geometry(300, .assumed))
    #expect(!surface.isMeasured)
  }
}

/// A window in memory that shows frames when it is told to.
final class MemoryWindow: Window {
  var geometry: WindowGeometry?
  var isReady = true
  /// Whether it takes frames that continue an animation, and others, at any time.
  var isImmediate = false
  /// When a frame may be drawn, whatever the compositor has shown; `nil` leaves it to that.
  var opportunity: FrameOpportunity?
  var needsFrame = true
  /// What the next buffer lacks; `nil` for a new one.
  var missing: Damage?
  /// Whether the compositor holds every buffer.
  var isStarved = false
  /// The time from the drawing of a frame to its presentation.
  var delay = Duration.zero
  private(set) var damages: [Damage] = []
  /// What the compositor says next of frames that were seen.
  var presentations: [Presentation] = []
  private let pixels: UnsafeMutablePointer<UInt32>
  private let width: Int
  private let count: Int

  init(width: Int, height: Int, size: Size) {
    let surface = SurfaceGeometry(
      size: size, pixelWidth: Double(width), pixelHeight: Double(height), provenance: .output)
    geometry = WindowGeometry(surface: surface, width: Int32(width), height: Int32(height))
    (self.width, count) = (width, width * height)
    pixels = .allocate(capacity: count)
    pixels.initialize(repeating: 0, count: count)
  }

  deinit { pixels.deallocate() }

  func clear() { pixels.update(repeating: 0, count: count) }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  func opportunity(at now: Timestamp, continuing: Bool) -> FrameOpportunity {
    opportunity ?? (isReady || isImmediate && !continuing ? .now : .later)
  }

  func frameTime(at now: Timestamp) -> FrameTime { FrameTime(now: now, presentation: now + delay) }

  func takePresentations() -> [Presentation] {
    defer { presentations = [] }
    return presentations
  }

  /// The compositor has shown the frame.
  func frameDone() { isReady = true }

  func draw(_ body: (PixelBuffer) -> Damage) -> DrawOutcome {
    if isStarved { return .starved }
    let damage = body(
      PixelBuffer(
        width: Int32(width), height: Int32(count / width), stride: width * 4, age: 0, missing: missing, memory: pixels))
    let isAskedFor = needsFrame
    needsFrame = false
    missing = Damage()
    if damage.isEmpty && !isAskedFor { return .unchanged }
    damages.append(damage)
    isReady = false
    return .committed(damages.count)
  }
}
