/// An overlay: its position and its content.
public struct Overlay: Sendable, Hashable {
  /// The identity of an overlay.
  public typealias ID = OverlayID

  /// The identity.
  public var id: ID
  /// The position in millimetres; a drop shadow may extend beyond it.
  public var rect: Rect
  /// The content.
  public var content: OverlayContent

  /// An overlay.
  public init(id: ID, rect: Rect, content: OverlayContent) {
    self.id = id
    self.rect = rect
    self.content = content
  }
}

/// The overlays of an output, back to front, with their animations, as a value.
///
/// Nothing here reads a clock: every call passes the time. Showing, hiding and moving are accepted at any time, also during another
/// animation, and continue from what is visible; showing ends a hide that is pending (Design/Recognizing.md L7, L8).
public struct OverlayScene: Sendable {
  private var presentations: [OverlayPresentation] = []

  /// A scene without overlays.
  public init() {}

  /// Shows an overlay: it fades in, or, if it is visible already, changes at once and stays.
  public mutating func show(_ overlay: Overlay, at time: Timestamp) {
    advance(to: time)
    if let index = index(of: overlay.id) {
      presentations[index].show(overlay, at: time)
    } else {
      let fade = Fade(from: 0, to: 1, over: OverlayTiming.appear, at: time)
      presentations.append(OverlayPresentation(overlay: overlay, fade: fade))
    }
  }

  /// Fades out an overlay after `delay`, unless it is shown again before.
  public mutating func hide(_ id: Overlay.ID, at time: Timestamp, after delay: Duration = .zero) {
    guard let index = index(of: id) else { return }
    presentations[index].isConcealed = false
    guard presentations[index].fade.to > 0 else { return }
    presentations[index].hidesAt = time + delay
    presentations[index].advance(to: time)
  }

  /// Changes the content of an overlay in the same frame. Does nothing if there is no such overlay.
  public mutating func update(_ id: Overlay.ID, content: OverlayContent) {
    if let index = index(of: id) { presentations[index].overlay.content = content }
  }

  /// Moves an overlay to `rect`: a change of size is visible at once, a change of position according to `transition`. A jump ends no
  /// slide or hop that is under way: that goes on, and ends there.
  public mutating func move(_ id: Overlay.ID, to rect: Rect, by transition: OverlayTransition, at time: Timestamp) {
    if let index = index(of: id) { presentations[index].move(to: rect, by: transition, at: time) }
  }

  /// Applies a strategy's placement to an overlay: moves it there, and fades it out for as long as its anchor is out of sight
  /// (Design/Placing.md case 18).
  public mutating func follow(_ placement: Placement, of id: Overlay.ID, at time: Timestamp) {
    guard let index = index(of: id) else { return }
    if placement.isShown {
      presentations[index].reveal(at: time)
    } else {
      presentations[index].conceal(at: time)
    }
    presentations[index].move(to: placement.rect, by: placement.transition, at: time)
  }

  /// Resizes an overlay around its centre, and moves it back into `bounds` in the same frame (Design/Recognizing.md L5).
  public mutating func resize(_ id: Overlay.ID, to size: Size, within bounds: Rect, at time: Timestamp) {
    guard let index = index(of: id) else { return }
    let rect = Rect(center: presentations[index].overlay.rect.center, size: size).clamped(to: bounds)
    presentations[index].move(to: rect, by: .jump, at: time)
  }

  /// Removes an overlay at once, without a fade.
  public mutating func remove(_ id: Overlay.ID) { presentations.removeAll { $0.overlay.id == id } }

  /// Removes all overlays at once, for example because their output is gone (Design/Recognizing.md L10).
  public mutating func removeAll() { presentations.removeAll(keepingCapacity: true) }

  /// Starts the fades that are due at `time`, and removes the overlays that have faded out.
  public mutating func advance(to time: Timestamp) {
    for index in presentations.indices { presentations[index].advance(to: time) }
    presentations.removeAll { $0.isGone(at: time) }
  }

  /// Whether an animation is running at `time`, so that the next frame looks different.
  public func isAnimating(at time: Timestamp) -> Bool {
    presentations.contains { $0.isAnimating(at: time) }
  }

  /// The time at which the next delayed fade starts; `nil` if there is none.
  public var deadline: Timestamp? { presentations.lazy.compactMap { $0.hidesAt }.min() }

