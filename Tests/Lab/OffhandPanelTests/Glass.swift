import Offhand
import OffhandPanel

/// A survey with fingers on a glass of 340 by 190 mm, 120 reports a second, 20 ms late.
struct Glass {
  static let size = Size(width: 340, height: 190)
  static let middle = Point(x: 170, y: 95)
  static let rate = 120.0
  static let refresh = 1.0 / 60

  var survey: PanelSurvey
  private var now = 5.0
  private var id: UInt64 = 0
  private var down: [Touch?] = [nil, nil]

  init(claimed: Size? = nil) { survey = PanelSurvey(picture: Glass.size, claimed: claimed) }

  /// Does an exercise with the fingers that `places` has at a time in seconds. Pictures, 60 a second, are presented `late` seconds after
  /// the time for which they were drawn, and seen in the middle of their time, half way down the glass; `nil` for none that are noted.
  /// `dot` is where a dot is drawn for a time.
  mutating func exercise(
    _ exercise: PanelExercise, late: Double? = 0, dot: (Double) -> Point? = { _ in nil }, _ places: (Double) -> [Point?]
  ) {
    survey.begin(exercise, at: Timestamp(seconds: now))
    let seconds = exercise.duration.inSeconds
    for scan in 0..<Int(seconds * Glass.rate) {
      let time = Double(scan) / Glass.rate
      if let late, scan % 2 == 0 {
        let disc = exercise.disc(after: .seconds(time), on: Glass.size) ?? dot(time)
        survey.notePicture(with: disc, presented: Timestamp(seconds: now + time + late - Glass.refresh))
      }
      report(places(time), at: now + time + 0.02)
    }
    report([], at: now + seconds + 0.02)
    now += seconds + 1
  }

  /// Draws circles with a finger, and a dot that is under it if the panel is late by `latencies` ms: each of them for two seconds.
  mutating func setDot(_ latencies: [Double], late: Double? = 0) {
    func finger(_ time: Double) -> Point { Glass.middle + Vector(angle: Angle(radians: 4 * time)) * 40 }
    let start = now
    exercise(
      .dot, late: late, dot: { finger($0 + latencies[min(Int($0 / 2), latencies.count - 1)] / 1000 - 0.02) },
      { [finger($0)] })
    for index in latencies.indices {
      let from = start + 2 * Double(index)
      survey.noteDot(from: Timestamp(seconds: from), to: Timestamp(seconds: from + 1.9))
    }
  }

  /// Taps `marks` where `place` puts them.
  mutating func tap(_ marks: [Point], _ place: (Point) -> Point?) {
    exercise(.taps(marks)) { time in
      let within = time.truncatingRemainder(dividingBy: 1.5)
      return (0.5...0.6).contains(within) ? [place(marks[Int(time / 1.5)])] : []
    }
  }

  private mutating func report(_ places: [Point?], at time: Double) {
    var frame = TouchFrame(timestamp: Timestamp(seconds: time))
    for index in down.indices {
      if index < places.count, let place = places[index] {
        var touch = down[index] ?? Touch(id: Touch.ID(rawValue: id), position: place)
        if down[index] == nil { id += 1 } else { touch.phase = .moved }
        touch.position = place
        down[index] = touch
        frame.append(touch)
      } else if var touch = down[index] {
        touch.phase = .ended
        frame.append(touch)
        down[index] = nil
      }
    }
    if frame.count > 0 { survey.record(frame) }
  }
}

extension PanelExercise {
  /// The marks of the program.
  static let marks: [Point] = program(on: Glass.size).flatMap { exercise -> [Point] in
    if case .taps(let marks) = exercise { marks } else { [] }
  }

  /// The lines of the program.
  static let lines = program(on: Glass.size).filter { if case .line = $0 { true } else { false } }

  /// The place on the line of the exercise after `time` at a steady speed, displaced across it.
  func ruled(_ time: Double, aside: Double = 0) -> Point {
    guard case .line(let from, let to) = self else { return .origin }
    let way = to - from
    return from + way * min(1, time / 3) + way.turnedClockwise * (aside / way.length)
  }
}
