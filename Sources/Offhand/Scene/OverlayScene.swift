/// Something that comments on what fingers do: where it is, and what it shows.
public struct Overlay: Sendable, Hashable {
  /// The name of an overlay; the application chooses it.
  public struct ID: Sendable, Hashable {
    /// The number.
    public var rawValue: Int

    /// The overlay with this number.
    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Its name.
  public var id: ID
  /// Where it is, in millimetres; a shadow may reach further.
  public var rect: Rect
  /// What it shows.
  public var content: OverlayContent

  /// An overlay.
  public init(id: ID, rect: Rect, content: OverlayContent) {
    self.id = id
    self.rect = rect
    self.content = content
  }
}

/// The overlays of an output, back to front, and their coming and going as a value.
///
/// Nothing in here reads a clock: every call says when. Showing, hiding and moving are accepted at any moment, also in the
/// middle of one another, and go on from what is seen. Each showing has a generation, and a `Token` remembers it: a hide that
/// was meant for an older showing does nothing (recognizers.md L7, L8).
public struct OverlayScene: Sendable {
  /// One showing of one overlay.
  public struct Token: Sendable, Hashable {
    /// The overlay.
    public let id: Overlay.ID
    let generation: UInt64
  }

  private var presentations: [OverlayPresentation] = []
  private var generation: UInt64 = 0

  /// A scene without overlays.
  public init() {}

  /// Shows an overlay: it fades in, or, if it is already seen, changes at once and stays. Answers the token of this showing.
  @discardableResult
  public mutating func show(_ overlay: Overlay, at time: Timestamp) -> Token {
    advance(to: time)
    generation += 1
    if let index = index(of: overlay.id) {
      presentations[index].generation = generation
      presentations[index].show(overlay, at: time)
    } else {
      let fade = Fade(from: 0, to: 1, over: OverlayTiming.appear, at: time)
      presentations.append(OverlayPresentation(overlay: overlay, generation: generation, fade: fade))
    }
    return Token(id: overlay.id, generation: generation)
  }

  /// Lets the showing of `token` fade away after `delay`; does nothing, and says so, if the overlay has been shown again since.
  @discardableResult
  public mutating func hide(_ token: Token, at time: Timestamp, after delay: Duration = .zero) -> Bool {
    guard let index = index(of: token.id), presentations[index].generation == token.generation else { return false }
    hide(at: index, when: time + delay, now: time)
    return true
  }

  /// Lets an overlay fade away after `delay`, whichever showing it is.
  public mutating func hide(_ id: Overlay.ID, at time: Timestamp, after delay: Duration = .zero) {
    if let index = index(of: id) { hide(at: index, when: time + delay, now: time) }
  }

  /// Changes what an overlay shows, and its size with it, in the same frame; does nothing if it is not there.
  public mutating func update(_ id: Overlay.ID, content: OverlayContent) {
    if let index = index(of: id) { presentations[index].overlay.content = content }
  }

  /// Takes an overlay to `rect`; a change of size is seen at once, a change of place as `transition` says.
  public mutating func move(
    _ id: Overlay.ID, to rect: Rect, by transition: OverlayTransition, at time: Timestamp
  ) {
    if let index = index(of: id) { presentations[index].move(to: rect, by: transition, at: time) }
  }

  /// Does with an overlay that is there what a strategy answered: takes it to its place, and lets it fade for as long as what it
  /// belongs to is out of sight (placement.md case 18).
  public mutating func follow(_ placement: Placement, of id: Overlay.ID, at time: Timestamp) {
    guard let index = index(of: id) else { return }
    if placement.isShown {
      presentations[index].reveal(at: time)
    } else {
      presentations[index].conceal(at: time)
    }
    presentations[index].move(to: placement.rect, by: placement.transition, at: time)
  }

