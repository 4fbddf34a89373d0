package import Offhand

/// Forecasts when a frame will be seen, from commits and presentations so far (Design/Platform.md "Forecast").
///
/// Presentations give a grid: the last one and the interval. A commit is seen at the first point of the grid that is later than the commit
/// and the lead with which the compositor takes frames. The lead is learned from what was presented: a commit that was seen after the time
/// δ came at least the lead before that, and was too late for the point an interval earlier, so the lead lies between δ less the
/// interval and δ. A value: it reads no clock.
package struct PresentationForecast: Sendable {
  /// The number of presentations from which the lead is computed: about a second, in which a busy compositor calms down.
  private static let memory = 64
  /// The number of intervals whose median is that of the grid.
  private static let intervalMemory = 9
  /// The deviation from a multiple of the refresh interval up to which an interval is such a multiple.
  private static let tolerance = 0.15

  /// The last commits, by their number modulo the capacity, in nanoseconds.
  private var commits = [(number: Int, time: Int64)](repeating: (0, 0), count: memory)
  /// The nanoseconds from commits to their presentation, in a ring.
  private var delays = [Int64](repeating: 0, count: memory)
  private var delayCount = 0
  private var intervals = [Int64](repeating: 0, count: intervalMemory)
  private var intervalCount = 0
  /// When the last frame was seen, in nanoseconds.
  private var last: Int64?
  /// The refresh interval that the compositor states, in nanoseconds; 0 if it has none.
  private var refresh: Int64 = 0
  /// The interval of the grid in nanoseconds; 0 if it is unknown.
  private var interval: Int64 = 0
  /// The bounds of the lead in nanoseconds: larger than the first, at most the second.
  private var lead: (low: Int64, high: Int64) = (0, .max)

  /// A forecast that knows nothing.
  package init() {}

  /// Notes that frame `number` was committed at `time`.
  package mutating func note(commit number: Int, at time: Timestamp) {
    commits[number & (PresentationForecast.memory - 1)] = (number, time.nanoseconds)
  }

  /// Notes that the frame committed as `number` was seen at `time`. `refresh` is the interval that the compositor states; `nil` if the
  /// output has no constant rate.
  package mutating func note(presented number: Int, at time: Timestamp, refresh: Duration?) {
    let refresh = max(0, refresh?.wholeNanoseconds ?? 0)
    // Another output, or another mode: what was learned holds no more.
    if abs(refresh - self.refresh) > self.refresh / 20 {
      self = PresentationForecast(commits: commits)
      self.refresh = refresh
      interval = refresh
    }
    if let last { note(interval: time.nanoseconds &- last) }
    last = time.nanoseconds
    let commit = commits[number & (PresentationForecast.memory - 1)]
    guard commit.number == number, time.nanoseconds >= commit.time else { return }
    delays[delayCount & (PresentationForecast.memory - 1)] = time.nanoseconds &- commit.time
    delayCount += 1
    computeLead()
  }

  private init(commits: [(number: Int, time: Int64)]) { self.commits = commits }

  /// Notes the time between two frames that were seen. weston shows fewer frames than its refresh interval says, and its intervals
  /// differ from that by the time that it takes to draw.
  private mutating func note(interval elapsed: Int64) {
    guard refresh > 0, elapsed > refresh / 2, elapsed < 4 * refresh else { return }
    let (seen, stated) = (Double(elapsed), Double(refresh))
    let count = max(1, (seen / stated).rounded())
    let isMultiple = abs(seen - count * stated) <= PresentationForecast.tolerance * stated
    guard isMultiple || seen < 2 * stated else { return }
    intervals[intervalCount % PresentationForecast.intervalMemory] = isMultiple ? Int64(seen / count) : elapsed
    intervalCount += 1
    let known = min(intervalCount, PresentationForecast.intervalMemory)
    interval = intervals.median(ofFirst: known)
  }

  private mutating func computeLead() {
    let count = min(delayCount, PresentationForecast.memory)
    var high = Int64.max
    for index in 0..<count { high = min(high, delays[index]) }
    // A commit that was late by more than that missed a refresh, and says nothing about the lead.
    var low: Int64 = 0
    if interval > 0 {
      for index in 0..<count where delays[index] - interval < high { low = max(low, delays[index] - interval) }
    }
    lead = (low, high)
  }

  /// When a frame that is committed at `time` is seen; `nil` if no frame has been.
  ///
  /// While the lead is not known to a quarter of an interval its lower bound is used: too short a forecast leaves some lag, and too long
  /// a one overshoots.
  package func presentation(ofCommitAt time: Timestamp) -> Timestamp? {
    guard let last, delayCount > 0 else { return nil }
    let commit = time.nanoseconds
    guard interval > 0 else { return Timestamp(nanoseconds: commit &+ lead.high) }
    let spread = lead.high - lead.low
    let lead = spread <= interval / 4 ? lead.low + spread / 2 : lead.low
    let distance = commit &+ lead &- last
    let steps = distance < 0 ? 0 : distance / interval + 1
    return Timestamp(nanoseconds: last &+ steps &* interval)
  }

  /// When a frame that is drawn at `now` is seen, where the compositor does not say when frames are: at the refresh after the last frame
  /// callback while that is ahead, else after half of an interval; 8 ms, half of the usual one, if that is unknown.
  package static func presentation(ofFrameAt now: Timestamp, in pacing: FramePacing) -> Timestamp {
    guard let interval = pacing.refreshInterval else { return now + .milliseconds(8) }
    if let callback = pacing.lastCallback, callback + interval > now { return callback + interval }
    return now + .nanoseconds(interval.wholeNanoseconds / 2)
  }
}

extension [Int64] {
  /// The median of the first `count` elements, of which there are few.
  fileprivate func median(ofFirst count: Int) -> Int64 {
    for index in 0..<count {
      var less = 0
      var equal = 0
      for other in 0..<count {
        if self[other] < self[index] { less += 1 } else if self[other] == self[index] { equal += 1 }
      }
      if less <= count / 2 && less + equal > count / 2 { return self[index] }
    }
    return self[0]
  }
}
