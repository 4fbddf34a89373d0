public import Offhand

/// Content in a window that a finger scrolls along one axis, and of which a finger that does not scroll taps something.
///
/// The content follows the finger that scrolls, resists past its ends, and slides on after the release, or goes to a page. A finger
/// scrolls once it has gone farther along the axis than a tap drifts, and farther than across it. One that lands on sliding content
/// stops it, and taps nothing.
///
/// Scroll pans nest: pass each frame to the inner one first, and offer each what the other does not claim. A nested one does not claim a
/// pull past its end, so that the outer one of the same axis follows it; the other axis is never claimed.
///
/// ```swift
/// list.process(frame) { [pages] in !pages.claims($0.id) }
/// pages.process(frame) { [list] in !list.claims($0.id) }
/// for tap in list.taps { choose(Int(tap.y / rowHeight)) }
/// ```
public struct ScrollPan: Sendable {
  /// The direction of scrolling.
  public enum Axis: Sendable, Hashable {
    /// To the left and right.
    case horizontal
    /// Up and down.
    case vertical
  }

  /// The distance in mm that a finger may drift before it scrolls: a tap's allowance (Design/Recognizing.md "Tap").
  private static let slop = 2.6
  /// The time after the landing at which a finger looks as if it pressed: a scroll has begun by then.
  private static let pressDelay = Duration.milliseconds(50)

  /// A finger that landed on the content and does not scroll, and what is seen of it after a tap.
  private struct Press: Sendable {
    let touch: Touch.ID
    /// Where it landed, on the content.
    let place: Point
    var feedback = PressFeedback()
    /// Whether it may still tap.
    var isTap = true
    /// Whether it is down, and may still scroll.
    var isDown = true
  }

  /// The direction of scrolling.
  public let axis: Axis
  /// The part of the surface in which the content is seen, in mm.
  public private(set) var window = Rect(x: 0, y: 0, width: 0, height: 0)
  /// The positions on the content, in mm from its top left corner, that fingers tapped in the latest frame.
  public private(set) var taps: [Point] = []
  private let isNested: Bool
  private var page: Double?
  private var motion = ScrollMotion()
  private var presses: [Press] = []
  /// The touch that scrolls; others do not meanwhile.
  private var scroller = TouchHold()
  /// The position of that touch along the axis up to which the content has followed it.
  private var followed = 0.0
  private var velocity = VelocityTracker()
  private var prediction = ViewPrediction()
  /// The rest of the difference to what was drawn before a finger scrolled.
  private var settling: PredictionSettling?

  /// Content that scrolls along `axis`; `isNested` in other content that does.
  public init(_ axis: Axis = .vertical, isNested: Bool = false) {
    self.axis = axis
    self.isNested = isNested
  }

  /// Adopts the window, and the length of the content along the axis, in mm; with a `page` length it rests on pages only. Touches on it
  /// are forgotten.
  public mutating func layout(
    _ window: Rect, content: Double, page: Double? = nil, in environment: ViewEnvironment
  ) {
    self.window = window
    self.page = page
    // Long ago, so that it rests: what a finger has pulled past an end, or between pages, is not seen to go back.
    if scroller.touch != nil { motion.release(velocity: 0, at: .zero) }
    resize(content: content)
    prediction = ViewPrediction(in: environment)
    settling = nil
    scroller = TouchHold()
    presses.removeAll()
  }

  /// Changes the length of the content, in mm; touches go on.
  public mutating func resize(content: Double) {
    let visible = axis == .vertical ? window.height : window.width
    motion.resize(extent: content - visible, give: visible, page: page)
  }

