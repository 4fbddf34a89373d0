import Offhand

/// How much reports deviate in time and place.
enum PanelJitter {
  /// Reports a second, and the standard deviation of the time between them in ms, of fingers that move; panels need not report still
  /// ones. Reports over time, because some panels send them in bursts; pauses above three times the mean do not count.
  static func timing(_ runs: [PanelRun]) -> (rate: PanelFigure, jitter: Double)? {
    var intervals: [Double] = []
    for run in runs where run.exercise.isMotion {
      for (before, after) in zip(run.reports, run.reports.dropFirst()) where after.time >= before.time {
        let goesOn = after.contacts.contains { contact in before.contacts.contains { $0.id == contact.id } }
        if goesOn { intervals.append(after.time - before.time) }
      }
    }
    guard intervals.count >= 50 else { return nil }
    var count = 0
    // A long pause makes the mean longer, so that shorter ones are seen after it has gone.
    while count != intervals.count {
      count = intervals.count
      let longest = 3 * intervals.mean
      intervals.removeAll { $0 > longest }
    }
    let (mean, error) = (intervals.mean, intervals.meanError(spread: 0))
    guard mean > 0 else { return nil }
    return (PanelFigure(value: 1 / mean, error: error / (mean * mean)), intervals.deviation * 1000)
  }

  /// The largest distance in millimetres of a still finger from the mean of the reports within a quarter of a second, to which the slow
  /// motion of a finger that is held adds nothing; `nil` unless it was held for two seconds. 0 if the panel reports nothing meanwhile.
  static func held(_ run: PanelRun, _ place: (Point) -> Point) -> Double? {
    guard case .hold = run.exercise, let finger = run.longestContact, finger.end - finger.start >= 2 else { return nil }
    // The finger settles, and it leaves.
    let points = finger.reports.filter { $0.time > finger.start + 0.2 && $0.time < finger.end - 0.1 }
      .map { ($0.time, place($0.position)) }
    var largest = 0.0
    var start = 0
    for (time, point) in points {
      while points[start].0 < time - 0.25 { start += 1 }
      var (sum, count) = (Vector.zero, 0.0)
      for (other, position) in points[start...] {
        guard other <= time + 0.25 else { break }
        sum += position - point
        count += 1
      }
      // The report itself is in the mean, which hides a part of its deviation.
      if count > 1 { largest = max(largest, (sum / count).length * (count / (count - 1)).squareRoot()) }
    }
    return largest
  }

  /// The distances in millimetres of the reports, each with its place, from the straight motion through those within a tenth of a second, in which a hand
  /// wanders by less than a panel's noise: some 10 mm to either side. Lines beside a second contact, which may pull at the first, count
  /// where there are no others.
  static func moving(_ runs: [PanelRun], _ place: (Point) -> Point) -> [(place: Point, value: Double)] {
    let alone = runs.filter { $0.reports.allSatisfy { $0.contacts.count < 2 } }.flatMap { moving($0, place) }
    return alone.isEmpty ? runs.flatMap { moving($0, place) } : alone
  }

  private static func moving(_ run: PanelRun, _ place: (Point) -> Point) -> [(place: Point, value: Double)] {
    let finger = run.positions
    guard let first = finger.first?.time, let last = finger.last?.time,
      let points = run.ruled(finger.filter { $0.time > first + 0.1 && $0.time < last - 0.1 }, place)?
        .sorted(by: { $0.time < $1.time }), case .line(let from, let to) = run.exercise
    else { return [] }
    let direction = (to - from) / (to - from).length
    var deviations: [(place: Point, value: Double)] = []
    var start = 0
    for point in points {
      while points[start].time < point.time - 0.1 { start += 1 }
      let window = points[start...].prefix { $0.time <= point.time + 0.1 }
      let (times, beside) = (window.map { $0.time - point.time }, window.map(\.beside))
      let (x, y, count) = (times.mean, beside.mean, Double(window.count))
      let spread = times.reduce(0) { $0 + ($1 - x) * ($1 - x) }
      // The report itself draws the line towards it, by this share.
      let share = 1 / count + x * x / spread
      guard spread > 0, share < 0.4 else { continue }
      let slope = zip(times, beside).reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / spread
      deviations.append(
        (from + direction * point.along, abs(point.beside - y + slope * x) / (1 - share).squareRoot()))
    }
    return deviations
  }
}

extension PanelExercise {
  /// Whether a finger moves in it all the time.
  fileprivate var isMotion: Bool {
    switch self {
    case .circle, .dot, .line: true
    case .hold, .taps, .pair: false
    }
  }
}

extension PanelRun {
  /// The contact that was down for the longest time, to its lift or to the end; `nil` without contacts.
  fileprivate var longestContact: (start: Double, end: Double, reports: [(time: Double, position: Point)])? {
    var spans: [Touch.ID: (start: Double, end: Double, isDown: Bool)] = [:]
    for report in reports {
      for contact in report.contacts {
        spans[contact.id] = (spans[contact.id]?.start ?? report.time, report.time, !contact.isLift)
      }
    }
    let contacts = spans.map { (id: $0, start: $1.start, end: $1.isDown ? max(end ?? 0, $1.end) : $1.end) }
    guard let longest = contacts.max(by: { ($0.end - $0.start, $1.id) < ($1.end - $1.start, $0.id) }) else {
      return nil
    }
    let own = reports.compactMap { report in
      report.contacts.first { $0.id == longest.id && !$0.isLift }.map { (report.time, $0.position) }
    }
    return (longest.start, longest.end, own)
  }

  /// Where `reports` lie along the line of the exercise and beside it, in order along the line; `nil` for other exercises.
  func ruled(
    _ reports: [(time: Double, position: Point)], _ place: (Point) -> Point
  ) -> [(time: Double, along: Double, beside: Double)]? {
    guard case .line(let from, let to) = exercise, from != to else { return nil }
    let direction = (to - from) / (to - from).length
    return reports.map { report in
      let way = place(report.position) - from
      return (report.time, direction.dot(way), direction.cross(way))
    }
    // What is farther from the ruler is another contact.
    .filter { abs($0.2) <= 15 }.sorted { $0.1 < $1.1 }
  }
}
