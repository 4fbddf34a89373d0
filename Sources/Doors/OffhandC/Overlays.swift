public import COffhand
import Offhand

/// The overlays that a caller asked for last, with their places as it reads them.
struct RememberedOverlays: ~Copyable {
  /// The most overlays that are remembered.
  private static var limit: Int { 32 }

  /// Where the latest place is.
  var result: UnsafePointer<offhand_placement> { UnsafePointer(latest) }

  private struct Entry {
    var id: OverlayID
    var placement: Placement
  }

  /// In the order in which they were asked for, the latest last.
  private var entries: [Entry] = []
  private var reserved: [Rect] = []
  private let latest = UnsafeMutablePointer<offhand_placement>.allocate(capacity: 1)
  private var explanation: UnsafeMutablePointer<CChar>?

  init() {
    entries.reserveCapacity(RememberedOverlays.limit + 1)
    reserved.reserveCapacity(PlacementSituation.obstacleLimit)
    latest.initialize(to: offhand_placement())
  }

  deinit {
    latest.deallocate()
    explanation?.deallocate()
  }

  /// The request in the domain's terms, made at `time`: without bounds it is the `panel`.
  mutating func request(_ request: offhand_request, panel: Rect, at time: Timestamp) -> OverlayRequest {
    reserved.removeAll(keepingCapacity: true)
    for index in 0..<min(max(0, request.reserved_count), PlacementSituation.obstacleLimit) {
      if let rects = request.reserved { reserved.append(Rect(rects[index])) }
    }
    func size(_ width: Double, _ height: Double) -> Size? {
      width == 0 && height == 0 ? nil : Size(width: width, height: height)
    }
    return OverlayRequest(
      id: OverlayID(rawValue: request.id), role: OverlayRole(request.role),
      anchor: request.anchor.map { Rect($0.pointee) },
      size: Size(width: request.width, height: request.height),
      compactSize: size(request.compact_width, request.compact_height),
      minimumSize: size(request.minimum_width, request.minimum_height),
      bounds: request.bounds.map { Rect($0.pointee) } ?? panel, reserved: reserved,
      preferredSide: Side(request.preferred_side), following: OverlayFollowing(request.following),
      gesture: request.event.flatMap { GestureHint($0.pointee) },
      time: time)
  }

  /// Remembers the place of an overlay and writes it to `result`. Returns the overlay that is forgotten for it.
  mutating func remember(_ id: OverlayID, _ placement: Placement) -> OverlayID? {
    latest.pointee = offhand_placement(placement)
    forget(id)
    entries.append(Entry(id: id, placement: placement))
    return entries.count > RememberedOverlays.limit ? entries.removeFirst().id : nil
  }

  /// Forgets an overlay.
  mutating func forget(_ id: OverlayID) { entries.removeAll { $0.id == id } }

  /// Forgets all overlays.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// One line that says why an overlay is where it is; `nil` if it is not remembered.
  mutating func explain(_ id: OverlayID) -> UnsafePointer<CChar>? {
    guard let entry = entries.last(where: { $0.id == id }) else { return nil }
    explanation?.deallocate()
    let text = UnsafeMutablePointer<CChar>(copying: entry.placement.explanation)
    explanation = text
    return UnsafePointer(text)
  }
}

