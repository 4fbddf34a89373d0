public import Offhand

/// A value that a finger, a pen or the mouse sets on a horizontal track.
///
/// A touch on the knob drags it from where it is; one beside it, on the track, brings the knob under it first. Pass it every frame of
/// touches.
public struct SliderTarget: Sendable {
  /// The radius of the knob in mm: half the mean width of a fingertip's contact.
  private static let radius = 4.5
  /// The distance in mm from the knob within which a touch takes it without a jump.
  private static let reach = 7.0
  /// The height of the drawn track in mm.
  private static let thickness = 2.0

  /// Its value, from 0 to 1.
  public var value: Double { didSet { value = min(max(value, 0), 1) } }
  /// The rectangle in mm within which touches land on it.
  public private(set) var region = Rect(x: 0, y: 0, width: 0, height: 0)
  private var theme = Theme.standard
  /// The touch that sets it, and its distance from the knob.
  private var hold = TouchHold()
  private var offset = 0.0

  /// A slider at `value`, which has no place yet.
  public init(_ value: Double = 0) { self.value = min(max(value, 0), 1) }

  /// Adopts its rectangle, in mm; the track lies in its middle, or below a title at the bottom.
  public mutating func layout(_ region: Rect, in environment: ViewEnvironment) {
    self.region = region
    theme = environment.theme
    hold = TouchHold()
  }

  /// Takes a frame of touches. Returns whether one of them changed the value.
  public mutating func process(_ frame: borrowing TouchFrame) -> Bool {
    let before = value
    _ = hold.release(missingIn: frame)
    for index in frame.indices {
      let touch = frame[index]
      guard hold.isHeld(by: touch, landingOnIt: region.contains(touch.position)) else { continue }
      if touch.phase == .began {
        offset = knob.x - touch.position.x
        if abs(offset) > SliderTarget.reach { offset = 0 }
      }
      if track.width > 0 { value = (touch.position.x + offset - track.minX) / track.width }
    }
    return value != before
  }

  /// Lets go of its touch, which something else has taken.
  public mutating func cancel() { hold = TouchHold() }

  /// Draws track and knob; with a title, that and the value stand above them, as `text` or else as a percentage.
  public func draw(_ title: String? = nil, text: String? = nil, into list: inout DisplayList) {
    var (track, knob) = (track, knob)
    if let title {
      let drop = Vector(dx: 0, dy: region.maxY - SliderTarget.radius - knob.y)
      (track, knob) = (track.moved(by: drop), knob + drop)
      let line = Rect(
        x: region.minX, y: region.minY, width: region.width, height: knob.y - SliderTarget.radius - region.minY)
      var style = theme.textStyle
      list.text(title, in: line, style: style)
      (style.alignment, style.weight) = (.right, .bold)
      list.text(text ?? PercentText.string(value), in: line, style: style)
    }
    list.fill(track, theme.control, cornerRadius: SliderTarget.thickness / 2)
    let done = Rect(origin: track.origin, size: Size(width: knob.x - track.minX, height: track.height))
    list.fill(done, theme.accent, cornerRadius: SliderTarget.thickness / 2)
    let disc = Rect(center: knob, size: Size(width: 2 * SliderTarget.radius, height: 2 * SliderTarget.radius))
    list.shadow(under: disc, cornerRadius: SliderTarget.radius, theme.shadow)
    list.circle(center: knob, radius: SliderTarget.radius, theme.accent)
    list.circle(center: knob, radius: SliderTarget.radius * (hold.touch == nil ? 0.4 : 0.6), theme.accentText)
  }

  /// The way of the knob, which stays within the rectangle.
  private var track: Rect {
    Rect(
      x: region.minX + SliderTarget.radius, y: region.center.y - SliderTarget.thickness / 2,
      width: max(0, region.width - 2 * SliderTarget.radius), height: SliderTarget.thickness)
  }

  private var knob: Point { Point(x: track.minX + track.width * value, y: track.center.y) }
}
