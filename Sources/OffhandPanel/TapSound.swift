import Offhand

/// The time from a finger's touch-down to its time stamp, by the sound of taps: no person has to judge anything.
enum TapSound {
  /// The longest latency, and how far those of one panel are apart, in seconds.
  private static let (longest, spread) = (0.12, 0.03)
  private static let tapsNeeded = 5
  /// What no number of taps makes shorter, in ms: the way of the sound, and the time stamps of both.
  private static let ownError = 3.0
  /// The least standard deviation of one tap, in ms: a finger lands at any time of a scan.
  private static let tapSpread = 3.0

  /// The latency by the `clicks` shortly before the landings of taps; `nil` unless most taps were heard at the same time before.
  static func latency(_ runs: [PanelRun], _ clicks: [Timestamp]) -> PanelFigure? {
    let landings = runs.flatMap { run -> [Timestamp] in
      guard case .taps = run.exercise else { return [] }
      return run.reports.filter { $0.contacts.contains(where: \.isLanding) }.map { run.start + .seconds($0.time) }
    }
    // More than one click may be before a landing; the one of the tap is where those of the others are.
    let delays = landings.map { landing in
      clicks.map { landing.seconds(since: $0) }.filter { (0...longest).contains($0) }
    }
    let groups = delays.joined().map { least in
      delays.compactMap { $0.filter { (least...least + spread).contains($0) }.min() }
    }
    guard let group = groups.max(by: { $0.count < $1.count }), group.count >= max(tapsNeeded, landings.count / 2 + 1),
      let median = group.median
    else { return nil }
    return PanelFigure(
      value: median * 1000, error: ownError + group.map { $0 * 1000 }.meanError(spread: tapSpread))
  }
}
