import Foundation
import OffhandTesting
import Testing

@testable import Offhand

@Suite struct AccommodatedTouchesTests {
  /// The touches that are shown, a line for each that is not at rest: the time, the finger, what happened, and where.
  private struct Glass {
    var frames: FilteredFrames<AccommodatedTouches>
    var lines: [String] = []

    init(_ change: (inout Accommodations) -> Void = { _ in }) {
      var settings = Accommodations()
      change(&settings)
      frames = FilteredFrames(AccommodatedTouches(settings))
    }

    var settings: Accommodations {
      get { frames.filters.settings }
      set { frames.filters.settings = newValue }
    }

    mutating func report(_ touches: [Touch], at milliseconds: Int64) {
      let frame = TouchFrame(touches, at: milliseconds)
      while frames.release(before: frame.timestamp) { note() }
      frames.filter(frame)
      note()
    }

    /// Finger `id` alone at each of `places`, one each 10 ms from `start` on; it lands at the first and lifts at the last.
    mutating func stroke(_ places: [Double], by id: UInt64 = 1, from start: Int64 = 0) {
      for (number, x) in places.enumerated() {
        let phase: Touch.Phase = number == 0 ? .began : number == places.count - 1 ? .ended : .moved
        report([Touch(id, phase, x)], at: start + Int64(number) * 10)
      }
    }

    mutating func wait(until milliseconds: Int64) {
      while frames.release(before: TouchFrame([], at: milliseconds).timestamp.next) { note() }
    }

    private mutating func note() {
      let frame = frames.frame
      for index in frame.indices where frame[index].phase != .stationary {
        let touch = frame[index]
        let time = frame.timestamp.nanoseconds / 1_000_000
        lines.append("\(time) \(touch.id.rawValue) \(touch.phase) \(Int(touch.position.x.rounded()))")
      }
    }
  }

  /// A finger at (50, 50) that trembles at 6 Hz by `size` millimetres to each side, reported each 10 ms.
  private static func tremor(of size: Double, from start: Double, for duration: Double) -> [Step] {
    func place(_ time: Double) -> Double { 50 + size * sin(time / 1000 * 6 * 2 * .pi) }
    return [down(0, place(0), 50, at: start)]
      + stride(from: 10, to: duration, by: 10).map { move(0, to: place($0), 50, at: start + $0) }
      + [up(0, at: start + duration)]
  }

  @Test func `a hand that trembles taps a button`() {
    let steps = Self.tremor(of: 5, from: 0, for: 900) + Self.tremor(of: 2, from: 960, for: 40)
    func gestures(_ change: (inout Accommodations) -> Void) -> [String] {
      var settings = Accommodations()
      change(&settings)
      let pipeline = Pipeline {
        TapGestureRecognizer()
        LongPressGestureRecognizer()
        PanGestureRecognizer()
      }
      return play(pipeline.filtered { AccommodatedTouches(settings) }) { steps }.transitions
        .filter { !$0.hasSuffix("changed") }
    }
    #expect(gestures { _ in } == ["pan began", "pan ended", "pan began", "pan ended"])
    let accommodated = gestures {
      ($0.tolerance, $0.tapsOnly, $0.repeatInterval) = (8, true, .milliseconds(300))
    }
    #expect(accommodated == ["tap recognized"])
  }

