import Offhand

/// The time from the finger to the time stamp of its touch, from what people do.
enum PanelLatency {
  /// The most that people by themselves lead or lag a disc on average over two directions and two speeds, in ms.
  static let ownLag = 15.0
  /// The usual spread of one person's lag from run to run, and of settings of the dot, in ms.
  private static let (runSpread, dotSpread) = (2.0, 6.0)
  /// Where reports of a finger are looked for at the place where a dot was seen, in s from then.
  private static let nearby = -0.2...0.4
  /// The longest time in s for which a picture of a moving disc may stand.
  private static let longestPicture = 0.1
  /// Sectors of the circle.
  private static let sectors = 12

  /// The latency by the circles (Bérard and Blanch, 2013), from the lag in each run; `nil` without a run in each direction.
  ///
  /// What makes the finger appear ahead in one direction, a turned panel for example, makes it appear behind in the other. The mean of
  /// the directions is free of it. The bar adds the person's own lag, which no run shows, to the spread of the runs.
  static func circle(_ runs: [(clockwise: Bool, lag: Double)]) -> PanelFigure? {
    let (right, left) = (runs.filter(\.clockwise).map(\.lag), runs.filter { !$0.clockwise }.map(\.lag))
    guard !right.isEmpty, !left.isEmpty else { return nil }
    return PanelFigure(
      value: (right.mean + left.mean) / 2, error: ownLag + runs.map(\.lag).meanError(spread: runSpread))
  }

  /// The latency by the dot (Cattan et al., 2015), from the lead in each setting; `nil` without one.
  static func dot(_ leads: [Double]) -> PanelFigure? {
    leads.isEmpty ? nil : PanelFigure(value: leads.mean, error: leads.meanError(spread: dotSpread))
  }

  /// How far the dot led the finger's reports, in ms, in each setting of `run` at which it was under the finger.
  ///
  /// A prediction falls short of its horizon where the finger turns or slows down. So what counts is not the horizon but when the finger
  /// was reported at the place of the dot.
  static func leads(of run: PanelRun) -> [Double] {
    guard run.exercise == .dot, !run.settings.isEmpty else { return [] }
    let dots = discs(of: run)
    var first = 0
    let leads = dots.map { dot -> (time: Double, lead: Double?) in
      while first < run.reports.count, run.reports[first].time < dot.time + nearby.lowerBound { first += 1 }
      return (dot.time, lead(of: dot, run.reports[first...].prefix { $0.time <= dot.time + nearby.upperBound }))
    }
    return run.settings.compactMap { setting in
      let leads = leads.compactMap { setting.contains($0.time) ? $0.lead : nil }
      return leads.count < 10 ? nil : leads.middleMean
    }
  }

  /// The time in ms from when a dot was seen to when a finger was reported nearest to it; `nil` if that is at the end of `reports`.
  private static func lead(of dot: (time: Double, position: Point), _ reports: ArraySlice<PanelRun.Report>) -> Double? {
    guard let start = reports.first?.time, let end = reports.last?.time else { return nil }
    var nearest: (distance: Double, time: Double)?
    for (before, after) in zip(reports, reports.dropFirst()) {
      for contact in after.contacts {
        guard let previous = before.contacts.first(where: { $0.id == contact.id }) else { continue }
        let (way, arm) = (contact.position - previous.position, dot.position - previous.position)
        let part = way == .zero ? 0 : min(max(way.dot(arm) / way.lengthSquared, 0), 1)
        let distance = (arm + way * -part).length
        if distance < nearest?.distance ?? .infinity {
          nearest = (distance, before.time + part * (after.time - before.time))
        }
      }
    }
    return nearest.flatMap { start < $0.time && $0.time < end ? ($0.time - dot.time) * 1000 : nil }
  }

