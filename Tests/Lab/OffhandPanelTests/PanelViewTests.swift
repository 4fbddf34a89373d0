import Foundation
import Offhand
import OffhandClient
import OffhandPixman
import Testing

@testable import OffhandPanel

/// A page of exercises, and a person at it with 125 reports a second, in virtual time.
private struct PanelPerson {
  var view = PanelView(claimed: nil)
  /// Whether the compositor reports when pictures are seen.
  var isSeen = true
  var time = Timestamp(seconds: 10)
  /// Where the panel feels a touch for 32 ms of each second.
  var ghost: Point?
  private var touches: UInt64 = 0
  private let environment: ViewEnvironment
  private let renderer: Renderer

  init(on size: Size = Size(width: 215.6, height: 135.2), theme: Theme = .dark, starting: Bool = true) throws {
    renderer = Renderer(fonts: try FontBook())
    let grid = PixelGrid(width: Int32(size.width * 6), height: Int32(size.height * 6), size: size)
    environment = ViewEnvironment(
      surface: SurfaceGeometry(
        size: size, pixelWidth: size.width * 6, pixelHeight: size.height * 6, provenance: .device), grid: grid,
      measure: renderer.fonts.measure(on: grid), posture: Posture(of: size), theme: theme)
    layOut()
    pass(0.1)
    if starting { press(view.next) }
  }

  mutating func layOut() { view.layout(in: environment) }

  var exercise: PanelExercise? { view.course?.exercise }
  var middle: Point { environment.bounds.center }

  private mutating func step(_ frame: borrowing TouchFrame) {
    if let due = view.deadline, due <= time { view.advance(to: time) }
    let felt = withGhost(frame)
    if felt.count > 0 { view.process(felt) }
    let seen = FrameTime(now: time, presentation: time + .milliseconds(8))
    view.didShow(seen)
    if isSeen { view.notePresented(seen, at: time + .milliseconds(8)) }
    time = time + .milliseconds(8)
  }

