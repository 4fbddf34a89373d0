import Offhand
import OffhandPixman
import Testing

@testable import OffhandClient
@testable import OffhandWayland

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
    var isMoving = false
    /// What the view was told of its surroundings.
    var surroundings = ""
    /// The presentations of the frames that were shown, in milliseconds.
    var shown: [Int64] = []

    mutating func layout(in environment: ViewEnvironment) {
      layouts += 1
      width = environment.bounds.width
      columns = environment.grid.width
      surroundings =
        "\(environment.backdrop) \(environment.posture == .kiosk ? "kiosk" : "table") \(environment.prediction) "
        + (environment.theme == Theme.light.fitting(.kiosk) ? "large and light" : "dark")
    }
    mutating func didShow(_ frame: FrameTime) { shown.append(frame.presentation.nanoseconds / 1_000_000) }
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
    func isAnimating(at time: Timestamp) -> Bool { isMoving }
    func draw(for frame: FrameTime, into list: inout DisplayList) {
      list.fill(Rect(x: 0, y: 0, width: 1000, height: 1000), .black)
      list.fill(Rect(center: place, size: Size(width: 4, height: 4)), .white)
    }
  }

  private let window = MemoryWindow(width: 200, height: 100)

  private func host(
    _ view: LoggingView = LoggingView(), filters: Set<ChosenFilters.Kind> = [], posture: Posture? = nil
  ) throws -> ViewHost<LoggingView> {
    ViewHost(
      view, on: window, posture: posture, filters: ChosenFilters(filters), renderer: Renderer(fonts: try FontBook()))
  }

  /// A host whose view is on the screen.
  private func shown() throws -> ViewHost<LoggingView> {
    let host = try host()
    try host.update(at: .zero)
    return host
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

  // MARK: Presentations

  @Test func `a view is told which of its frames was seen, and when`() throws {
    window.isImmediate = true
    let host = try host()
    var seen: [[Int64]] = []
    host.onPresented = { _, frame, time in seen.append([frame.now, time].map { $0.nanoseconds / 1_000_000 }) }
    for moment in [0, 8, 16] as [Int64] {
      host.change { $0.place.x += 4 }
      try host.update(at: Self.time(moment))
    }
    window.presentations = [Presentation(commits: 1...2, time: Self.time(20))]
    try host.update(at: Self.time(24))
    try host.update(at: Self.time(32))
    #expect(seen == [[8, 20]])
  }

  @Test func `a frame that was shown on an earlier window is not the one that is seen on the next`() throws {
    let host = try host()
    var seen: [[Int64]] = []
    host.onPresented = { _, frame, time in seen.append([frame.now, time].map { $0.nanoseconds / 1_000_000 }) }
    try host.update(at: .zero)
    let other = MemoryWindow(width: 200, height: 100)
    host.move(to: other)
    try host.update(at: Self.time(16))
    other.presentations = [Presentation(commits: 1...1, time: Self.time(28))]
    try host.update(at: Self.time(32))
    #expect(seen == [[16, 28]])
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
    let host = try shown()
    window.opportunity = .at(Self.time(50))
    host.change { $0.place.x = 40 }
    try host.update(at: Self.time(8))
    #expect(host.deadline == Self.time(50))
    let other = MemoryWindow(width: 400, height: 200)
    host.move(to: other)
    #expect(host.deadline == nil, "the time of a frame was that of the old window")
    try host.update(at: Self.time(16))
    #expect(other.damages == [Damage(PixelRect(x: 0, y: 0, width: 400, height: 200))])
    #expect(host.view.columns == 400)
  }

  @Test func `another window of the same size gets all of the view as well`() throws {
    let host = try shown()
    let other = MemoryWindow(width: 200, height: 100)
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
    let host = try shown()
    window.clear()
    window.needsFrame = true
    window.missing = nil
    try host.update(at: Self.time(8))
    #expect(window.pixel(150, 80) == 0xFF00_0000)
    #expect(window.pixel(40, 40) == 0xFFFF_FFFF)
  }

  @Test func `a buffer is drawn where it lacks what is new, and nowhere else`() throws {
    let host = try shown()
    window.clear()
    window.missing = Damage(PixelRect(x: 100, y: 50, width: 10, height: 10))
    host.change { $0.place = Point(x: 60, y: 20) }
    try host.update(at: Self.time(8))
    #expect(window.pixel(105, 55) == 0xFF00_0000)
    #expect(window.pixel(120, 40) == 0xFFFF_FFFF)
    #expect(window.pixel(190, 90) == 0)
  }

  @Test func `a frame for which no buffer is free is drawn as soon as one is`() throws {
    let host = try shown()
    window.isStarved = true
    host.change { $0.place = Point(x: 60, y: 20) }
    try host.update(at: Self.time(8))
    #expect(host.frames == 1)
    window.isStarved = false
    try host.update(at: Self.time(16))
    #expect(host.frames == 2 && window.pixel(120, 40) == 0xFFFF_FFFF)
  }

  @Test func `a frame that was asked for and not given waits for the compositor, with all that happens meanwhile`()
    throws
  {
    let host = try shown()
    window.opportunity = .later
    for step in 1...3 {
      host.change { $0.place.x = 20 + 10 * Double(step) }
      try host.update(at: Self.time(Int64(step) * 8))
    }
    #expect(host.frames == 1 && host.deadline == nil)
    window.opportunity = .now
    try host.update(at: Self.time(40))
    #expect(host.frames == 2 && window.pixel(100, 40) == 0xFFFF_FFFF && window.pixel(40, 40) == 0xFF00_0000)
  }

  @Test func `a view knows for when it was shown last, also where nothing changed`() throws {
    let host = try shown()
    host.change { $0.place.x = 40 }
    try host.update(at: Self.time(8))
    host.change { _ in }
    try host.update(at: Self.time(16))
    #expect(host.view.shown == [12, 20, 28])
  }

  @Test func `a program is busy while its view moves, waits or owes a frame`() throws {
    let host = try host()
    #expect(host.isBusy(at: .zero), "the first frame")
    try host.update(at: .zero)
    #expect(!host.isBusy(at: .zero))
    host.change { $0.deadline = Self.time(500) }
    try host.update(at: Self.time(8))
    #expect(host.isBusy(at: Self.time(8)), "a long press that has not begun")
    host.change {
      $0.deadline = nil
      $0.isMoving = true
      $0.place.x = 40
    }
    try host.update(at: Self.time(16))
    #expect(host.isBusy(at: Self.time(16)), "a picture that slides")
    host.change { $0.isMoving = false }
    #expect(host.isBusy(at: Self.time(17)), "what has changed is not drawn yet")
    window.opportunity = .at(Self.time(30))
    try host.update(at: Self.time(18))
    #expect(host.isBusy(at: Self.time(18)))
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

  @Test func `a view that is complete without a change is complete with the frame that is shown`() throws {
    let host = try host(LoggingView(isComplete: false))
    var told: [String] = []
    host.onCompleteFrame = { _ in told.append("complete after \(host.frames)") }
    for step in 0..<3 as Range<Int64> {
      host.change { $0.isComplete = step > 0 }
      try host.update(at: Self.time(step * 16))
    }
    #expect(told == ["complete after 1"])
  }

  // MARK: Sizes

  @Test func `a view is laid out when its size changes, before the touches that follow, and not otherwise`() throws {
    let host = try shown()
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

  @Test func `a window is resized while fingers are down: the view is laid out before they move on, and drawn whole`()
    throws
  {
    let host = try shown()
    host.receive(Self.frame([(1, .began), (2, .began)], at: 8))
    try host.update(at: Self.time(8))
    let smaller = MemoryWindow(width: 160, height: 80)
    window.geometry = smaller.geometry
    host.receive(Self.frame([(1, .moved), (2, .moved)], at: 16))
    #expect(host.view.log.suffix(2) == ["1 moved 80", "2 moved 80"] && host.view.layouts == 2)
    try host.update(at: Self.time(16))
    #expect(window.damages.last == Damage(PixelRect(x: 0, y: 0, width: 160, height: 80)))
    host.receive(Self.frame([(1, .ended), (2, .ended)], at: 24))
    #expect(host.view.log.suffix(2) == ["1 ended 80", "2 ended 80"])
  }

  @Test func `a view receives what lies below it, how it is held, and its theme`() throws {
    let host = ViewHost(
      LoggingView(), on: window, posture: .kiosk, prediction: .steady, theme: .light,
      renderer: Renderer(fonts: try FontBook()))
    window.geometry?.backdrop = .programs
    try host.update(at: .zero)
    #expect(host.view.surroundings == "programs kiosk steady large and light")
    let plain = try self.host()
    plain.move(to: MemoryWindow(width: 200, height: 100))
    try plain.update(at: .zero)
    #expect(plain.view.surroundings == "nothing table none dark")
  }

  @Test func `the size that the mouse takes from the view overrules no touch screen`() throws {
    let host = try host()
    #expect(host.assumedSurface == nil)
    host.receive(added: Self.device(400))
    try host.update(at: .zero)
    let assumed = try #require(host.assumedSurface)
    #expect(assumed.size.width == 400 && assumed.provenance == .assumed)
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

extension MemoryWindow {
  /// A window of two pixels a millimetre, in which a frame may always be drawn, and is seen 12 ms later.
  fileprivate convenience init(width: Int, height: Int) {
    self.init(width: width, height: height, size: Size(width: Double(width) / 2, height: Double(height) / 2))
    opportunity = .now
    delay = .milliseconds(12)
  }
}
