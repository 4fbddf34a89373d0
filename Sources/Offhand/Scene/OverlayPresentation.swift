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