  @Test func `a finger within the tolerance stays where it landed; one that goes farther drags from there, once`() {
    var glass = Glass { $0.tolerance = 8 }
    glass.stroke([50, 53, 57, 57])
    glass.stroke([50, 53, 59, 52, 51, 51], by: 2, from: 100)
    #expect(
      glass.lines == [
        "0 1 began 50", "30 1 ended 50", "100 2 began 50", "120 2 moved 59", "130 2 moved 52", "140 2 moved 51",
        "150 2 ended 51",
      ])
  }

  @Test func `a touch counts once it has been down for its hold, and one that lifts sooner never landed`() {
    var glass = Glass { $0.hold = .milliseconds(200) }
    glass.stroke([50, 50, 50, 50])
    glass.report([Touch(2, .began, 70)], at: 100)
    #expect(glass.lines.isEmpty && glass.frames.deadline(beside: nil) == TouchFrame([], at: 300).timestamp)
    glass.wait(until: 299)
    #expect(glass.lines.isEmpty)
    glass.wait(until: 300)
    glass.report([Touch(2, .ended, 70)], at: 400)
    glass.report([Touch(3, .began, 70)], at: 500)
    glass.report([Touch(3, .cancelled, 70)], at: 700)
    #expect(glass.lines == ["300 2 began 70", "400 2 ended 70"])
  }

  @Test func `a drag does not wait for the hold`() {
    var glass = Glass { ($0.hold, $0.tolerance) = (.milliseconds(500), 5) }
    glass.stroke([50, 54, 58, 62, 62])
    #expect(glass.lines == ["20 1 began 50", "30 1 moved 62", "40 1 ended 62"])
  }

  @Test func `a touch that lands soon and near where one lifted is the same one`() {
    for (x, pause, counts) in [(52.0, Int64(90), false), (52, 110, true), (65, 90, true)] {
      var glass = Glass { $0.repeatInterval = .milliseconds(100) }
      glass.stroke([50, 50])
      glass.stroke([x, x], by: 2, from: 10 + pause)
      #expect(glass.lines.count == (counts ? 4 : 2), "\(x) \(pause)")
    }
  }

  @Test func `the contact after one that was too short counts`() {
    var glass = Glass { ($0.hold, $0.repeatInterval) = (.milliseconds(100), .milliseconds(300)) }
    glass.stroke([50, 50, 50])
    glass.report([Touch(2, .began, 51)], at: 60)
    glass.report([Touch(2, .ended, 51)], at: 200)
    glass.wait(until: 500)
    #expect(glass.lines == ["160 2 began 51", "200 2 ended 51"])
  }

  @Test func `however long a finger presses it taps, when it lifts`() {
    var glass = Glass { $0.tapsOnly = true }
    glass.report([Touch(1, .began, 50)], at: 0)
    glass.wait(until: 3000)
    #expect(glass.lines.isEmpty && glass.frames.deadline(beside: nil) == nil)
    glass.report([Touch(1, .ended, 51)], at: 3000)
    #expect(glass.frames.frame[0].landingTime == TouchFrame([], at: 3000).timestamp)
    glass.wait(until: 3000)
    #expect(glass.lines == ["3000 1 began 50", "3000 1 ended 50"])
    glass.stroke([50, 53, 57, 57], by: 2, from: 4000)
    #expect(glass.lines.suffix(2) == ["4020 2 began 50", "4030 2 ended 57"], "what strays drags")
  }

  @Test func `a touch lands where the finger was stillest, or lifted`() {
    // It rolls onto the glass, rests at 58, and rolls off.
    let roll = (0..<8).map { 50 + Double($0) } + Array(repeating: 58, count: 60) + [59, 60, 61, 61]
    for (location, place) in [(Accommodations.Location.landing, 50), (.stillest, 58), (.lift, 61)] {
      var glass = Glass { ($0.tolerance, $0.location) = (12, location) }
      glass.stroke(roll)
      glass.wait(until: 1000)
      let start = location == .landing ? 0 : 710
      #expect(glass.lines == ["\(start) 1 began \(place)", "710 1 ended \(place)"])
    }
    var short = Glass { $0.location = .stillest }
    short.stroke([50, 52, 52, 50, 50])
    short.wait(until: 100)
    #expect(short.lines == ["40 1 began 51", "40 1 ended 51"], "of a short touch the mean")
  }

  @Test func `a second finger beside the first does not count; a hand farther away does`() {
    var glass = Glass { $0.ignoresSecond = true }
    glass.report([Touch(1, .began, 50)], at: 0)
    glass.report([Touch(1, .stationary, 50), Touch(2, .began, 90), Touch(3, .began, 250)], at: 10)
    glass.report([Touch(1, .ended, 50), Touch(2, .moved, 95), Touch(3, .ended, 250)], at: 20)
    glass.report([Touch(2, .moved, 99), Touch(4, .began, 60)], at: 30)
    #expect(glass.lines == ["0 1 began 50", "10 3 began 250", "20 1 ended 50", "20 3 ended 250", "30 4 began 60"])
  }

  @Test func `switching it on or off under fingers changes nothing for them`() {
    var glass = Glass()
    let on = Glass { ($0.tolerance, $0.hold) = (8, .milliseconds(100)) }.settings
    glass.report([Touch(1, .began, 50)], at: 0)
    glass.settings = on
    glass.report([Touch(1, .moved, 53), Touch(2, .began, 90)], at: 10)
    glass.settings = Accommodations()
    glass.report([Touch(1, .ended, 54), Touch(2, .moved, 92), Touch(3, .began, 120)], at: 20)
    glass.report([Touch(2, .moved, 93), Touch(3, .moved, 122)], at: 120)
    glass.report([Touch(2, .ended, 93), Touch(3, .ended, 122)], at: 130)
    #expect(
      glass.lines == [
        "0 1 began 50", "10 1 moved 53", "20 1 ended 54", "20 3 began 120", "110 2 began 90", "120 3 moved 122",
        "130 3 ended 122", "130 2 ended 90",
      ])
    #expect(glass.frames.filters.isEmpty)
  }

  @Test func `what waits for its time says how much of it is over`() {
    var glass = Glass { $0.hold = .milliseconds(400) }
    glass.report([Touch(1, .began, 50)], at: 0)
    var parts: [Double] = []
    for time in [Int64(0), 100, 800] {
      glass.frames.filters.forEachWaiting(at: TouchFrame([], at: time).timestamp) { parts.append($2) }
    }
    #expect(parts == [0, 0.25, 1])
  }

  @Test func `nothing lands once nothing more comes`() {
    var glass = Glass { $0.hold = .milliseconds(400) }
    glass.report([Touch(1, .began, 50)], at: 0)
    let isDropped = !glass.frames.release(before: Timestamp(nanoseconds: .max))
    #expect(isDropped && glass.frames.filters.withheld == nil)
    var forgotten = Glass { $0.hold = .milliseconds(400) }
    forgotten.report([Touch(1, .began, 50)], at: 0)
    forgotten.frames.filters.reset()
    #expect(forgotten.frames.filters.withheld == nil)
  }

  @Test func `the states are the rows of the chart, and no others`() throws {
    let root = #filePath.split(separator: "/Tests/")[0]
    func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }
    let page = try text("Sources/Offhand/Offhand.docc/Design" + "/Recognizing.md")
      .split(separator: "## Touches that are accommodated")
    let chart = try #require(page.last).split(separator: "\n## ")[0]
    let source = try text("Sources/Offhand/Touches/AccommodatedTouches.swift").split(separator: "enum State")
    let states = try #require(source.last).split(separator: "\n  }")[0]
    let rows = Set(chart.matches(of: /\n\| `(\w+)`/).map(\.1))
    let cases = Set(states.matches(of: /\n +case (\w+)/).map(\.1))
    #expect(rows == cases && !rows.isEmpty)
  }

  @Test func `each setting reads back what it was set to, and ignores what it cannot be`() {
    for setting in Accommodations.Setting.allCases {
      var settings = Accommodations()
      settings[setting] = setting.range.upperBound
      #expect(settings[setting] == setting.range.upperBound && !settings.isEmpty)
      for value in [-1, 1e9, .nan, .infinity] { settings[setting] = value }
      #expect(settings[setting] == setting.range.upperBound)
      settings[setting] = Accommodations()[setting]
      #expect(settings.isEmpty)
    }
  }
}