extension Rect {
  init(_ rect: offhand_rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension offhand_rect {
  init(_ rect: Rect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}

extension OverlayRole {
  /// The role; a HUD for one that is not known.
  fileprivate init(_ role: offhand_role) {
    self =
      switch role {
      case OFFHAND_TOOLTIP: .tooltip
      case OFFHAND_POPOVER: .popover
      case OFFHAND_MENU: .menu
      case OFFHAND_LOUPE: .loupe
      default: .hud
      }
  }
}

extension OverlayFollowing {
  fileprivate init(_ following: offhand_following) {
    self =
      switch following {
      case OFFHAND_SLOT: .slot
      case OFFHAND_FOLLOWS: .follow
      default: .fixed
      }
  }
}

extension Side {
  /// The sides in the order of their numbers in C.
  private static let numbered: [Side] = [
    .center, .above, .aboveRight, .right, .belowRight, .below, .belowLeft, .left, .aboveLeft,
  ]

  /// The side; `nil` for none and for one that is not known.
  fileprivate init?(_ side: offhand_side) {
    guard side != OFFHAND_SIDE_NONE, side.rawValue < Side.numbered.count else { return nil }
    self = Side.numbered[Int(side.rawValue)]
  }

  fileprivate var number: offhand_side { offhand_side(UInt32(Side.numbered.firstIndex(of: self) ?? 0)) }
}

extension GestureHint {
  /// What an event says about the hand; `nil` for a kind that says nothing.
  fileprivate init?(_ event: offhand_event) {
    let kind: GestureKind
    switch event.kind {
    case OFFHAND_TAP: kind = .tap
    case OFFHAND_LONG_PRESS: kind = .press
    case OFFHAND_PAN, OFFHAND_SWIPE, OFFHAND_EDGE_PAN, OFFHAND_TAP_DRAG, OFFHAND_SEQUENCE: kind = .drag
    case OFFHAND_PINCH, OFFHAND_TRANSFORM: kind = .pinch
    case OFFHAND_ROTATION: kind = .rotate
    default: return nil
    }
    self.init(
      kind, state: GestureState(rawValue: UInt8(clamping: event.state.rawValue)),
      location: Handle.position(event.x, event.y),
      velocity: Vector(dx: event.vx, dy: event.vy),
      logScaleVelocity: event.scale > 0 ? event.scale_velocity / event.scale : 0)
  }
}

extension offhand_placement {
  fileprivate init(_ placement: Placement) {
    self.init(
      rect: offhand_rect(placement.rect), target_x: placement.target.x, target_y: placement.target.y,
      hidden: placement.hidden, hand_confidence: placement.hand.confidence,
      hand: offhand_handedness(placement.hand.side),
      side: placement.side.number, reason: placement.reason.number,
      transition: offhand_transition(UInt32(placement.transition.rawValue)), needs_leader: placement.needsLeader,
      is_clipped: placement.isClipped, is_shown: placement.isShown)
  }
}

extension PlacementReason {
  fileprivate var number: offhand_reason {
    switch self {
    case .degenerate: OFFHAND_REASON_DEGENERATE
    case .noHand, .originalRule, .originalUnknown: OFFHAND_REASON_NO_HAND
    case .wantedSide: OFFHAND_REASON_PREFERRED_SIDE
    case .flipped: OFFHAND_REASON_FLIPPED
    case .shifted: OFFHAND_REASON_SHIFTED
    case .leastHidden: OFFHAND_REASON_LEAST_HIDDEN
    case .leader: OFFHAND_REASON_LEADER
    case .docked: OFFHAND_REASON_DOCKED
    case .kept: OFFHAND_REASON_KEPT
    case .followed: OFFHAND_REASON_FOLLOWED
    case .relocated: OFFHAND_REASON_RELOCATED
    case .compact: OFFHAND_REASON_COMPACT
    case .clipped: OFFHAND_REASON_CLIPPED
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .degenerate: "its size, its bounds or its anchor is empty or not finite"
    case .noHand, .originalRule, .originalUnknown: "no hand touches, so it is beside its anchor"
    case .wantedSide: "there was room on the preferred side"
    case .flipped: "there was no room on the preferred side, so it is on the opposite one"
    case .shifted: "shifted along the edge of its bounds to stay inside"
    case .leastHidden: "the best place near its anchor"
    case .leader: "everything near its anchor is hidden, so it is farther away, joined by a line"
    case .docked: "everything near its anchor is hidden, so it is at an edge of its bounds"
    case .kept: "it stays where it was"
    case .followed: "it moved with its anchor"
    case .relocated: "it was hidden for too long, so it moved"
    case .compact: "only its smaller size fits or stays visible"
    case .clipped: "it does not fit into its bounds"
    }
  }
}

extension Placement {
  /// Where it is, what hides it, and why it is there.
  fileprivate var explanation: String {
    func percent(_ share: Double) -> String { "\(Int((min(max(share, 0), 1) * 100).rounded())) %" }
    let place = side == .center ? "over its anchor" : "\(side.rawValue) of its anchor"
    let beside =
      switch hand.side {
      case .left, .right: ", beside a \(hand.side.rawValue) hand (\(percent(hand.confidence)))"
      case .both: ", beside two hands"
      case .unknown: ""
      }
    return "\(place), \(percent(hidden)) hidden\(beside): \(reason.sentence)"
  }
}

// MARK: - Functions of offhand.h, which documents them

/// Returns the hand of all touches together.
@c @implementation
public func offhand_hand(
  _ handle: OpaquePointer?, _ confidence: UnsafeMutablePointer<Double>?
) -> offhand_handedness {
  let hand = withHandle(handle, else: Hand.unknown) { $0.hand }
  confidence?.pointee = hand.confidence
  return offhand_handedness(hand.side)
}

/// Returns the expected share of a rectangle that hands hide.
@c @implementation
public func offhand_hidden(_ handle: OpaquePointer?, _ rect: UnsafePointer<offhand_rect>?) -> Double {
  guard let rect = rect.map({ Rect($0.pointee) }), rect.isSound(within: Handle.largestLength) else { return 0 }
  return withHandle(handle, else: 0) { $0.hiddenFraction(of: rect) }
}

/// Returns where to show an overlay.
@c @implementation
public func offhand_place(
  _ handle: OpaquePointer?, _ request: UnsafePointer<offhand_request>?
) -> UnsafePointer<offhand_placement>? {
  guard let request, let known = try? offhand_request(reading: request, size: request.pointee.size, named: "request")
  else { return nil }
  return withHandle(handle, else: nil) { $0.place(known) }
}

/// An overlay is no longer shown.
@c @implementation
public func offhand_forget(_ handle: OpaquePointer?, _ id: UInt64) { withHandle(handle) { $0.forget(id) } }

/// Returns one line that says why an overlay is where it is.
@c @implementation
public func offhand_explain(_ handle: OpaquePointer?, _ id: UInt64) -> UnsafePointer<CChar>? {
  withHandle(handle, else: nil) { $0.explain(id) }
}
