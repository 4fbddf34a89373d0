import DesignCases
import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

/// A finger drags, and a second one lands late: one person (Design/Recognizing.md "Several hands").
@Suite(.enabled(if: Corpus.isPresent, "no corpus: set OFFHAND_CORPUS"))
struct LateFingerTests {
  /// A tablet, a laptop, a table, and glass whose size is not known.
  private static let glasses: [[Rect]] = [
    [Rect(x: 0, y: 0, width: 197, height: 148)], [Rect(x: 0, y: 0, width: 345, height: 195)],
    [Rect(x: 0, y: 0, width: 1000, height: 560)], [],
  ]

  /// Of `stories`, how many begin `name`, and how many have a second hand or a long press.
  private func judge(_ stories: [[Step]], _ name: GestureName, on glass: [Rect]) -> (right: Int, split: Int) {
    var (right, split) = (0, 0)
    for steps in stories {
      let events = play(StandardPipeline(outputs: glass).byHand()) { steps }.events
      right += events.contains { $0.name == name && $0.state == .began } ? 1 : 0
      split += events.contains { $0.handIndex > 0 || $0.name == .longPress } ? 1 : 0
    }
    return (right, split)
  }

  @Test func `late pinches of seven people are pinches, on every glass`() throws {
    var stories: [[Step]] = []
    try Corpus.forEachRecording(in: "../stories/late-finger.jsonl.gz") { stories.append(Self.steps($0)) }
    #expect(stories.count == 424)
    for glass in Self.glasses {
      let (right, split) = judge(stories, .pinch, on: glass)
      #expect(Double(right) >= 0.99 * Double(stories.count), "\(right) on \(glass)")
      #expect(split == 0, "\(glass)")
    }
  }

  /// What the two fingers of a pinch do after a drag of the first.
  private enum Motion: CaseIterable {
    /// Both turn about a point between them; the second turns about the first.
    case turn, pivot
    /// The second, or the first, makes the recorded motion while the other rests.
    case anchored, anchoring
    /// Both go in one direction.
    case drag

    var name: GestureName {
      switch self {
      case .turn, .pivot: .rotation
      case .anchored, .anchoring: .pinch
      case .drag: .pan
      }
    }
  }

  @Test(arguments: Motion.allCases)
  private func `so are late turns, anchored pinches and drags of two fingers`(motion: Motion) throws {
    let pairs = try RecordedPair.all()
    var random = SeededGenerator(seed: 7)
    let stories = pairs.flatMap { pair in (0..<2).map { _ in Self.story(pair, motion, by: &random) } }
    #expect(stories.count > 200)
    for glass in Self.glasses {
      let (right, split) = judge(stories, motion.name, on: glass)
      #expect(Double(right) >= 0.98 * Double(stories.count), "\(right) of \(stories.count) on \(glass)")
      #expect(Double(split) <= 0.01 * Double(stories.count), "\(split) of \(stories.count) on \(glass)")
    }
  }

  private static func steps(_ recording: Recording) -> [Step] {
    let scale = RecordingScale(recording)
    var (steps, fingers): ([Step], Set<Int32>) = ([], [])
    for frame in recording.frames {
      let time = frame.time.seconds * 1000
      let present = Set(frame.touches.map { Int32($0.id) })
      for id in fingers.subtracting(present).sorted() { steps.append(up(id, at: time)) }
      for touch in frame.touches {
        let (place, id) = (scale.position(of: touch), Int32(touch.id))
        steps.append(
          fingers.contains(id) ? move(id, to: place.x, place.y, at: time) : down(id, place.x, place.y, at: time))
      }
      fingers = present
    }
    return steps
  }

  /// The two fingers of a recorded pinch, from the landing of the second on: milliseconds, and how far each has gone.
  private struct RecordedPair {
    var line: Vector
    var motion: [(time: Double, first: Vector, second: Vector)]

    static func all() throws -> [RecordedPair] {
      var pairs: [RecordedPair] = []
      try Corpus.forEachRecording(in: "ubc-people.jsonl.gz") { recording in
        guard recording.truth["inferred"]?.string?.hasPrefix("pinch") == true else { return }
        let scale = RecordingScale(recording)
        let both = recording.frames.filter { $0.touches.count == 2 }
        guard both.count > 4 else { return }
        let start = both[0].touches.map { scale.position(of: $0) }
        let motion = both.map { frame in
          (
            time: frame.time.seconds(since: both[0].time) * 1000,
            first: scale.position(of: frame.touches[0]) - start[0],
            second: scale.position(of: frame.touches[1]) - start[1]
          )
        }
        pairs.append(RecordedPair(line: start[1] - start[0], motion: motion))
      }
      return pairs
    }
  }

  /// A drag of 5 to 40 mm, a pause of 0.06 to 0.7 s in which the finger rests or drifts, and the second finger.
  private static func story(_ pair: RecordedPair, _ motion: Motion, by random: inout SeededGenerator) -> [Step] {
    func direction() -> Vector { Vector(angle: Angle(degrees: random.number(0...360.0))) }
    func tremble() -> Vector { Vector(dx: random.number(-0.15...0.15), dy: random.number(-0.15...0.15)) }
    let start = Point(x: 170, y: 97)
    let end = start + direction() * random.number(5...40.0)
    let duration = start.distance(to: end) / random.number(0.06...0.2)
    let landing = duration + random.number(60...700.0)
    let first = end + (random.happens(0.5) ? .zero : direction() * random.number(0...0.02) * (landing - duration))
    let second = first + pair.line
    var steps = [down(1, start.x, start.y, at: 0)]
    steps += drag(1, from: (start.x, start.y), to: (end.x, end.y), over: 0...duration)
    steps += drag(1, from: (end.x, end.y), to: (first.x, first.y), over: duration...landing)
    steps.append(down(2, second.x, second.y, at: landing))
    func go(_ a: Point, _ b: Point, after time: Double) {
      steps.append(move(1, to: a.x, a.y, at: landing + time))
      steps.append(move(2, to: b.x, b.y, at: landing + time))
    }
    let wait = random.number(0...120.0)
    switch motion {
    case .turn, .pivot:
      let turn = random.number(45...100.0) * (random.happens(0.5) ? 1 : -1)
      let middle = first + pair.line * (motion == .pivot ? 0 : random.number(0.25...0.75))
      for time in stride(from: 8.0, through: 500 + wait, by: 8) {
        let angle = Angle(degrees: turn * max(0, time - wait) / 500)
        func turned(_ point: Point) -> Point {
          let arm = point - middle
          return arm == .zero ? point : middle + Vector(angle: arm.angle + angle) * arm.length
        }
        go(turned(first) + tremble(), turned(second) + tremble(), after: time)
      }
    case .anchored, .anchoring:
      for sample in pair.motion.dropFirst() {
        let apart = sample.second - sample.first
        if motion == .anchored {
          go(first + tremble(), second + apart, after: sample.time)
        } else {
          go(first - apart, second + tremble(), after: sample.time)
        }
      }
    case .drag:
      let (velocity, ratio) = (direction() * random.number(0.06...0.2), random.number(0.85...1.15))
      for time in stride(from: 8.0, through: 400, by: 8) {
        let way = velocity * max(0, time - wait)
        go(first + way + tremble(), second + way * ratio + tremble(), after: time)
      }
    }
    let last = (steps.last?.time.seconds ?? 0) * 1000
    return steps + [up(2, at: last + 8), up(1, at: last + 16)]
  }
}