  /// Takes those touches of a frame for which `isOffered` returns true.
  public mutating func process(_ frame: borrowing TouchFrame, where isOffered: (Touch) -> Bool = { _ in true }) {
    let shown = prediction.shownFrame(at: frame.timestamp)
    let drawn = position(for: shown)
    prediction.record(frame)
    taps.removeAll(keepingCapacity: true)
    forgetTouches(missingIn: frame)
    presses.removeAll { !$0.isDown && !$0.feedback.isAnimating(at: frame.timestamp) }
    for index in frame.indices {
      let touch = frame[index]
      if !isOffered(touch) {
        endPresses(at: frame.timestamp) { $0.touch == touch.id }
        if claims(touch.id) { release(at: frame.timestamp) }
      } else if touch.phase == .began {
        land(touch, drawn: drawn, for: shown)
      } else if claims(touch.id) {
        scroll(touch, drawn: drawn, for: shown)
      } else {
        follow(touch, drawn: drawn, for: shown)
      }
    }
  }

  /// Whether a touch scrolls, or has stopped, this content.
  public func claims(_ touch: Touch.ID) -> Bool { scroller.touch == touch }

  /// Lets go of all touches, which something else has taken: a menu that has opened.
  public mutating func cancel(at time: Timestamp) {
    endPresses(at: time) { _ in true }
    if scroller.touch != nil { release(at: time) }
  }

  /// Lets go of the touch that scrolls, where it is.
  private mutating func release(at time: Timestamp) {
    scroller = TouchHold()
    motion.release(velocity: 0, at: time)
  }

  /// The distance in mm by which the content is scrolled in a frame.
  public func position(for frame: FrameTime) -> Double {
    let time = frame.presentation
    guard let scroller = scroller.touch else { return motion.position(at: time) }
    let ahead = prediction.motion(of: CollectionOfOne(scroller), for: frame, allowing: .translation)
    let rest = settling?.displacement(at: time).dx ?? 0
    return motion.position(at: time, draggedBy: rest - along(ahead.similarity.translation))
  }

  /// The displacement of the content, whose top left corner is its origin, on the surface.
  public func placement(for frame: FrameTime) -> Vector {
    let position = position(for: frame)
    let corner = window.origin - .origin
    return axis == .vertical
      ? corner - Vector(dx: 0, dy: position) : corner - Vector(dx: position, dy: 0)
  }

  /// Whether there is more content than the window shows.
  public var scrolls: Bool { motion.extent > 0 }

  /// The bar at the edge of the window that shows which part of the content is seen, in mm on the surface; `nil` if all of it is.
  public func indicator(for frame: FrameTime) -> Rect? {
    let frameOfBar = window.inset(by: Insets(all: min(1.8, window.width / 2, window.height / 2)))
    let visible = axis == .vertical ? frameOfBar.height : frameOfBar.width
    guard scrolls, visible > 0 else { return nil }
    let content = motion.extent + (axis == .vertical ? window.height : window.width)
    let start = min(max(position(for: frame), 0), motion.extent) / content * visible
    let length = visible - motion.extent / content * visible
    return axis == .vertical
      ? Rect(x: window.maxX - 1.2, y: frameOfBar.minY + start, width: 0.8, height: length)
      : Rect(x: frameOfBar.minX + start, y: window.maxY - 1.2, width: length, height: 0.8)
  }

  /// How pressed a part of the content looks, which is given from the content's top left corner, in mm: from 0 to 1.
  public func highlight(of part: Rect, at time: Timestamp) -> Double {
    presses.reduce(0) { part.contains($1.place) ? max($0, $1.feedback.value(at: time)) : $0 }
  }

  /// Notes that the picture drawn for `frame` is the latest on the screen.
  public mutating func didShow(_ frame: FrameTime) { prediction.didShow(frame) }

  /// Scrolls so far that the position is `position`, in mm, or as far as there is content.
  public mutating func scroll(to position: Double, at time: Timestamp) { motion.scroll(to: position, at: time) }

  /// Whether the picture changes by time alone.
  public func isAnimating(at time: Timestamp) -> Bool {
    motion.isAnimating(at: time) || presses.contains { $0.feedback.isAnimating(at: time) }
      || settling.map { time < $0.end } ?? false || scroller.touch != nil && prediction.isPending(at: time)
  }

  // MARK: Touches

