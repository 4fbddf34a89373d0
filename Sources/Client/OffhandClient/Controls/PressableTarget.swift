public import Offhand

/// A rectangle that a finger, a pen or the mouse presses: a button.
///
/// It looks pressed while a touch that landed on it is on it, and is activated when that touch lifts there. A finger that leaves it and
/// comes back presses it again; one that lifts elsewhere, or is taken away, activates nothing. Pass it every frame of touches:
///
/// ```swift
/// if lamp.process(frame) { isOn.toggle() }
/// …
/// lamp.draw("Lamp", isOn: isOn, for: frame, into: &list)
/// ```
public struct PressableTarget: Sendable {
  /// The least width and height of what a touch can land on, in mm: the mean width of a fingertip's contact.
  private static let leastSide = 9.0
  /// The distance in mm by which a finger may leave it and still press it: a fingertip rolls by some millimetres as it lifts.
  private static let slack = 6.0

  /// Its rectangle in mm.
  public private(set) var region = Rect(x: 0, y: 0, width: 0, height: 0)
  private var theme = Theme.standard
  /// The touch that presses it, or would if it came back.
  private var hold = TouchHold()
  private var feedback = PressFeedback()
  /// Whether a touch presses it.
  package private(set) var isPressed = false

  /// A target that has no place yet.
  public init() {}

  /// Adopts its rectangle, in mm.
  public mutating func layout(_ region: Rect, in environment: ViewEnvironment) {
    self.region = region
    theme = environment.theme
  }

  /// Takes a frame of touches. Returns whether one of them activated it.
  public mutating func process(_ frame: borrowing TouchFrame) -> Bool {
    var isActivated = false
    if hold.release(missingIn: frame) { cancel(at: frame.timestamp) }
    for index in frame.indices {
      let touch = frame[index]
      let isHit = !region.isEmpty && touchRegion.contains(touch.position)
      guard hold.isHeld(by: touch, landingOnIt: isHit) else { continue }
      let isInside = touchRegion.grown(by: PressableTarget.slack).contains(touch.position)
      let activates = touch.phase == .ended && isInside
      press(touch.isDown && isInside, activates, at: frame.timestamp)
      // Another finger may land in the same frame.
      isActivated = isActivated || activates
    }
    return isActivated
  }

  /// Lets go of its touch, which something else has taken: a menu that has opened, a list that scrolls.
  public mutating func cancel(at time: Timestamp) {
    hold = TouchHold()
    press(false, false, at: time)
  }

  /// From 0 (at rest) to 1 (pressed).
  public func highlight(at time: Timestamp) -> Double { feedback.value(at: time) }

  /// Whether its look changes by time alone.
  public func isAnimating(at time: Timestamp) -> Bool { feedback.isAnimating(at: time) }

  /// Draws it as a button with a title; `isOn` marks what it has switched on.
  public func draw(_ title: String, isOn: Bool = false, for frame: FrameTime, into list: inout DisplayList) {
    let rest = isOn ? theme.accent : theme.control
    let pressed = isOn ? theme.accent.blended(with: theme.background, 0.35) : theme.pressedControl
    list.fill(region, rest.blended(with: pressed, highlight(at: frame.presentation)), cornerRadius: theme.cornerRadius)
    var style = theme.controlStyle
    if isOn { style.color = theme.accentText }
    list.text(title, in: region.inset(by: Insets(top: 0, left: 1, bottom: 0, right: 1)), style: style)
  }

  /// Where touches land on it.
  private var touchRegion: Rect {
    let size = Size(
      width: max(region.width, PressableTarget.leastSide), height: max(region.height, PressableTarget.leastSide))
    return Rect(center: region.center, size: size)
  }

  private mutating func press(_ isPressed: Bool, _ isActivated: Bool, at time: Timestamp) {
    if isPressed, !self.isPressed {
      feedback.press(at: time)
    } else if !isPressed, self.isPressed || isActivated {
      feedback.release(isActivated: isActivated, at: time)
    }
    self.isPressed = isPressed
  }
}
