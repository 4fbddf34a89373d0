import Offhand

/// The stages of a touch from its due time to the screen, in order, as Benchmarks.md "Latency" describes them.
enum LatencyStage: String, CaseIterable {
  case sent, woken, assembled, decided, committed, answered, presented, seen
}

/// Computes the time at which every input of a run reached each stage.
///
/// An input is shown by the first presented frame whose commit is the input's own or a later one, since the content of a commit
/// that is replaced is in the next one. So inputs of discarded commits count too; counting only presented commits would make a
/// policy that discards many look fast.
struct LatencyAttribution {
  /// The inputs after the warm-up.
  let inputs: [LatencyRecord.Input]
  /// Inputs of which all commits were discarded.
  private(set) var neverPresented = 0
  /// Inputs for which the compositor reported neither presentation nor discard.
  private(set) var unknown = 0

  private let record: LatencyRecord
  private let commitTimes: [Int: LatencyRecord.Commit]

  /// Takes the inputs of `record` that were due at least `warmUp` after the first. The warm-up is fixed in advance, so that it cannot
  /// select results.
  init(_ record: LatencyRecord, warmUp: Duration = .seconds(1)) {
    self.record = record
    let start = record.inputs.first?.scheduled ?? 0
    inputs = record.inputs.filter { $0.scheduled - start >= warmUp.wholeNanoseconds }
    commitTimes = Dictionary(record.commits.map { ($0.number, $0) }) { first, _ in first }
    let isEveryCommitAnswered = record.presentations.count + record.discarded >= record.commits.count
    for input in inputs where time(of: .presented, for: input) == nil {
      if input.commit != nil && isEveryCommitAnswered { neverPresented += 1 } else { unknown += 1 }
    }
  }

  /// The time at which `input` reached `stage`; `nil` if it did not, or if that is unknown.
  func time(of stage: LatencyStage, for input: LatencyRecord.Input) -> Int64? {
    switch stage {
    case .sent: return input.sent
    case .woken: return input.woken
    case .assembled: return input.assembled
    case .decided: return input.decided
    case .committed: return input.commit.flatMap { commitTimes[$0]?.time }
    case .answered:
      let commit = input.commit.flatMap { own in record.commits.first { $0.number >= own && $0.answered != nil } }
      return commit?.answered
    case .presented: return time(of: input.commit, in: record.presentations)
    case .seen: return time(of: input.commit, in: record.sightings)
    }
  }

  /// The time at which the content of `commit` was on the screen.
  private func time(of commit: Int?, in sightings: [LatencyRecord.Sighting]) -> Int64? {
    commit.flatMap { commit in sightings.first { $0.commit >= commit } }?.time
  }

  /// Nanoseconds from the time an input was due to `stage`, for all inputs that reached it.
  func latencies(to stage: LatencyStage) -> [Int64] {
    inputs.compactMap { input in time(of: stage, for: input).map { $0 - input.scheduled } }
  }

  /// Nanoseconds from the beginning of a commit to the compositor's frame callback.
  var answerTimes: [Int64] {
    let start = inputs.first?.scheduled ?? 0
    return record.commits.filter { $0.time >= start }.compactMap { commit in commit.answered.map { $0 - commit.begun } }
  }

  /// Nanoseconds between presented frames, or between frame callbacks if the compositor does not report presentations.
  var frameIntervals: [Int64] {
    let spoken = record.presentations.map(\.time)
    let times = spoken.count > 1 ? spoken : record.commits.compactMap(\.answered)
    return zip(times.dropFirst(), times).map { $0 - $1 }
  }

  /// For each commit that was presented and read back: the reading less the presentation, in nanoseconds. An independent check of the
  /// compositor's reports.
  var sightingsAfterPresentations: [Int64] {
    record.sightings.compactMap { sighting in
      record.presentations.first { $0.commit == sighting.commit }.map { sighting.time - $0.time }
    }
  }

  /// The number of commits that were on the screen before they were sent: 0, unless the measurement is wrong.
  var impossibleSightings: Int {
    record.sightings.count { sighting in commitTimes[sighting.commit].map { sighting.time < $0.begun } ?? true }
  }
}
