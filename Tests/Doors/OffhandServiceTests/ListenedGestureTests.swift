import Foundation
import CompositorRig
import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandTesting
import Testing

@testable import OffhandService

/// The gestures that a configuration listens for anywhere on a touch screen.
struct ListenedGestureTests {
  private static let toml = """
    [[gesture]]
    kind = "tap"
    taps = 2
    emit = "double tap"
    [[gesture]]
    kind = "tap"
    fingers = 3
    emit = "tap of three"
    [[gesture]]
    kind = "tap"
    taps = 3
    emit = "triple tap"
    [[gesture]]
    kind = "press"
    emit = "press"
    [[gesture]]
    kind = "swipe"
    fingers = 3
    direction = "up"
    emit = "swipe up"
    [[gesture]]
    kind = "swipe"
    fingers = 3
    emit = "any swipe"
    [[gesture]]
    kind = "hold-swipe"
    direction = "left"
    emit = "held left"
    [[gesture]]
    kind = "pinch"
    fingers = 2
    direction = "in"
    emit = "in"
    [[gesture]]
    kind = "pinch"
    fingers = 2
    direction = "out"
    emit = "out"

    """

  /// Fingers that land in a row at `y`, move by `by` within `duration` in steps of 8 ms, and lift; `spread` scales their distances.
  private func fingers(
    _ count: Int, y: Double = 80, by way: Vector = .zero, spread: Double = 1, within duration: Double,
    at start: Double = 0
  ) -> [Step] {
    let steps = max(1, Int(duration / 8))
    var script: [Step] = []
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      for finger in 0..<count {
        let offset = (Double(finger) - Double(count - 1) / 2) * 24 * (1 + (spread - 1) * share)
        let place = Point(x: 110 + offset, y: y) + way * share
        let time = start + Double(step) * 8
        script.append(
          step == 0
            ? down(Int32(finger), place.x, place.y, at: time) : move(Int32(finger), to: place.x, place.y, at: time))
      }
    }
    for finger in 0..<count { script.append(up(Int32(finger), at: start + Double(steps) * 8 + 8)) }
    return script
  }

  /// Expects `steps` to make the gestures `expected` of the configuration.
  private func expect(
    _ expected: String..., from steps: [Step], settings: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let configuration = try ServiceConfiguration(toml: Array((settings + ListenedGestureTests.toml).utf8))
    let setup = PanelSetup(panel: Rect(x: 0, y: 0, width: 217, height: 136), posture: .flatTablet)
    var pipeline = ZoneGestures.pipeline(of: ZoneGestures.recognizers(for: configuration.gestures), in: setup)
    var names: [String] = []
    func note() {
      for event in pipeline.events {
        for gesture in configuration.gestures where gesture.matches(event) {
          if case .emit(let name) = gesture.action { names.append(name) }
        }
      }
    }
    var assembler = TouchFrameAssembler()
    Script(steps: steps).forEachFrame(assembler: &assembler) {
      pipeline.process($0)
      note()
    }
    pipeline.advance(to: (steps.last?.time ?? .zero) + .seconds(5))
    note()
    #expect(names == expected, sourceLocation: sourceLocation)
  }

  @Test func `each gesture is recognized by its fingers, taps and direction, and is no other`() throws {
    try expect(from: fingers(1, within: 60))
    try expect("double tap", from: fingers(1, within: 60) + fingers(1, within: 60, at: 200))
    try expect(
      "double tap", "triple tap",
      from: fingers(1, within: 60) + fingers(1, within: 60, at: 200) + fingers(1, within: 60, at: 400))
    try expect("tap of three", from: fingers(3, within: 60))
    try expect("press", from: fingers(1, within: 900))
    try expect("swipe up", "any swipe", from: fingers(3, by: Vector(dx: 0, dy: -50), within: 160))
    try expect("any swipe", from: fingers(3, by: Vector(dx: 50, dy: 0), within: 160))
    try expect(from: fingers(1, by: Vector(dx: 0, dy: -50), within: 160))
    try expect("out", from: fingers(2, spread: 3, within: 400))
    try expect("in", from: fingers(2, y: 60, spread: 0.2, within: 400))
  }

  @Test func `a finger that lands after a drag pinches with the one that dragged`() throws {
    try expect("out", from: Story.latePinch.steps)
  }

  @Test func `fingers that rest and then move have held and swiped, once they lift`() throws {
    func held(_ way: Vector) -> [Step] {
      fingers(1, within: 600).dropLast() + fingers(1, by: way, within: 400, at: 608).dropFirst()
    }
    try expect("press", "held left", from: held(Vector(dx: -30, dy: 8)))
    try expect("press", from: held(Vector(dx: 30, dy: 0)))
    try expect("press", from: held(Vector(dx: -6, dy: 0)))
    try expect("press", from: held(Vector(dx: -30, dy: 30)))
    try expect(from: fingers(1, by: Vector(dx: -30, dy: 0), within: 300))
  }

  @Test func `a swipe towards a corner is one where it is asked for, and elsewhere up is as wide as ever`() throws {
    let (diagonal, steep) = (Vector(dx: -35, dy: -35), Vector(dx: -28.7, dy: -41))
    func setting(_ fingers: Int) -> String {
      "[[gesture]]\nkind = \"swipe\"\nfingers = \(fingers)\ndirection = \"up-left\"\nemit = \"up-left\"\n"
    }
    try expect("up-left", from: fingers(3, by: diagonal, within: 160), settings: setting(3))
    try expect("up-left", from: fingers(3, by: steep, within: 120), settings: setting(3))
    try expect(
      "swipe up", "any swipe", from: fingers(3, by: Vector(dx: 0, dy: -50), within: 160), settings: setting(3))
    try expect(from: fingers(3, by: diagonal, within: 160), settings: setting(4))
    try expect("swipe up", "any swipe", from: fingers(3, by: steep, within: 120), settings: setting(4))
  }

  @Test func `a swipe counts in motion, or at the lift where the configuration says so`() throws {
    let stroke = fingers(3, y: 100, by: Vector(dx: 0, dy: -50), within: 160)
    let turning = stroke.dropLast(3) + fingers(3, y: 50, by: Vector(dx: 0, dy: 40), within: 160, at: 168).dropFirst(3)
    try expect("swipe up", "any swipe", from: Array(turning))
    try expect("any swipe", from: Array(turning), settings: "swipe = \"lift\"\n")
    try expect("swipe up", "any swipe", from: stroke, settings: "swipe = \"lift\"\n")
  }

  @Test func `the numbers of a gesture are those of its recognizer, the first ones of several gestures`() throws {
    let long = """
      [[gesture]]
      kind = "swipe"
      fingers = 3
      distance_mm = 40
      duration = "300ms"
      emit = "long"

      """
    let stroke = fingers(3, by: Vector(dx: 0, dy: -30), within: 160)
    try expect("swipe up", "any swipe", from: stroke)
    try expect(from: stroke, settings: long)
    try expect("swipe up", "any swipe", from: stroke, settings: long.replacing("3\n", with: "2\n"))
    try expect("press", from: fingers(1, within: 900))
    try expect(
      from: fingers(1, within: 900), settings: "[[gesture]]\nkind = \"hold-swipe\"\nduration = 2\nemit = \"a\"\n")
    let lift = "[[gesture]]\nkind = \"swipe\"\nfingers = 3\nlift_speed_mm_s = 500\nemit = \"fast\"\n"
    try expect(
      "fast", "swipe up", "any swipe", from: fingers(3, by: Vector(dx: 0, dy: -100), within: 160), settings: lift)
    try expect(from: stroke, settings: lift)
  }

  /// A finger that moves for a second, whose contact the panel loses four times for 20 ms.
  private static let glitches = recordingLine("glitches", size: (217, 136), reports: 100) { report in
    report >= 20 && report % 20 < 2 ? [] : [(1 + report / 20, 20 + Double(report), 80)]
  }

  @Test func `touches that are read pass the filters that the user chose`() throws {
    let directory = try TemporaryFolder()
    let path = try directory.write(ListenedGestureTests.glitches, to: "glitches.jsonl")
    func pans(_ filters: Set<ChosenFilters.Kind>) throws -> Int {
      var count = 0
      let program = try ListenProgram(
        TouchInput(.recording(path), filters: filters), pipeline: { _ in Pipeline { PanGestureRecognizer() } },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ) { event, _, _ in
        if event.state == .ended { count += 1 }
      }
      try program.run()
      return count
    }
    let (unfiltered, filtered) = (try pans([]), try pans([.glitch]))
    #expect(unfiltered == 5)
    // The filter learns of the device's fault from the first two.
    #expect(filtered == 3)
  }
}
