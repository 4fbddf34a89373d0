/// Answers what relations that were fixed beforehand cannot know. Asked at landings and at beginnings only, never per motion.
public protocol GestureDelegate: Sendable {
  /// Whether the recognizer may have the finger that lands.
  func gesture(_ name: GestureName, shouldReceive touch: Touch) -> Bool

  /// Whether the gesture may begin; otherwise it fails.
  func gestureShouldBegin(_ name: GestureName, _ gesture: Gesture) -> Bool

  /// Whether both may be on at the same time; one yes, from either side, is enough.
  func gesture(_ name: GestureName, shouldRecognizeSimultaneouslyWith other: GestureName) -> Bool

  /// Whether the gesture waits until `other` has failed. A yes that closes a circle is ignored and counted.
  func gesture(_ name: GestureName, shouldRequireFailureOf other: GestureName) -> Bool

  /// Whether `other` waits until the gesture has failed.
  func gesture(_ name: GestureName, shouldBeRequiredToFailBy other: GestureName) -> Bool

  /// Whether the gesture, once on, keeps `other` from beginning on the same fingers.
  func gesture(_ name: GestureName, canPrevent other: GestureName) -> Bool

  /// Whether `other`, once on, keeps the gesture from beginning on the same fingers.
  func gesture(_ name: GestureName, canBePreventedBy other: GestureName) -> Bool
}

extension GestureDelegate {
  /// Yes.
  public func gesture(_ name: GestureName, shouldReceive touch: Touch) -> Bool { true }
  /// Yes.
  public func gestureShouldBegin(_ name: GestureName, _ gesture: Gesture) -> Bool { true }
  /// No.
  public func gesture(_ name: GestureName, shouldRecognizeSimultaneouslyWith other: GestureName) -> Bool { false }
  /// No.
  public func gesture(_ name: GestureName, shouldRequireFailureOf other: GestureName) -> Bool { false }
  /// No.
  public func gesture(_ name: GestureName, shouldBeRequiredToFailBy other: GestureName) -> Bool { false }
  /// Yes.
  public func gesture(_ name: GestureName, canPrevent other: GestureName) -> Bool { true }
  /// Yes.
  public func gesture(_ name: GestureName, canBePreventedBy other: GestureName) -> Bool { true }
}
