import Offhand

/// The time from a finger's touch-down to its time stamp, by the sound of taps: no person has to judge anything.
enum TapSound {
  /// The longest latency, and how far those of one panel are apart, in seconds.
  private static let (longest, spread) = (0.12, 0.03)
  private static let tapsNeeded = 5
  /// How many more taps than noise are heard at one time before.
  private static let lead = 5
  /// What no number of taps makes shorter, in ms: the way of the sound, and the time stamps of both.
  private static let ownError = 3.0
  /// The least standard deviation of one tap, in ms: a finger lands at any time of a scan.
  private static let tapSpread = 3.0
  /// The error of a median over that of a mean.
  private static let medianFactor = 1.25
  /// The reports a second of a panel of which they were not measured: few.
  private static let slowRate = 60.0

  /// The latency by the `clicks` shortly before the landings of taps, of a panel with `rate` reports a second; `nil` unless most taps were
  /// heard at the same time before, and clearly more of them than of other clicks, which come at any time.
  ///
  /// A panel may hold a touch-down until it is sure of it, which a motion does not wait for: the bar has one report more.
  static func latency(_ runs: [PanelRun], _ clicks: [Timestamp], rate: Double?) -> PanelFigure? {
    let landings = runs.flatMap { run -> [Timestamp] in
      guard case .taps = run.exercise else { return [] }
      return run.reports.filter { $0.contacts.contains(where: \.isLanding) }.map { run.start + .seconds($0.time) }
    }
    let group = largestGroup(of: clicks, before: landings)
    let noise = largestGroup(of: clicks, before: landings.map { $0 + .seconds(-longest) })
    guard group.count >= max(tapsNeeded, landings.count / 2 + 1, noise.count + lead), let median = group.median else {
      return nil
    }
    let error = medianFactor * group.map { $0 * 1000 }.meanError(spread: tapSpread)
    return PanelFigure(value: median * 1000, error: ownError + 1000 / (rate ?? slowRate) + error)
  }

  /// The seconds from clicks to the most `moments` that have one at the same time before them. More than one click may be before a
  /// moment; the one of a tap is where those of the others are.
  private static func largestGroup(of clicks: [Timestamp], before moments: [Timestamp]) -> [Double] {
    let delays = moments.map { moment in
      clicks.map { moment.seconds(since: $0) }.filter { (0...longest).contains($0) }
    }
    let groups = delays.joined().map { least in
      delays.compactMap { $0.filter { (least...least + spread).contains($0) }.min() }
    }
    return groups.max { $0.count < $1.count } ?? []
  }
}