  /// Gives an overlay another size, keeping its centre, and takes it back into `bounds` in the same frame (recognizers.md L5).
  public mutating func resize(_ id: Overlay.ID, to size: Size, within bounds: Rect, at time: Timestamp) {
    guard let index = index(of: id) else { return }
    let rect = Rect(center: presentations[index].overlay.rect.center, size: size).clamped(to: bounds)
    presentations[index].move(to: rect, by: .jump, at: time)
  }

  /// Takes an overlay away without a trace.
  public mutating func remove(_ id: Overlay.ID) { presentations.removeAll { $0.overlay.id == id } }

  /// Takes all overlays away without a trace, as when their output is gone (recognizers.md L10).
  public mutating func removeAll() { presentations.removeAll(keepingCapacity: true) }

  /// Serves what is due until `time` and forgets what has faded away.
  public mutating func advance(to time: Timestamp) {
    for index in presentations.indices { presentations[index].advance(to: time) }
    presentations.removeAll { $0.isGone(at: time) }
  }

  /// Whether the next frame looks different by time alone.
  public func isAnimating(at time: Timestamp) -> Bool {
    presentations.contains { $0.isAnimating(at: time) }
  }

  /// When something begins to change by time alone, besides what is already changing: the next lingering overlay's end.
  public var deadline: Timestamp? { presentations.lazy.compactMap(\.hidesAt).min() }

  /// The overlay as it was last shown or moved; `nil` if it is not there.
  public func overlay(_ id: Overlay.ID) -> Overlay? { index(of: id).map { presentations[$0].overlay } }

  /// Where an overlay is seen; `nil` if it is not there.
  public func rect(of id: Overlay.ID, at time: Timestamp) -> Rect? {
    index(of: id).map { presentations[$0].rect(at: time) }
  }

  /// How opaque an overlay is seen, 0 to 1; 0 if it is not there.
  public func opacity(of id: Overlay.ID, at time: Timestamp) -> Double {
    guard let index = index(of: id) else { return 0 }
    var presentation = presentations[index]
    presentation.advance(to: time)
    return presentation.opacity(at: time)
  }

  /// Whether an overlay stays as far as anybody has asked: shown, and no hide under way.
  public func isShown(_ id: Overlay.ID) -> Bool {
    guard let presentation = index(of: id).map({ presentations[$0] }) else { return false }
    return (presentation.fade.to > 0 || presentation.isConcealed) && presentation.hidesAt == nil
  }

