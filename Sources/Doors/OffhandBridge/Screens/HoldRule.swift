import Offhand
import OffhandService

/// For how long touches are held back.
///
/// Where they cannot be taken back, the first finger is held until it lifts, has moved 2 mm, or 60 ms have passed. Fingers that land
/// meanwhile are held for 60 ms more, as long as a gesture of as many fingers or more may take them. Without such a gesture nothing is held.
///
/// What a pointer does instead of touches is waited for as long as a press takes, on every compositor: for a program that knows no touch
/// the compositor may make a click of one that was delivered, also if it is cancelled.
struct HoldRule: Sendable {
  /// The time for which touches are held that gestures of several fingers may take, and after a lift what is left.
  static let moment = Duration.milliseconds(60)
  /// The time for which touches are held that a pointer may take.
  private static let rest = LongPressGestureRecognizer().minimumPressDuration + moment
  /// The distance in millimetres by which a finger moves before it is held no longer.
  static let slop = 2.0

  /// One bit for each number of fingers, from 2 on, that a gesture takes.
  private let counts: UInt64
  /// Whether a pointer takes touches, also those of two fingers.
  let points: Bool
  private let pointsWithTwo: Bool

  /// The rule for `gestures`, some of which are exclusive, and for what a pointer does.
  init(_ gestures: some Sequence<ServiceConfiguration.ListenedGesture>, pointer uses: Set<PointerUse> = []) {
    points = !uses.isEmpty
    pointsWithTwo = !uses.isDisjoint(with: [.wheel, .zoom])
    counts = gestures.reduce(pointsWithTwo ? 1 << 2 : 0) { counts, gesture in
      gesture.exclusive && gesture.fingers > 1 ? counts | 1 << UInt64(gesture.fingers) : counts
    }
  }

  /// Whether anything is held.
  var holds: Bool { counts != 0 || points }

  /// The time for which `count` fingers are held after the last of them has landed.
  func patience(for count: Int) -> Duration {
    count == 1 && points || count == 2 && pointsWithTwo ? HoldRule.rest : HoldRule.moment
  }

  /// Whether a gesture may take `count` fingers, or these and more.
  func mayTake(_ count: Int) -> Bool { count == 1 && points || count < 64 && counts >> UInt64(count) != 0 }

  /// Whether `count` fingers are as many as a gesture takes: they may move.
  func isWhole(_ count: Int) -> Bool { count < 64 && counts >> UInt64(count) & 1 == 1 }
}