  private func withGhost(_ frame: borrowing TouchFrame) -> TouchFrame {
    var frame = copy frame
    let (second, phase) = (time.nanoseconds / 1_000_000_000, time.nanoseconds % 1_000_000_000)
    guard let ghost, phase <= 32_000_000 else { return frame }
    var touch = Touch(id: Touch.ID(rawValue: 1 << 32 + UInt64(second)), position: ghost)
    touch.landingTime = Timestamp(seconds: Double(second))
    touch.phase = phase < 8_000_000 ? .began : phase <= 24_000_000 ? .moved : .ended
    frame.append(touch)
    return frame
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
    case .dot: while view.course?.exercise == .dot { setDot(before: 0.03) }
    case .pair:
      touch(for: 2, { middle + Vector(dx: -8 - 4 * $0, dy: 0) }, { middle + Vector(dx: 8 + 4 * $0, dy: 0) })
      pass(15)
    }
    pass(1.1)
  }

  /// Draws along the ring before a panel that is `latency` seconds late, with a hand that moves the slider between rounds, until the dot
  /// is under the finger, and presses Fits.
  mutating func setDot(before latency: Double) {
    for _ in 0..<8 {
      let lead = lead(before: latency)
      if abs(lead) < 0.001 { return press(view.fits) }
      turn(by: -lead)
    }
    Issue.record("the dot never was under the finger")
  }

  /// Draws along the ring for a second. Returns how far the dot is ahead of the finger in the last third of it, in s.
  mutating func lead(before latency: Double) -> Double {
    let (middle, radius, start) = (middle, PanelExercise.radius(on: environment.bounds.size), time)
    func finger(_ time: Double) -> Point { middle + Vector(angle: Angle(radians: 4 * time)) * radius }
    touch(for: 0.66, ending: false) { finger($0 - latency) }
    var leads: [Double] = []
    while time.seconds(since: start) < 1 {
      var frame = TouchFrame(timestamp: time)
      let elapsed = time.seconds(since: start)
      var touch = Touch(id: Touch.ID(rawValue: touches), position: finger(elapsed - latency))
      (touch.phase, touch.landingTime) = (.moved, start)
      frame.append(touch)
      step(frame)
      // In the middle of the time of a picture, half way down the glass.
      if let dot = dot(at: time + .milliseconds(-8)) {
        leads.append(((dot - middle).angle - (finger(elapsed + 0.016) - middle).angle).wrapped.radians / 4)
      }
    }
    let last = finger(1 - latency)
    var frame = TouchFrame(timestamp: time)
    var touch = Touch(id: Touch.ID(rawValue: touches), position: last)
    (touch.phase, touch.landingTime) = (.ended, start)
    frame.append(touch)
    step(frame)
    return leads.reduce(0, +) / Double(leads.count)
  }

  /// The dot that is drawn at `now`.
  private func dot(at now: Timestamp) -> Point? {
    var list = DisplayList()
    view.draw(for: FrameTime(now: now, presentation: now + .milliseconds(8)), into: &list)
    for case .fill(let rect, cornerRadius: 9, _) in list.commands { return rect.center }
    return nil
  }

  /// Drags the knob of the slider on by `seconds` of prediction.
  mutating func turn(by seconds: Double) {
    let (region, value) = (view.slider.region, view.slider.value)
    func knob(_ value: Double) -> Point {
      Point(x: region.minX + 4.5 + min(max(value, 0), 1) * (region.width - 9), y: region.center.y)
    }
    touch(for: 0.1) { knob(value + seconds / 0.16 * min($0 / 0.08, 1)) }
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
    #expect(abs((findings.dotLatency?.value ?? 0) - 30) < 1)
    try person.look("\(inches)-figures")
    #expect(!person.view.isDone)
    person.press(person.view.next)
    #expect(person.view.isDone)
  }

  @Test func `the first page waits for Start, whatever else touches the glass`() throws {
    for (name, size) in [("10", Size(width: 215.6, height: 135.2)), ("7", Size(width: 86, height: 154))] {
      var person = try PanelPerson(on: size, starting: false)
      try person.look("start-\(name)")
      person.pass(30)
      let middle = person.middle
      person.touch(for: 1) { _ in middle }
      #expect(person.view.course?.isFresh == true && !person.view.hasBegun)
      #expect(!person.view.next.region.contains(middle))
      person.press(person.view.next)
      #expect(person.view.hasBegun && person.view.course?.index == 0 && person.view.course?.start == nil)
    }
  }

  @Test func `the card has three figures with a mark, and fields of the glass in the colour of their jitter`() throws {
    var findings = PanelFindings()
    findings.latency = PanelFigure(value: 30.4, error: 3)
    findings.rate = PanelFigure(value: 125, error: 1)
    (findings.movingJitter, findings.deviations) = (1.2, [(Point(x: 20, y: 20), 0.2), (Point(x: 60, y: 20), 1.2)])
    let grades = PanelGrade.all(of: findings)
    #expect(grades.map(\.figure) == ["30 ms", "125 Hz", "1.2 mm"] && grades.map(\.mark) == [.fair, .good, .poor])
    #expect(PanelGrade.all(of: PanelFindings()).allSatisfy { $0.mark == nil && $0.figure == "–" })
    var list = DisplayList()
    let size = Size(width: 200, height: 100)
    PanelGlass(findings, size: size).draw(in: Rect(origin: .origin, size: size), .dark, into: &list)
    let fields = list.commands.compactMap { command -> Point? in
      if case .fill(let rect, _, let color) = command, color == PanelGrade.Mark.poor.color.faded(0.7) {
        rect.center
      } else {
        nil
      }
    }
    #expect(fields.count == 1 && fields.allSatisfy { $0.distance(to: Point(x: 60, y: 20)) < 8 })
  }

  @Test func `on a large glass the figures reach down to the button, and without any the glass says so`() throws {
    var person = try PanelPerson(on: Size(width: 531, height: 299))
    while person.exercise != nil { person.press(person.view.next) }
    var list = DisplayList()
    person.view.draw(for: FrameTime(now: person.time), into: &list)
    let bottom = person.view.next.region.minY
    let last = list.commands.compactMap { command -> Double? in
      guard case .text(let range, let rect, _) = command else { return nil }
      return String(decoding: list.text[range], as: UTF8.self) == "filters it needs" ? rect.maxY : nil
    }
    #expect(last.contains { $0 > 0.75 * bottom })
    try person.look("24-nothing")
    #expect(String(decoding: list.text, as: UTF8.self).contains("not measured"))
    var glass = DisplayList()
    let size = Size(width: 200, height: 100)
    PanelGlass(PanelFindings(), size: size).draw(in: Rect(origin: .origin, size: size), .dark, into: &glass)
    #expect(String(decoding: glass.text, as: UTF8.self) == "not measured")
  }

  @Test func `an exercise can be skipped, and the finger that does so is no part of one`() throws {
    var person = try PanelPerson()
    person.press(person.view.next)
    #expect(person.view.course?.index == 1 && person.view.course?.start == nil)
    for _ in 1..<(try #require(person.view.course?.exercises.count)) { person.press(person.view.next) }
    #expect(person.exercise == nil && person.view.findings.rate == nil)
  }

  @Test func `a press of Fits without a look at the dot is not counted, and one line says why`() throws {
    var person = try PanelPerson()
    while person.exercise != .dot { person.press(person.view.next) }
    func said() -> String? {
      person.view.words.map { $0.lines.joined(separator: " ") }.flatMap { $0.hasPrefix("Not") ? $0 : nil }
    }
    _ = person.lead(before: 0.03)
    person.press(person.view.fits)
    #expect(said() == "Not counted: move the slider first.")
    person.turn(by: 0.02)
    #expect(said() == nil)
    person.press(person.view.fits)
    #expect(said() == "Not counted: draw on, and look at the dot.")
    _ = person.lead(before: 0.03)
    person.press(person.view.fits)
    #expect(said() == nil && person.view.course?.settings == 1)
    #expect(abs(person.view.slider.value * 0.16 - 0.03) < 0.001, "the next one begins above")
    person.press(person.view.next)
    person.press(person.view.fits)
    #expect(said() == nil, "another exercise")
  }

  @Test func `a place that the panel touches by itself is found on the page`() throws {
    var person = try PanelPerson()
    let ghost = Point(x: 160, y: 34)
    person.ghost = ghost
    person.pass(2)
    #expect(person.view.course?.start == nil, "a ghost begins nothing")
    person.obey()
    let ghosts = try #require(person.view.findings.ghosts)
    #expect(person.view.course?.index == 1 && ghosts.count == 1 && ghosts.allSatisfy { $0.distance(to: ghost) < 0.1 })
  }

  @Test func `the dot is not asked for where it is not known when pictures are seen`() throws {
    var person = try PanelPerson()
    person.isSeen = false
    person.obey()
    while let exercise = person.exercise {
      #expect(exercise != .dot)
      person.press(person.view.next)
    }
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
      if exercise == .dot {
        let (ring, slider) = (person.view.ring(of: .dot), person.view.slider.region)
        #expect(!skip.intersects(person.view.fits.region) && !slider.intersects(skip))
        #expect(
          min(width, size.height) < 60 || slider.distance(to: ring.center) > ring.radius && slider.width > 15,
          "\(ring) \(slider)")
      }
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
    (findings.orientation, findings.filters, findings.movingJitter) = (.flipped90, [.glitch], 0.7)
    let report = PanelSummary(findings, picture: Size(width: 215.6, height: 135.2))
    let text = report.lines.map(\.text).joined()
    #expect(report.lines.filter { $0.mark != nil }.map(\.mark) == [.fair] && text.contains("allows 1): fair\n"))
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
