/// The points on the way of a touch from the moment it was due to the glass, in the order of the way.
public enum LatencyStage: String, Sendable, Codable, CaseIterable {
  /// The generator let go of it: how late the generator itself was.
  case sent
  /// The event loop woke.
  case woken
  /// Its frame was whole.
  case assembled
  /// The recognizers had said what they say to it.
  case decided
  /// The first frame drawn with it was with the compositor.
  case committed
  /// The compositor asked for the next frame after that one.
  case answered
  /// The compositor says that a frame with it was seen.
  case presented
  /// Its pixels were read back from the screen.
  case seen

  /// How people call it.
  public var title: String {
    switch self {
    case .sent: "generator late"
    case .woken: "woken"
    case .assembled: "frame whole"
    case .decided: "recognized"
    case .committed: "committed"
    case .answered: "answered"
    case .presented: "presented"
    case .seen: "pixel seen"
    }
  }
}

/// Says of every input of a run when it came to each stage.
///
/// An input is shown by the first frame that was seen whose commit is the input's own or a later one: a commit that was
/// replaced before it was seen hands what it carried to the next. So every input counts, also those whose commit the
/// compositor threw away; counting only the commits that were seen makes a policy that throws many away look fast.
public struct LatencyAttribution: Sendable {
  /// Inputs that count: those after the warm-up.
  public let inputs: [LatencyRecord.Input]
  /// Inputs of which the compositor said that everything drawn with them was thrown away.
  public private(set) var neverPresented = 0
  /// Inputs about which the compositor said nothing.
  public private(set) var unknown = 0

  private let record: LatencyRecord
  private let commitTimes: [Int: LatencyRecord.Commit]

  /// The inputs of `record` that were due at least `warmUp` after its first. The warm-up is fixed in time and not by what
  /// came of it, so that it cannot choose the outcome.
  public init(_ record: LatencyRecord, warmUp: Duration = .seconds(1)) {
    self.record = record
    let (seconds, attoseconds) = warmUp.components
    let wait = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let start = record.inputs.first?.scheduled ?? 0
    inputs = record.inputs.filter { $0.scheduled - start >= wait }
    commitTimes = Dictionary(record.commits.map { ($0.number, $0) }) { first, _ in first }
    let isEveryCommitAnswered = record.presentations.count + record.discarded >= record.commits.count
    for input in inputs where time(of: .presented, for: input) == nil {
      if input.commit != nil && isEveryCommitAnswered { neverPresented += 1 } else { unknown += 1 }
    }
  }

  /// When `input` came to `stage`; `nil` where it did not, or where nobody knows.
  public func time(of stage: LatencyStage, for input: LatencyRecord.Input) -> Int64? {
    switch stage {
    case .sent: return input.sent
    case .woken: return input.woken
    case .assembled: return input.assembled
    case .decided: return input.decided
    case .committed: return input.commit.flatMap { commitTimes[$0]?.time }
    case .answered:
      guard let commit = input.commit, let index = first(record.commits, from: commit, by: \.number) else { return nil }
      return record.commits[index...].lazy.compactMap(\.answered).first
    case .presented:
      guard let commit = input.commit, let index = first(record.presentations, from: commit, by: \.commit) else {
        return nil
      }
      return record.presentations[index].time
    case .seen:
      guard let commit = input.commit, let index = first(record.sightings, from: commit, by: \.commit) else {
        return nil
      }
      return record.sightings[index].time
    }
  }

  /// Nanoseconds from the moment the inputs were due to `stage`, of all that came to it.
  public func latencies(to stage: LatencyStage) -> [Int64] {
    inputs.compactMap { input in time(of: stage, for: input).map { $0 - input.scheduled } }
  }

  /// Nanoseconds from the beginning of a commit to the compositor's asking for the next frame.
  public var answerTimes: [Int64] {
    let start = inputs.first?.scheduled ?? 0
    return record.commits.filter { $0.time >= start }.compactMap { commit in commit.answered.map { $0 - commit.begun } }
  }

  /// Nanoseconds between frames that were seen, or, where the compositor does not say, between its asking for frames.
  public var frameIntervals: [Int64] {
    let spoken = record.presentations.map(\.time)
    let times = spoken.count > 1 ? spoken : record.commits.compactMap(\.answered)
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  /// Of each commit that was said to be seen and was read back: the reading less the word, in nanoseconds. The independent
  /// check that the compositor's words are true.
  public var sightingsAfterPresentations: [Int64] {
    record.sightings.compactMap { sighting in
      record.presentations.first { $0.commit == sighting.commit }.map { sighting.time - $0.time }
    }
  }

  /// Commits that were on the screen before they were sent: never, unless something is wrong with the measurement.
  public var impossibleSightings: Int {
    record.sightings.count { sighting in commitTimes[sighting.commit].map { sighting.time < $0.begun } ?? true }
  }

  /// The first element of a list in ascending order that is at least `commit`.
  private func first<Element>(_ list: [Element], from commit: Int, by number: (Element) -> Int) -> Int? {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if number(list[middle]) < commit { low = middle + 1 } else { high = middle }
    }
    return low < list.count ? low : nil
  }
}
