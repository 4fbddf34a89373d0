import Foundation
import Offhand
import OffhandClient
import OffhandPixman
import Testing

@testable import OffhandPanel
@testable import OffhandTool

/// A page of exercises, and a person at it with 125 reports a second, in virtual time.
private struct PanelPerson {
  var view = PanelView(claimed: nil)
  var time = Timestamp(seconds: 10)
  private var touches: UInt64 = 0
  private let environment: ViewEnvironment
  private let renderer: Renderer

  init(on size: Size = Size(width: 215.6, height: 135.2), theme: Theme = .dark) throws {
    renderer = Renderer(fonts: try FontBook())
    let grid = PixelGrid(width: Int32(size.width * 6), height: Int32(size.height * 6), size: size)
    environment = ViewEnvironment(
      surface: SurfaceGeometry(
        size: size, pixelWidth: size.width * 6, pixelHeight: size.height * 6, provenance: .device), grid: grid,
      measure: renderer.fonts.measure(on: grid), posture: Posture(of: size), theme: theme)
    view.layout(in: environment)
    pass(0.1)
  }

  var exercise: PanelExercise? { view.course?.exercise }
  var middle: Point { environment.bounds.center }

  private mutating func step(_ frame: borrowing TouchFrame) {
    if let due = view.deadline, due <= time { view.advance(to: time) }
    if frame.count > 0 { view.process(frame) }
    let seen = FrameTime(now: time, presentation: time + .milliseconds(8))
    view.didShow(seen)
    view.notePresented(seen, at: time + .milliseconds(8))
    time = time + .milliseconds(8)
  }

  /// Lets `seconds` pass without a touch.
  mutating func pass(_ seconds: Double) {
    let end = time + .seconds(seconds)
    while time < end { step(TouchFrame(timestamp: time)) }
  }

  /// Fingers on paths that are functions of the seconds since they landed, for `seconds`, after which they lift if `ending`.
  mutating func touch(
    for seconds: Double, tool: Touch.Tool = .finger, ending: Bool = true, _ paths: (Double) -> Point...
  ) {
    let start = time
    let first = touches + 1
    touches += UInt64(paths.count)
    while true {
      var frame = TouchFrame(timestamp: time)
      let elapsed = time.seconds(since: start)
      for (number, path) in paths.enumerated() {
        var touch = Touch(id: Touch.ID(rawValue: first + UInt64(number)), position: path(elapsed))
        touch.tool = tool
        touch.landingTime = start
        touch.phase = elapsed == 0 ? .began : elapsed >= seconds && ending ? .ended : .moved
        frame.append(touch)
      }
      step(frame)
      if elapsed >= seconds { return }
    }
  }

  mutating func press(_ button: PressableTarget) {
    let center = button.region.center
    touch(for: 0.08) { _ in center }
    pass(0.3)
  }

  /// Does what is asked for, with a finger that is `lag` seconds behind the disc.
  mutating func obey(lag: Double = 0) {
    guard let exercise, let size = view.course?.size else { return }
    let middle = middle
    switch exercise {
    case .taps(let places):
      for place in places {
        touch(for: 0.08) { _ in place }
        pass(0.25)
      }
    case .line(let from, let to): touch(for: 2) { from + (to - from) * min($0 / 2, 1) }
    case .hold: touch(for: 6.1) { _ in middle }
    case .circle:
      touch(for: 11.1) { exercise.disc(after: .seconds(max($0 - lag, 0)), on: size) ?? middle }
    case .dot:
      touch(for: 1) { middle + Vector(angle: Angle(radians: 3 * $0)) * 30 }
      press(view.fits)
      #expect(view.course?.survey.findings().dotLatency == nil, "nothing was set")
      for _ in 0..<2 {
        let place = view.slider.region.center
        touch(for: 0.1) { _ in place }
        press(view.fits)
      }
    case .pair:
      touch(for: 2, { middle + Vector(dx: -8 - 4 * $0, dy: 0) }, { middle + Vector(dx: 8 + 4 * $0, dy: 0) })
      pass(15)
    }
    pass(1.1)
  }

  /// A picture of the page, in the folder that OFFHAND_PANEL_PICTURES names; none without it.
  func look(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["OFFHAND_PANEL_PICTURES"] else { return }
    var list = DisplayList()
    view.draw(for: FrameTime(now: time), into: &list)
    let bitmap = Bitmap(width: Int(environment.grid.width), height: Int(environment.grid.height))
    renderer.draw(list, on: environment.grid, into: bitmap)
    try PNGWriter.write(bitmap, to: "\(folder)/\(name).png")
  }
}

/// The page of `offhand panel`.
struct PanelViewTests {
  @Test(arguments: [
    ("10", Size(width: 215.6, height: 135.2)), ("24", Size(width: 531, height: 299)),
    ("upright", Size(width: 135.2, height: 215.6)),
    ("light", Size(width: 215.6, height: 135.2)),
  ])
  func `doing what it says leads to the figures`(inches: String, size: Size) throws {
    var person = try PanelPerson(on: size, theme: inches == "light" ? .light : .dark)
    let count = try #require(person.view.course?.exercises.count)
    for number in 0..<count {
      #expect(person.view.course?.index == number)
      try person.look("\(inches)-\(number)")
      person.obey(lag: 0.05)
    }
    #expect(person.exercise == nil)
    let findings = person.view.findings
    // The finger is 50 ms behind the disc; a picture of 8 ms is seen in its middle, and half a refresh later in the middle of the glass.
    #expect(abs((findings.circleLatency?.value ?? 0) - 42) < 2 && findings.filters != nil, "\(findings)")
    // Half of 80 ms, less the 8 ms of a refresh.
    #expect(abs((findings.dotLatency?.value ?? 0) - 32) < 1)
    try person.look("\(inches)-figures")
    #expect(!person.view.isDone)
    person.press(person.view.next)
    #expect(person.view.isDone)
  }