/// What holds whatever fingers do, and whatever the settings are.
@Suite struct AccommodatedTouchesLawTests {
  private static func settings(_ random: inout SeededGenerator) -> Accommodations {
    var settings = Accommodations()
    for setting in Accommodations.Setting.allCases where random.happens(0.5) {
      // Holds and pauses of the lengths that these touches have.
      let most = setting.isDuration ? 0.3 : setting.words.isEmpty ? 20 : setting.range.upperBound
      settings[setting] = setting.words.isEmpty ? random.number(0...most) : random.number(0...most).rounded()
    }
    return settings
  }

  /// What is shown of random touches, frame by frame; the settings change before each of the reports `changes`. `land` is called with the
  /// reports in which touches land.
  private static func frames(
    _ seed: UInt64, changes: Set<Int>, land: (Int, Touch.ID) -> Void = { _, _ in }
  ) -> [TouchFrame] {
    var random = SeededGenerator(seed: seed)
    var touches = RandomTouches(seed: seed)
    var frames = FilteredFrames(AccommodatedTouches(settings(&random)))
    let others = (0..<10).map { _ in random.happens(0.4) ? Accommodations() : settings(&random) }
    var (shown, count, last) = ([TouchFrame](), 0, Timestamp.zero)
    var assembler = TouchFrameAssembler()
    Script(steps: touches.sequence(reports: 150)).forEachFrame(assembler: &assembler) { frame in
      if changes.contains(count) { frames.filters.settings = others[count % others.count] }
      while frames.release(before: frame.timestamp) { shown.append(frames.frame) }
      for index in frame.indices where frame[index].phase == .began { land(count, frame[index].id) }
      frames.filter(frame)
      shown.append(frames.frame)
      (count, last) = (count + 1, frame.timestamp)
    }
    while frames.release(before: last + .seconds(20)) { shown.append(frames.frame) }
    return shown
  }