  /// Returns the overlay as last shown or moved; `nil` if there is no such overlay.
  public func overlay(_ id: Overlay.ID) -> Overlay? { index(of: id).map { presentations[$0].overlay } }

  /// Returns the position at which an overlay is drawn at `time`; `nil` if there is no such overlay.
  public func rect(of id: Overlay.ID, at time: Timestamp) -> Rect? {
    index(of: id).map { presentations[$0].rect(at: time) }
  }

  /// Returns the opacity with which an overlay is drawn at `time`, 0 to 1; 0 if there is no such overlay.
  public func opacity(of id: Overlay.ID, at time: Timestamp) -> Double {
    guard let index = index(of: id) else { return 0 }
    var presentation = presentations[index]
    presentation.advance(to: time)
    return presentation.opacity(at: time)
  }

  /// Whether an overlay is shown and no hide is pending.
  public func isShown(_ id: Overlay.ID) -> Bool {
    guard let presentation = index(of: id).map({ presentations[$0] }) else { return false }
    return (presentation.fade.to > 0 || presentation.isConcealed) && presentation.hidesAt == nil
  }

  /// Draws all overlays as of `time`, with edges on whole pixels of `grid`. `interior` may draw into each of them, in the same layer
  /// and with the same opacity.
  public func draw(
    at time: Timestamp, on grid: PixelGrid, into list: inout DisplayList, theme: Theme = .standard,
    interior: (Overlay, Rect, inout DisplayList) -> Void = { _, _, _ in }
  ) {
    for index in presentations.indices {
      var presentation = presentations[index]
      presentation.advance(to: time)
      let opacity = presentation.opacity(at: time)
      let rect = grid.snapped(presentation.rect(at: time))
      let content = presentation.overlay.content
      if opacity >= 1 {
        content.draw(in: rect, into: &list, theme: theme)
        interior(presentation.overlay, rect, &list)
      } else {
        list.layer(in: content.paintBounds(in: rect, theme: theme), opacity: opacity) { list in
          content.draw(in: rect, into: &list, theme: theme)
          interior(presentation.overlay, rect, &list)
        }
      }
    }
  }

  private func index(of id: Overlay.ID) -> Int? { presentations.firstIndex { $0.overlay.id == id } }
}

/// The animation of one overlay: shown, lingering, fading, moving. What is drawn is a pure function of time.
///
/// ```
///  hidden ──show──▶ appearing ──▶ shown ──hide──▶ disappearing ──▶ hidden
///    ▲                  ▲                              │
///    └────────────────────────────────────────────────┘ show
/// ```
struct OverlayPresentation: Sendable, Hashable {
  enum Move: Sendable, Hashable {
    case none
    case slide(SpringMotion)
    case hop(from: Rect, start: Timestamp)
  }

  var overlay: Overlay
  var fade: Fade
  /// The time at which the overlay starts to fade out; `nil` if no hide is pending.
  var hidesAt: Timestamp?
  var move = Move.none
  /// Whether it is faded out because its anchor is out of sight; it stays in the scene and is revealed later.
  var isConcealed = false

  /// Starts a pending fade, at the time at which it was due, and ends a movement that is over.
  mutating func advance(to time: Timestamp) {
    if let due = hidesAt, due <= time {
      (hidesAt, isConcealed) = (nil, false)
      fade = Fade(from: fade.opacity(at: due), to: 0, over: OverlayTiming.disappear, at: due)
    }
    if !isMoving(at: time) { move = .none }
  }

  mutating func show(_ newer: Overlay, at time: Timestamp) {
    var opacity = fade.opacity(at: time)
    // What a hop has hidden stays so.
    if newer.rect.origin != overlay.rect.origin || newer.rect.origin == rect(at: time).origin {
      (opacity, move) = (self.opacity(at: time), .none)
    }
    overlay = newer
    hidesAt = nil
    isConcealed = false
    fade = Fade(from: opacity, to: 1, over: OverlayTiming.appear, at: time)
  }

  /// Fades out until `reveal`.
  mutating func conceal(at time: Timestamp) {
    guard !isConcealed, fade.to > 0 else { return }
    isConcealed = true
    fade = Fade(from: fade.opacity(at: time), to: 0, over: OverlayTiming.disappear, at: time)
  }

