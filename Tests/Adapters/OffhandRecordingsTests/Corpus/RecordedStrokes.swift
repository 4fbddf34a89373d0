import Offhand
import OffhandRecordings
import OffhandTesting

/// One touch of a recording, at 100 reports a second.
struct RecordedStroke {
  static let interval = 0.01

  /// The positions in the order of time.
  var points: [Point]
  /// Whether it is a pan by itself.
  var isDrag = false

  /// A random displacement that puts the stroke into a place of `size`; `nil` if there is no room.
  func offset(in size: Size, _ random: inout SeededGenerator) -> Vector? {
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max(), right - left < size.width, bottom - top < size.height
    else { return nil }
    return Vector(
      dx: random.number(0...size.width - right + left) - left, dy: random.number(0...size.height - bottom + top) - top)
  }

  /// Every tenth stroke of the two sets whose recordings are of one finger.
  static func strokes() throws -> [RecordedStroke] {
    var strokes: [RecordedStroke] = []
    for file in ["touchextrap.jsonl.gz", "capfingerid.jsonl.gz"] {
      var count = 0
      try Corpus.forEachRecording(in: file) { recording in
        count += 1
        guard count % 10 == 0, let stroke = RecordedStroke(recording) else { return }
        strokes.append(stroke)
      }
    }
    return strokes
  }

  private init?(_ recording: Recording) {
    let scale = RecordingScale(recording)
    let samples = recording.frames.compactMap { frame in
      frame.touches.first.map { (time: frame.time.seconds, place: scale.position(of: $0)) }
    }
    guard samples.count > 2, let first = samples.first, let last = samples.last, last.time - first.time < 8 else {
      return nil
    }
    points = []
    var index = 0
    var time = first.time
    while time <= last.time {
      while index + 2 < samples.count, samples[index + 1].time <= time { index += 1 }
      let (from, to) = (samples[index], samples[index + 1])
      let share = to.time > from.time ? min(1, (time - from.time) / (to.time - from.time)) : 0
      points.append(from.place + (to.place - from.place) * share)
      time += RecordedStroke.interval
    }
    guard points.count > 2 else { return nil }
    var player = Player(StandardPipeline())
    player.play(Script(steps: PlacedStroke(stroke: self, person: 0, start: 0, offset: .zero).steps(0)))
    isDrag = player.first(.pan, .began) != nil
  }
}

/// A stroke at its time and place in a stream.
struct PlacedStroke {
  var stroke: RecordedStroke
  var person: Int
  /// The number of the report in which it lands.
  var start: Int
  var offset: Vector

  var end: Int { start + stroke.points.count }

  func place(_ report: Int) -> Point { stroke.points[report - start] + offset }

  /// Whether both are down at some time; by half a report, reports of two people overlap where these strokes only touch.
  func isBeside(_ other: PlacedStroke) -> Bool { start <= other.end && other.start <= end }

  /// Whether the fingers of both ever come nearer than `distance` mm.
  func comesNear(_ other: PlacedStroke, _ distance: Double) -> Bool {
    let common = max(start, other.start)..<max(start, other.start, min(end, other.end))
    return common.contains { place($0).distance(to: other.place($0)) < distance }
  }

  /// The steps of `strokes` in the order of time; the slot of each is its number.
  static func steps(_ strokes: [PlacedStroke]) -> [Step] {
    strokes.enumerated().flatMap { $1.steps($0) }.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }

  func steps(_ slot: Int) -> [Step] {
    let milliseconds = 1000 * RecordedStroke.interval
    // People's reports alternate: else one would often lift in the report in which another lands.
    let shift = person.isMultiple(of: 2) ? 0 : milliseconds / 2
    var steps = (start..<end).map { report in
      let (time, place) = (Double(report) * milliseconds + shift, place(report))
      return report == start
        ? down(Int32(slot), place.x, place.y, at: time) : move(Int32(slot), to: place.x, place.y, at: time)
    }
    steps.append(up(Int32(slot), at: Double(end) * milliseconds + shift))
    return steps
  }
}