  @Test func `every touch that is shown lands once and ends once, in order of landing, and time does not run back`() {
    for seed in UInt64(0)..<300 {
      var (down, ended, time) = ([Touch.ID](), Set<Touch.ID>(), Timestamp.zero)
      for frame in Self.frames(seed, changes: [30, 60, 90, 120]) {
        #expect(frame.timestamp >= time, "\(seed)")
        time = frame.timestamp
        let touches = frame.indices.map { frame[$0] }
        let landed = touches.filter { $0.phase == .began }.map(\.id)
        #expect(touches.map(\.id) == down + landed && ended.isDisjoint(with: landed), "\(seed) at \(time)")
        for touch in touches where touch.phase == .stationary { #expect(touch.position == touch.previousPosition) }
        ended.formUnion(touches.filter { !$0.isDown }.map(\.id))
        down = touches.filter(\.isDown).map(\.id)
      }
      #expect(down.isEmpty, "\(seed)")
    }
  }

  @Test func `fingers that were down when the settings changed are shown as if they had not`() {
    for seed in UInt64(0)..<300 {
      var known: Set<Touch.ID> = []
      let one = Self.frames(seed, changes: []) { if $0 < 70 { known.insert($1) } }
      let other = Self.frames(seed, changes: [70])
      func lines(_ frames: [TouchFrame]) -> [String] { frames.flatMap { $0.touchLines(of: known) } }
      #expect(lines(one) == lines(other) && !known.isEmpty, "\(seed)")
    }
  }

  @Test func `without settings frames are what they were`() {
    var filter = AccommodatedTouches()
    var touches = RandomTouches(seed: 3)
    var assembler = TouchFrameAssembler()
    Script(steps: touches.sequence(reports: 300)).forEachFrame(assembler: &assembler) { frame in
      var seen = TouchFrame()
      seen.assume(frame)
      filter.filter(&seen)
      #expect(seen.touchLines == frame.touchLines)
    }
  }
}

extension TouchFrame {
  fileprivate var touchLines: [String] { touchLines(of: nil) }

  /// What is not at rest of `touches`, or of all.
  fileprivate func touchLines(of touches: Set<Touch.ID>?) -> [String] {
    indices.map { self[$0] }.filter { $0.phase != .stationary && touches?.contains($0.id) ?? true }
      .map { "\(timestamp.nanoseconds) \($0.id.rawValue) \($0.phase) \($0.position)" }
  }
}