  @Test func `an exercise can be skipped, and the finger that does so is no part of one`() throws {
    var person = try PanelPerson()
    person.press(person.view.next)
    #expect(person.view.course?.index == 1 && person.view.course?.start == nil)
    for _ in 1..<(try #require(person.view.course?.exercises.count)) { person.press(person.view.next) }
    #expect(person.exercise == nil && person.view.findings.rate == nil)
  }

  @Test func `a finger that leaves a circle begins again, once; a dead band does not count as leaving`() throws {
    var person = try PanelPerson()
    while true {
      if case .circle? = person.exercise { break }
      person.press(person.view.next)
    }
    let index = person.view.course?.index
    let middle = person.middle
    person.touch(for: 0.05) { _ in Point(x: 20, y: 20) }
    #expect(person.view.course?.start == nil, "a ghost")
    person.touch(for: 2) { _ in middle }
    person.pass(0.1)
    person.touch(for: 2) { _ in middle }
    #expect(person.view.course?.start != nil, "it came back within half a second")
    person.pass(0.7)
    #expect(person.view.course?.index == index && person.view.course?.start == nil)
    #expect(person.view.course?.isSecondAttempt == true)
    try person.look("second-attempt")
    person.touch(for: 2) { _ in middle }
    person.pass(0.7)
    #expect(person.view.course?.index == index.map { $0 + 1 })
  }

  @Test func `what nothing touches is left out: marks after three seconds, exercises after twenty`() throws {
    var person = try PanelPerson()
    let first = try #require(
      person.view.course.flatMap { if case .taps(let places)? = $0.exercise { places } else { nil } })
    person.touch(for: 0.08) { _ in first[0] }
    let middle = person.middle
    person.touch(for: 0.08) { _ in middle }
    #expect(person.view.course?.marks == 1, "beside its mark")
    person.pass(3.1)
    #expect(person.view.course?.marks == 2)
    person.press(person.view.next)
    person.pass(19)
    #expect(person.view.course?.index == 1)
    person.pass(2)
    #expect(person.view.course?.index == 2)
  }

  @Test(arguments: [60.0, 62, 90, 135, 217, 344, 531, 700], [0.5, 0.5625, 0.62, 1, 1.6, 2])
  func `buttons stand on the glass, clear of what is tapped and drawn`(width: Double, shape: Double) throws {
    let size = Size(width: width, height: width * shape)
    var person = try PanelPerson(on: size)
    while let exercise = person.exercise {
      let skip = person.view.next.region
      #expect(Rect(origin: .origin, size: size).contains(skip.center) && skip.minX >= 0 && skip.maxX <= width)
      #expect(skip.minY >= 0 && skip.maxY <= size.height)
      let distance = exercise.points(on: size).map(skip.distance).min() ?? .infinity
      #expect(distance >= 4, "\(exercise) \(skip)")
      if exercise == .dot { #expect(!skip.intersects(person.view.fits.region)) }
      person.press(person.view.next)
    }
  }

  @Test func `the finger is not shown where it follows a disc`() throws {
    var person = try PanelPerson()
    while true {
      if case .circle? = person.exercise { break }
      person.press(person.view.next)
    }
    func fingers() -> Int {
      var list = DisplayList()
      person.view.draw(for: FrameTime(now: person.time), into: &list)
      return list.commands.count { if case .fill(_, cornerRadius: 1.5, _) = $0 { true } else { false } }
    }
    let place = try #require(person.view.course?.disc(at: person.time))
    person.touch(for: 0.3, ending: false) { _ in place }
    #expect(person.view.course?.start != nil && fingers() == 0)
    person = try PanelPerson()
    person.touch(for: 0.3, ending: false) { _ in place }
    #expect(fingers() == 1)
  }

  @Test func `a mouse presses buttons, and is told to be no finger`() throws {
    var person = try PanelPerson()
    let middle = person.middle
    person.touch(for: 1, tool: .pointer) { _ in middle }
    #expect(person.view.course?.start == nil)
    try person.look("mouse")
    let skip = person.view.next.region.center
    person.touch(for: 0.08, tool: .pointer) { _ in skip }
    #expect(person.view.course?.index == 1)
  }

  @Test func `the glass shows what is dead, and the lines say it`() throws {
    var findings = PanelFindings()
    (findings.circleLatency, findings.dotLatency) = (PanelFigure(value: 21, error: 3), PanelFigure(value: 40, error: 4))
    findings.deadBands = [PanelBand(axis: .rows, range: 40...52), PanelBand(axis: .columns, range: 100...104)]
    (findings.ghosts, findings.unreachedEdges) = ([Point(x: 60, y: 90)], [.right])
    (findings.orientation, findings.filters) = (.flipped90, [.glitch])
    let report = PanelSummary(findings, picture: Size(width: 215.6, height: 135.2))
    let text = report.text
    for line in [
      "no single number", "21 ± 3 ms", "rows at 40–52 mm, columns at 100–104 mm", "right", "mirrored, turned by 90°",
      "at 60, 90 mm", "glitch", "not measured",
    ] { #expect(text.contains(line), "\(line)") }
    let png = try PanelGlass(findings, size: Size(width: 215.6, height: 135.2)).png(.dark)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    guard let folder = ProcessInfo.processInfo.environment["OFFHAND_PANEL_PICTURES"] else { return }
    try Data(png).write(to: URL(fileURLWithPath: "\(folder)/glass.png"))
  }
}
