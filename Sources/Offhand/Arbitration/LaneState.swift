/// Where a recognizer is in the one life cycle (recognizers.md §3.0.8).
///
///     possible ─┬─► failed ───────────────────────┐
///               ├─► awaiting ─┬─► failed          │
///               │             ├─► recognized ─────┤   reset, when the fingers are gone
///               │             ▼                   ├──► possible
///               ├─► active ─┬─► ended ────────────┤
///               │           └─► cancelled ────────┤
///               └─► recognized ───────────────────┘
public enum LaneState: UInt8, Sendable {
  /// Nothing is decided.
  case possible
  /// It would begin, but others must fail first, or its owner holds it.
  case awaiting
  /// A continuous gesture is on.
  case active
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture came to its end.
  case ended
  /// A continuous gesture was broken off.
  case cancelled
  /// The fingers made something else.
  case failed

  /// Whether only a reset can follow.
  @inlinable public var isFinished: Bool { rawValue >= LaneState.recognized.rawValue }

  /// Whether the life cycle leads from here to `next`.
  func leads(to next: LaneState) -> Bool {
    switch self {
    case .possible: next != .possible && next != .ended && next != .cancelled
    case .awaiting: next == .active || next == .recognized || next == .failed
    case .active: next == .ended || next == .cancelled
    case .recognized, .ended, .cancelled, .failed: next == .possible
    }
  }
}
