package import Offhand

/// A frame that was presented on an output.
package struct Presentation: Sendable, Hashable {
  /// The commits that this frame showed for the first time: its own number is the last; the others were replaced before they
  /// were presented.
  package var commits: ClosedRange<Int>
  /// The moment of the presentation, on the monotonic clock.
  package var time: Timestamp
  /// The greatest error of `time` from converting the compositor's clock; zero if that is the monotonic one.
  package var uncertainty = Duration.zero
  /// The time to the next refresh; `nil` if the output has no constant rate.
  package var refreshInterval: Duration?
}

/// Asks the compositor for presentation feedback and keeps it. Never waits for it: there are compositors that offer it and never
/// send it (Design/Platform.md "Presentation feedback").
final class PresentationTracker {
  /// Whether the compositor reports presented frames.
  enum Support {
    /// It does not offer to.
    case unavailable
    /// It offers to, and has reported none yet.
    case unproven
    /// It has reported a presented frame.
    case proven
    /// It offers to, but left `patience` requests without feedback; it gets no further requests.
    case silent
  }

  /// The most requests without feedback. A compositor that shows frames needs three.
  static let patience = 8
  /// The most presentations that are kept for a program that never takes them.
  private static let longestQueue = 256

  private(set) var support: Support
  private(set) var presentedCount = 0
  private(set) var discardedCount = 0
  private(set) var refreshInterval: Duration?
  /// What presentations so far say about the next one.
  private(set) var forecast = PresentationForecast()

  private let registry: Registry
  private var clock = PresentationClock(id: 1)
  private var pending: [Request] = []
  private var presented: [Presentation] = []
  private var firstPending = 1

  private struct Request {
    var commit: Int
    var object: WpPresentationFeedback
  }

  init(_ registry: Registry) {
    self.registry = registry
    support = registry.presentation == nil ? .unavailable : .unproven
  }

  deinit { for request in pending { request.object.destroy() } }

  /// Requests feedback on the next commit of `surface`, which gets the number `commit`.
  func follow(_ commit: Int, of surface: WlSurface) {
    guard let presentation = registry.presentation, support != .silent else { return }
    if pending.count >= PresentationTracker.patience { giveUp() }
    guard support != .silent else { return }
    let object = presentation.feedback(surface: surface)
    object.listen { [unowned self] in receive($0, about: commit) }
    pending.append(Request(commit: commit, object: object))
  }

  /// Notes when the frame that was announced as `commit` was committed.
  func note(commit: Int, at time: Timestamp) {
    if support != .unavailable { forecast.note(commit: commit, at: time) }
  }

  /// Takes the frames that were presented since the last call.
  func take() -> [Presentation] {
    defer { presented.removeAll(keepingCapacity: true) }
    return presented
  }

  /// Drops the oldest request; if there never was any feedback, all of them.
  private func giveUp() {
    if support == .unproven {
      support = .silent
      for request in pending { request.object.destroy() }
      pending.removeAll()
    } else {
      pending.removeFirst().object.destroy()
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
      let time = clock.monotonic(raw)
      forecast.note(presented: commit, at: time, refresh: refreshInterval)
      record(commit, at: time, uncertainty: clock.uncertainty)
    }
    // A compositor that only ever discards frames has not proven that it reports presented ones.
    if case .presented = event { support = .proven }
    guard let index = pending.firstIndex(where: { $0.commit == commit }) else { return }
    pending.remove(at: index).object.destroy()
  }

  private func record(_ commit: Int, at time: Timestamp, uncertainty: Duration) {
    guard commit >= firstPending, presented.count < PresentationTracker.longestQueue else { return }
    presented.append(
      Presentation(
        commits: firstPending...commit, time: time, uncertainty: uncertainty, refreshInterval: refreshInterval))
    firstPending = commit + 1
  }
}