  /// Draws all overlays as they are seen at `time`, edges on whole pixels of `grid`; `interior` may draw into each, in the
  /// same sheet and with the same opacity.
  public func draw(
    at time: Timestamp, on grid: PixelGrid, into list: inout DisplayList, theme: OverlayTheme = .standard,
    interior: (Overlay, Rect, inout DisplayList) -> Void = { _, _, _ in }
  ) {
    for index in presentations.indices {
      var presentation = presentations[index]
      presentation.advance(to: time)
      let opacity = presentation.opacity(at: time)
      guard opacity > 0 else { continue }
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

  private mutating func hide(at index: Int, when due: Timestamp, now: Timestamp) {
    presentations[index].isConcealed = false
    guard presentations[index].fade.to > 0 else { return }
    presentations[index].hidesAt = due
    presentations[index].advance(to: now)
  }

  private func index(of id: Overlay.ID) -> Int? { presentations.firstIndex { $0.overlay.id == id } }
}

/// One overlay's life as it is seen: shown, lingering, fading, moving; every answer is a pure function of time.
///
/// ```
///  hidden ──show──▶ appearing ──▶ shown ──hide──▶ disappearing ──▶ hidden
///    ▲                  ▲                              │
///    └── a hide counts only for the showing it was asked for ── show
/// ```
struct OverlayPresentation: Sendable, Hashable {
  /// A way to another place.
  enum Move: Sendable, Hashable {
    case none
    case slide(SpringMotion)
    case hop(from: Rect, start: Timestamp)
  }

  var overlay: Overlay
  /// Which showing this is; grows with every show.
  var generation: UInt64
  var fade: Fade
  /// When it begins to disappear; `nil` while nobody asked for it.
  var hidesAt: Timestamp?
  var move = Move.none
  /// Whether it is out of sight because what it belongs to is; it stays, and comes back.
  var isConcealed = false

  /// Takes over what was asked for some time ago: the fade starts when it was due, not when somebody looked.
  mutating func advance(to time: Timestamp) {
    if let due = hidesAt, due <= time {
      hidesAt = nil
      fade = Fade(from: fade.opacity(at: due), to: 0, over: OverlayTiming.disappear, at: due)
    }
    if !isMoving(at: time) { move = .none }
  }

  mutating func show(_ newer: Overlay, at time: Timestamp) {
    let opacity = fade.opacity(at: time)
    if opacity > 0, newer.rect.origin != overlay.rect.origin { move = .none }
    overlay = newer
    hidesAt = nil
    isConcealed = false
    fade = Fade(from: opacity, to: 1, over: OverlayTiming.appear, at: time)
  }

  /// Fades away until `reveal`, but is not forgotten.
  mutating func conceal(at time: Timestamp) {
    guard !isConcealed, fade.to > 0 else { return }
    isConcealed = true
    fade = Fade(from: fade.opacity(at: time), to: 0, over: OverlayTiming.disappear, at: time)
  }

  /// Comes back.
  mutating func reveal(at time: Timestamp) {
    guard isConcealed else { return }
    isConcealed = false
    fade = Fade(from: fade.opacity(at: time), to: 1, over: OverlayTiming.appear, at: time)
  }

  mutating func move(to rect: Rect, by transition: OverlayTransition, at time: Timestamp) {
    let shown = self.rect(at: time)
    overlay.rect = rect
    guard fade.opacity(at: time) > 0, shown.origin != rect.origin else {
      if transition == .jump { move = .none }
      return
    }
    switch transition {
    case .jump: move = .none
    case .slide:
      var velocity = Vector.zero
      if case .slide(let motion) = move { velocity = motion.velocity(at: time) }
      let spring = OverlayTiming.spring(forSlideOf: (rect.origin - shown.origin).length)
      move = .slide(SpringMotion(spring, from: shown.origin, velocity: velocity, to: rect.origin, at: time))
    case .hop: move = .hop(from: shown, start: time)
    }
  }

  /// Where it is seen at `time`.
  func rect(at time: Timestamp) -> Rect {
    switch move {
    case .none: overlay.rect
    case .slide(let motion): Rect(origin: motion.position(at: time), size: overlay.rect.size)
    case .hop(let old, let start): time < start + OverlayTiming.hopOut ? old : overlay.rect
    }
  }

  /// How opaque it is seen at `time`, 0 to 1.
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

  /// Whether it has faded away for good.
  func isGone(at time: Timestamp) -> Bool { fade.to == 0 && !isConcealed && fade.isOver(at: time) }
}

/// How long overlays take to come, to go and to move (placement.md §2.7).
public enum OverlayTiming {
  /// To appear: as long as the fade in of a hop.
  public static let appear = Duration.milliseconds(120)
  /// To disappear: as long as the original took.
  public static let disappear = Duration.milliseconds(150)
  /// To stay after the fingers have lifted, at least.
  public static let linger = Duration.milliseconds(300)
  /// To fade out at the old place of a hop.
  public static let hopOut = Duration.milliseconds(80)
  /// To fade in at the new place of a hop.
  public static let hopIn = Duration.milliseconds(120)
  /// To slide.
  public static let slide = Duration.milliseconds(180)
  /// The highest speed of a slide, in millimetres a second: what the eye follows without effort.
  public static let slideSpeedLimit = 250.0

  /// The spring for a slide of `distance` millimetres: it would be there after `slide`, but is slowed to the speed limit; a
  /// critically damped spring let go at rest is fastest at ωt = 1, with distance · ω / e.
  public static func spring(forSlideOf distance: Double) -> Spring {
    let quick = Spring(settlingIn: slide)
    guard distance > 0 else { return quick }
    return Spring(frequency: min(quick.frequency, slideSpeedLimit * _exp(1) / distance))
  }
}
