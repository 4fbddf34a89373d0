public import Offhand

/// A frame that was seen.
public struct Presentation: Sendable, Hashable {
  /// The commits that this frame showed: its own number is the last; those before were replaced before they were seen, and
  /// what they answered was first seen with this one.
  public var commits: ClosedRange<Int>
  /// When it was seen, on the monotonic clock.
  public var time: Timestamp
  /// How far `time` may be off because the compositor's clock was converted; zero where it is the monotonic one.
  public var uncertainty = Duration.zero
  /// The time to the next refresh; `nil` where the output has no constant one.
  public var refreshInterval: Duration?
}

/// Asks the compositor when commits were seen, and keeps the answers. Never waits for one: there are compositors that offer
/// to answer and do not (platform.md §0.1.3).
final class PresentationTracker {
  /// Whether the compositor tells when a frame is seen.
  enum Voice {
    /// It does not offer to.
    case unavailable
    /// It offers to, and has not been heard yet.
    case unproven
    /// It has answered.
    case speaking
    /// It offers to, and has left this many questions unanswered: it is not asked any more.
    case mute
  }

  /// So many questions may be open. A compositor that shows frames answers within three.
  static let patience = 8
  /// So many answers are kept for somebody who never asks.
  private static let longestQueue = 256

  private(set) var voice: Voice
  private(set) var presentedCount = 0
  private(set) var discardedCount = 0
  private(set) var refreshInterval: Duration?

  private let registry: Registry
  private var clock = PresentationClock(id: 1)
  private var open: [Question] = []
  private var seen: [Presentation] = []
  private var firstUnseen = 1

  private struct Question {
    var commit: Int
    var object: WpPresentationFeedback
  }

  init(_ registry: Registry) {
    self.registry = registry
    voice = registry.presentation == nil ? .unavailable : .unproven
  }

  deinit { for question in open { question.object.destroy() } }

  /// Asks about the next commit of `surface`, which gets the number `commit`.
  func ask(about commit: Int, of surface: WlSurface) {
    guard let presentation = registry.presentation, voice != .mute else { return }
    if open.count >= PresentationTracker.patience { giveUp() }
    guard voice != .mute else { return }
    let object = presentation.feedback(surface: surface)
    object.listen { [unowned self] in receive($0, about: commit) }
    open.append(Question(commit: commit, object: object))
  }

  /// The frames that were seen since the last call.
  func take() -> [Presentation] {
    defer { seen.removeAll(keepingCapacity: true) }
    return seen
  }

  /// The oldest question stays unanswered; where none was ever answered, so will all others.
  private func giveUp() {
    if voice == .unproven {
      voice = .mute
      for question in open { question.object.destroy() }
      open.removeAll()
    } else {
      open.removeFirst().object.destroy()
    }
  }

  private func receive(_ event: WpPresentationFeedback.Event, about commit: Int) {
    switch event {
    case .syncOutput: return
    case .discarded: discardedCount += 1
    case .presented(let high, let low, let nanoseconds, let refresh, _, _, _):
      presentedCount += 1
      refreshInterval = refresh > 0 ? .nanoseconds(Int64(refresh)) : nil
      let raw = (Int64(high) << 32 | Int64(low)) &* 1_000_000_000 &+ Int64(nanoseconds)
      if clock.id != registry.presentationClock { clock = PresentationClock(id: registry.presentationClock ?? 1) }
      record(commit, at: clock.monotonic(raw), uncertainty: clock.uncertainty)
    }
    // A compositor that only ever discards has not shown that it can present.
    if case .presented = event { voice = .speaking }
    guard let index = open.firstIndex(where: { $0.commit == commit }) else { return }
    open.remove(at: index).object.destroy()
  }

  private func record(_ commit: Int, at time: Timestamp, uncertainty: Duration) {
    guard commit >= firstUnseen, seen.count < PresentationTracker.longestQueue else { return }
    seen.append(
      Presentation(
        commits: firstUnseen...commit, time: time, uncertainty: uncertainty, refreshInterval: refreshInterval))
    firstUnseen = commit + 1
  }
}
