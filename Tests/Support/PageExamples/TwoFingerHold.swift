public import Offhand

/// The recognizer of the page `ComingFromUIKit`, written without any change to the package, and measured on the page `Benchmarks`.
public struct TwoFingerHold: GestureRecognizer {
  /// `two-finger-hold`.
  public static var name: GestureName { "two-finger-hold" }
  /// Two fingers.
  public var touchRequirement: TouchRequirement { TouchRequirement(minimum: 2, maximum: 2) }
  /// When they have lain for long enough.
  public private(set) var deadline: Timestamp?

  /// Two fingers that lie still for 300 ms.
  public init() {}

  /// Waits.
  public mutating func recognize(
    _ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if !fingers.lifted.isEmpty { return .failed }
    if fingers.path.translation.length > 2 { return .failed }
    if fingers.count == 2, deadline == nil { deadline = contacts.timestamp + .milliseconds(300) }
    if let deadline, contacts.timestamp >= deadline { return .recognized }
    return .unchanged
  }

  /// Where they lie.
  public func gesture(_ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.location = fingers.centroid
    return gesture
  }

  /// Forgets them.
  public mutating func reset() { deadline = nil }
}
