package import Offhand

/// The stages of an idle machine, by the time of the latest touch: which warning or action is due, and what a touch ends.
///
/// A stage with a warning begins only once its warning was shown for its whole length, also if the process or the machine stood still in
/// between: no work is lost without a warning. A stage waits for the one before it.
package struct IdleSchedule: Sendable {
  package struct Stage: Sendable, Hashable {
    /// The time without use after which it begins.
    package var after: Duration
    /// The length of its warning, which is a part of that; zero if there is none.
    package var warning = Duration.zero
  }

  /// What is to be done about the stage of an index.
  package enum Change: Sendable, Hashable {
    case warn(Int, until: Timestamp)
    /// The warning goes without an effect.
    case withdraw(Int)
    case begin(Int)
    case end(Int)
  }

  private enum Phase {
    case waiting
    case warning(since: Timestamp)
    case begun
  }

  /// How many times as long every stage and its warning take.
  package var patience = 1
  private let configured: [Stage]
  private var phases: [Phase]
  /// Whether the compositor reports idleness; without it, the touches that come here tell.
  private let followsCompositor: Bool
  /// Since when it is idle, as the compositor says; `nil` while it is in use.
  private var compositorRest: Timestamp?
  private var latestTouch: Timestamp
  /// Since when no touches are heard, where they alone tell of use; `nil` while they are.
  private var pause: Timestamp?
  /// Whether a finger is down.
  private var isHeld = false
  /// Whether it was used since the latest `next`.
  private var wasUsed = false

  /// The schedule of `stages`, in the order of their times.
  package init(_ stages: [Stage], followsCompositor: Bool, at time: Timestamp) {
    configured = stages
    self.followsCompositor = followsCompositor
    phases = Array(repeating: .waiting, count: stages.count)
    latestTouch = time
  }

  private var stages: [Stage] { configured.map { Stage(after: $0.after * patience, warning: $0.warning * patience) } }

  /// Notes touches at `time`, after which fingers are down or not.
  package mutating func touch(at time: Timestamp, isHeld: Bool) {
    (latestTouch, wasUsed) = (max(latestTouch, time), true)
    self.isHeld = isHeld
  }

  /// Notes whether touches are heard, where they alone tell of use: while they are not, nothing begins, and the time does not count.
  package mutating func hear(_ hears: Bool, at time: Timestamp) {
    guard hears else { return pause = pause ?? time }
    if let pause { latestTouch = latestTouch + (time - max(pause, latestTouch)) }
    pause = nil
  }

  /// Notes what the compositor says: since when the machine is idle; `nil` if it is in use.
  package mutating func rest(since time: Timestamp?) {
    compositorRest = time
    if time == nil { wasUsed = true }
  }

  /// Since when it is idle; `nil` while it is in use.
  private var rest: Timestamp? {
    if isHeld { return nil }
    return followsCompositor ? compositorRest.map { max($0, latestTouch) } : latestTouch
  }

  /// When `next` must be called again; `nil` if only a touch, the compositor or `hear` changes something.
  package var deadline: Timestamp? {
    guard pause == nil, let rest else { return nil }
    for (stage, phase) in zip(stages, phases) {
      switch phase {
      case .waiting: return rest + stage.after - stage.warning
      case .warning(let start): return start + stage.warning
      case .begun: continue
      }
    }
    return nil
  }

  /// Returns what is due at `now`; call it until it returns `nil`.
  package mutating func next(at now: Timestamp) -> Change? {
    let isUsed = wasUsed || rest == nil
    if isUsed || pause != nil {
      for index in phases.indices.reversed() {
        let phase = phases[index]
        // What has begun may have taken its panel's power, and waits for a touch.
        if case .begun = phase, !isUsed { continue }
        phases[index] = .waiting
        switch phase {
        case .waiting: continue
        case .warning: return .withdraw(index)
        case .begun: return .end(index)
        }
      }
      wasUsed = false
    }
    guard let deadline, deadline <= now else { return nil }
    for index in stages.indices {
      switch phases[index] {
      case .begun: continue
      case .waiting where stages[index].warning > .zero:
        phases[index] = .warning(since: now)
        return .warn(index, until: now + stages[index].warning)
      case .waiting, .warning:
        phases[index] = .begun
        return .begin(index)
      }
    }
    return nil
  }
}
