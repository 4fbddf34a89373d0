import Offhand

/// The touch that holds a control, from its landing until it lifts or something else takes it.
struct TouchHold: Sendable {
  private(set) var touch: Touch.ID?

  /// Lets `touch` hold the control; `nil` for none.
  init(_ touch: Touch.ID? = nil) { self.touch = touch }

  /// Whether `touch` holds the control, also in its lift, after which none does; one that lands on it takes hold if none does.
  mutating func isHeld(by touch: Touch, landingOnIt: Bool) -> Bool {
    if touch.phase == .began, landingOnIt, self.touch == nil { self.touch = touch.id }
    guard self.touch == touch.id else { return false }
    if !touch.isDown { self.touch = nil }
    return true
  }

  /// Lets go of a touch that `frame` does not have: its lift was in a frame that something else took. Returns whether it did.
  mutating func release(missingIn frame: borrowing TouchFrame) -> Bool {
    guard let touch, frame.touch(touch) == nil else { return false }
    self.touch = nil
    return true
  }
}