  /// The mean of figures, weighted by their bars; its bar is the mean of theirs, because the circle's is one person's own lag, which no
  /// number of runs makes shorter. `nil` without any, and if two differ by more than their bars.
  static func combined(_ figures: [PanelFigure]) -> PanelFigure? {
    guard figures.count > 1 else { return figures.first }
    let agree = figures.allSatisfy { one in
      figures.allSatisfy { abs($0.value - one.value) <= $0.error + one.error }
    }
    guard agree else { return nil }
    // A bar of nothing would have all of the weight.
    let weights = figures.map { 1 / max($0.error * $0.error, 1e-12) }
    let total = weights.reduce(0, +)
    func mean(_ part: (PanelFigure) -> Double) -> Double {
      zip(weights, figures).map { $0 * part($1) }.reduce(0, +) / total
    }
    return PanelFigure(value: mean(\.value), error: mean(\.error))
  }

  /// How far the finger lags the disc in the exercise `run`, in ms; `nil` for other exercises, without most of a circle, and
  /// unless it is known when pictures were seen.
  ///
  /// The first second is left out: the finger has to find the disc. A finger beside the disc, or a picture beside the panel, leads on
  /// one side of the circle as much as it lags on the opposite one, so opposite sectors are averaged; each counts by the middle half of
  /// its reports, so that corrective motions of the hand do not matter.
  static func lag(of run: PanelRun, on size: Size, _ place: (Point) -> Point) -> (clockwise: Bool, lag: Double)? {
    guard case .circle(let clockwise, let period) = run.exercise, period > .zero else { return nil }
    let middle = Point(x: size.width / 2, y: size.height / 2)
    let discs = discs(of: run)
    var angles = Array(repeating: [Double](), count: sectors)
    var next = 0
    for report in run.reports where report.time >= 1 {
      guard let disc = disc(at: report.time, of: discs, &next) else { continue }
      let fingers = report.contacts.filter { !$0.isLift }.map { place($0.position) }
      guard let finger = fingers.min(by: { $0.distance(to: disc) < $1.distance(to: disc) }),
        finger.distance(to: disc) <= disc.distance(to: middle)
      else { continue }
      let angle = (finger - middle).angle
      let lag = ((disc - middle).angle - angle).wrapped.radians
      let sector = Int((angle.radians / (2 * .pi) + 0.5) * Double(sectors))
      angles[min(sector, sectors - 1)].append(clockwise ? lag : -lag)
    }
    let opposites = (0..<sectors / 2).compactMap { sector -> Double? in
      let (one, other) = (angles[sector], angles[sector + sectors / 2])
      guard one.count > 2, other.count > 2, let one = one.middleMean, let other = other.middleMean else { return nil }
      return (one + other) / 2
    }
    guard opposites.count >= sectors / 3 else { return nil }
    return (clockwise, opposites.mean / (2 * .pi) * period.inSeconds * 1000)
  }

  /// The disc or the dot as it was seen. A picture stands until the next one, so the eye sees its disc in the middle of that time; and the
  /// glass lights up from top to bottom, its middle half a refresh after the presentation.
  private static func discs(of run: PanelRun) -> [(time: Double, position: Point)] {
    guard let refresh = run.refresh else { return [] }
    return zip(run.pictures, run.pictures.dropFirst()).compactMap { picture, next in
      guard let disc = picture.disc, next.time - picture.time <= longestPicture else { return nil }
      return ((picture.time + next.time + refresh) / 2, disc)
    }
  }

  /// The place between `discs` at `time`. `next` is the first of them that the last call did not pass.
  private static func disc(at time: Double, of discs: [(time: Double, position: Point)], _ next: inout Int) -> Point? {
    while next < discs.count, discs[next].time < time { next += 1 }
    guard next > 0, next < discs.count else { return nil }
    let (before, after) = (discs[next - 1], discs[next])
    // Where pictures are missing the disc stood still, and then jumped.
    guard after.time - before.time <= longestPicture else { return nil }
    return before.position + (after.position - before.position)
      * ((time - before.time) / (after.time - before.time))
  }
}