  /// Forgets touches whose lift was in a frame that something else took.
  private mutating func forgetTouches(missingIn frame: borrowing TouchFrame) {
    for index in presses.indices where presses[index].isDown && frame.touch(presses[index].touch) == nil {
      endPress(at: index, time: frame.timestamp)
    }
    if scroller.release(missingIn: frame) { release(at: frame.timestamp) }
  }

  private mutating func land(_ touch: Touch, drawn: Double, for shown: FrameTime) {
    guard window.contains(touch.position), scroller.touch == nil else { return }
    if motion.isAnimating(at: shown.presentation) {
      // Stopped as it is seen.
      motion.grab(at: shown.presentation)
      beginScroll(touch, from: along(touch.position - .origin), drawn: drawn, for: shown)
    } else {
      let place = touch.position - (window.origin - .origin)
      let offset = axis == .vertical ? Vector(dx: 0, dy: drawn) : Vector(dx: drawn, dy: 0)
      presses.append(Press(touch: touch.id, place: place + offset))
      presses[presses.count - 1].feedback.press(at: shown.now + ScrollPan.pressDelay)
    }
  }

  /// Follows a touch that does not scroll, until it does.
  private mutating func follow(_ touch: Touch, drawn: Double, for shown: FrameTime) {
    guard let index = presses.firstIndex(where: { $0.touch == touch.id && $0.isDown }) else { return }
    let drift = touch.position - touch.landingPosition
    if presses[index].isTap, drift.length > ScrollPan.slop {
      presses[index].isTap = false
      presses[index].feedback.release(isActivated: false, at: shown.now)
    }
    guard touch.isDown else {
      let isTap = presses[index].isTap && touch.phase == .ended
      if isTap { taps.append(presses[index].place) }
      if presses[index].isTap { presses[index].feedback.release(isActivated: isTap, at: shown.now) }
      presses[index].isDown = false
      return
    }
    let distance = along(drift)
    guard abs(distance) > ScrollPan.slop, 2 * distance * distance >= drift.lengthSquared else { return }
    if isNested, !motion.canMove(by: -distance, at: shown.presentation) { return }
    // From where the slop ends, so that the content does not jump.
    let start = along(touch.landingPosition - .origin) + (distance < 0 ? -ScrollPan.slop : ScrollPan.slop)
    beginScroll(touch, from: start, drawn: drawn, for: shown)
  }

  private mutating func beginScroll(_ touch: Touch, from start: Double, drawn: Double, for shown: FrameTime) {
    endPresses(at: shown.now) { _ in true }
    scroller = TouchHold(touch.id)
    followed = start
    velocity.reset()
    settling = nil
    scroll(touch, drawn: drawn, for: shown)
    // It was drawn where it was, and is drawn ahead of the finger from now on.
    let jump = motion.drag(from: position(for: shown), to: drawn)
    if jump != 0 { settling = PredictionSettling(from: Vector(dx: jump, dy: 0), at: shown.presentation) }
  }

  /// Follows the touch that scrolls, and lets go when it leaves: a touch that is taken away is no throw.
  private mutating func scroll(_ touch: Touch, drawn: Double, for shown: FrameTime) {
    let place = along(touch.position - .origin)
    motion.drag(by: followed - place, at: shown.now)
    followed = place
    velocity.add(touch.position, at: shown.now)
    guard !touch.isDown else { return }
    scroller = TouchHold()
    let speed = touch.phase == .ended ? along(velocity.velocity(liftedAt: shown.now).translation) : 0
    motion.release(velocity: -speed, drawn: drawn, at: shown.presentation)
  }

  private mutating func endPresses(at time: Timestamp, where isEnded: (Press) -> Bool) {
    for index in presses.indices where presses[index].isDown && isEnded(presses[index]) {
      endPress(at: index, time: time)
    }
  }

  private mutating func endPress(at index: Int, time: Timestamp) {
    if presses[index].isTap { presses[index].feedback.release(isActivated: false, at: time) }
    presses[index].isTap = false
    presses[index].isDown = false
  }

  private func along(_ vector: Vector) -> Double { axis == .vertical ? vector.dy : vector.dx }
}
