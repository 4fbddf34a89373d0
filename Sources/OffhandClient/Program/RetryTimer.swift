import Offhand

/// Wakes the loop when a lost compositor is to be looked for again.
final class RetryTimer: EventSource {
  /// When; `nil` while there is nothing to look for.
  var deadline: Timestamp?
  /// Whether that moment has come.
  private(set) var hasRung = false

  var descriptor: Int32? { nil }

  /// Rings once at `time`.
  func set(_ time: Timestamp) {
    deadline = time
    hasRung = false
  }

  /// Has rung, and need not again.
  func clear() {
    deadline = nil
    hasRung = false
  }

  func dispatch(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    hasRung = true
  }
}