  /// Fades in again after `conceal`.
  mutating func reveal(at time: Timestamp) {
    guard isConcealed else { return }
    isConcealed = false
    fade = Fade(from: fade.opacity(at: time), to: 1, over: OverlayTiming.appear, at: time)
  }

  mutating func move(to rect: Rect, by transition: OverlayTransition, at time: Timestamp) {
    let (shown, goal) = (self.rect(at: time), overlay.rect.origin)
    overlay.rect = rect
    // What is not seen is there at once.
    guard fade.opacity(at: time) > 0 else { return move = .none }
    // A placement that stays, grows or follows says so by a jump: the movement goes on, to where the overlay is now.
    if transition == .jump, case .slide(var motion) = move {
      motion.origin += rect.origin - goal
      motion.target += rect.origin - goal
      move = .slide(motion)
    }
    guard shown.origin != rect.origin else { return }
    // What a hop has hidden appears again, and does not flash.
    if transition != .jump, case .hop = move {
      fade = Fade(from: opacity(at: time), to: fade.to, over: OverlayTiming.appear, at: time)
    }
    switch transition {
    case .jump: break
    case .slide:
      var velocity = Vector.zero
      if case .slide(let motion) = move { velocity = motion.velocity(at: time) }
      let spring = OverlayTiming.spring(forSlideOf: (rect.origin - shown.origin).length)
      move = .slide(SpringMotion(spring, from: shown.origin, velocity: velocity, to: rect.origin, at: time))
    case .hop: move = .hop(from: shown, start: time)
    }
  }

  func rect(at time: Timestamp) -> Rect {
    switch move {
    case .none: overlay.rect
    case .slide(let motion): Rect(origin: motion.position(at: time), size: overlay.rect.size)
    case .hop(let old, let start): time < start + OverlayTiming.hopOut ? old : overlay.rect
    }
  }

  /// Returns the opacity at `time`, 0 to 1.
  func opacity(at time: Timestamp) -> Double {
    guard case .hop(_, let start) = move else { return fade.opacity(at: time) }
    let turn = start + OverlayTiming.hopOut
    let hop =
      time < turn
      ? Fade(from: 1, to: 0, over: OverlayTiming.hopOut, at: start)
      : Fade(from: 0, to: 1, over: OverlayTiming.hopIn, at: turn)
    return fade.opacity(at: time) * hop.opacity(at: time)
  }

  func isMoving(at time: Timestamp) -> Bool {
    switch move {
    case .none: false
    case .slide(let motion): !motion.isOver(at: time)
    case .hop(_, let start): time < start + OverlayTiming.hopOut + OverlayTiming.hopIn
    }
  }

  func isAnimating(at time: Timestamp) -> Bool { !fade.isOver(at: time) || isMoving(at: time) }

  /// Whether it has faded out and will not be revealed.
  func isGone(at time: Timestamp) -> Bool { fade.to == 0 && !isConcealed && fade.isOver(at: time) }
}

/// The durations of overlay animations (Design/Placing.md "Relocation").
public enum OverlayTiming {
  /// The fade-in of an overlay; as long as that of a hop.
  static let appear = Duration.milliseconds(120)
  /// The fade-out of an overlay; as long as in the original.
  static let disappear = Duration.milliseconds(150)
  /// The least time for which an overlay stays after the touches have lifted.
  public static let linger = Duration.milliseconds(300)
  /// The fade-out at the old position of a hop.
  static let hopOut = Duration.milliseconds(80)
  /// The fade-in at the new position of a hop.
  static let hopIn = Duration.milliseconds(120)
  /// The settling time of a slide.
  static let slide = Duration.milliseconds(180)
  /// The largest speed of a slide in mm/s: what the eye follows without effort.
  static let slideSpeedLimit = 250.0

  /// Returns the spring for a slide of `distance` mm: it settles in `slide`, or is slower to keep the speed limit. A critically
  /// damped spring released at rest is fastest at ωt = 1, with distance · ω / e.
  package static func spring(forSlideOf distance: Double) -> Spring {
    let quick = Spring(settlingIn: slide)
    guard distance > 0 else { return quick }
    return Spring(frequency: min(quick.frequency, slideSpeedLimit * _exp(1) / distance))
  }
}
