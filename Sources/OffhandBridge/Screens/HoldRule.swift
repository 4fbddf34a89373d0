import Offhand
import OffhandService

/// For how long touches are held back on a compositor on which they cannot be taken back.
///
/// The first finger is held until it lifts, has moved 2 mm, or 60 ms have passed. Fingers that land meanwhile are held for 60 ms more,
/// as long as a gesture of as many fingers or more may take them. Without such a gesture nothing is held.
///
/// What a pointer does instead of touches is waited for as long as a press takes: the program knows no touch, which can come late.
struct HoldRule: Sendable {
  /// The time for which touches are held that gestures of several fingers may take.
  private static let patience = Duration.milliseconds(60)
  /// The distance in millimetres by which a finger moves before it is held no longer.
  static let slop = 2.0

  /// One bit for each number of fingers, from 2 on, that a gesture takes.
  private let counts: UInt64
  /// Whether a pointer takes a press of one finger.
  private let takesPress: Bool
  /// The time for which one finger is held, and that for which several are held on.
  let patience: (one: Duration, several: Duration)

  /// The rule for `gestures`, some of which are exclusive, and for what a pointer does.
  init(_ gestures: some Sequence<ServiceConfiguration.ListenedGesture>, pointer uses: Set<PointerUse> = []) {
    takesPress = uses.contains(.rightClick)
    let pointsWithTwo = !uses.isDisjoint(with: [.wheel, .zoom])
    let long = LongPressGestureRecognizer().minimumPressDuration + HoldRule.patience
    patience = (takesPress ? long : HoldRule.patience, pointsWithTwo ? long : HoldRule.patience)
    counts = gestures.reduce(pointsWithTwo ? 1 << 2 : 0) { counts, gesture in
      gesture.exclusive && gesture.fingers > 1 ? counts | 1 << UInt64(gesture.fingers) : counts
    }
  }

  /// Whether anything is held.
  var holds: Bool { counts != 0 || takesPress }

  /// Whether a gesture may take `count` fingers, or these and more.
  func mayTake(_ count: Int) -> Bool { count == 1 && takesPress || count < 64 && counts >> UInt64(count) != 0 }

  /// Whether `count` fingers are as many as a gesture takes: they may move.
  func isWhole(_ count: Int) -> Bool { count < 64 && counts >> UInt64(count) & 1 == 1 }
}
