/// The original, mdznr/Handedness, to the point, so that what came after can be seen beside it (placement.md case 70).
///
/// One decision about the hand in the frame in which the gesture begins; the overlay's centre 128 points above the fingers'
/// middle and 128 points away from the hand; on the middle itself where the hand is unknown; 10 points of padding; following
/// in every frame. Not reproduced: a rectangle larger than the screen overflowing on the wrong side (recognizers.md L4), the
/// size measured after the place (L5), the jump when one of two fingers lifts (L6), and a hand left over from an earlier
/// gesture when fewer than two fingers are down.
public struct OriginalPlacement: PlacementStrategy {
  /// The original's lengths, in millimetres.
  public struct Settings: Sendable, Hashable {
    /// How far above and beside the middle of the fingers the overlay's centre stands: 128 points.
    public var offset: Double
    /// How far from the edges of the bounds the overlay stays: 10 points.
    public var padding: Double
    /// The rule that tells the hand.
    public var rule: OriginalHandednessRule

    /// The original's 128 and 10 points and its rule on a panel of `pointsPerInch`.
    public init(pointsPerInch: Double = OriginalHandednessRule.originalPointsPerInch) {
      offset = 128 * 25.4 / pointsPerInch
      padding = 10 * 25.4 / pointsPerInch
      rule = OriginalHandednessRule(pointsPerInch: pointsPerInch)
    }
  }

  private struct Record: Sendable {
    var hand: Handedness
    var fingers: Int
    var centroid: Point
    var shift = Vector.zero
  }

  /// The panel; the original knows nothing else.
  public var environment: PanelSetup
  /// The lengths.
  public var settings: Settings
  /// The hand of the latest decision; `unknown` between gestures.
  public private(set) var hand = Hand.unknown

  private var frameHand = Handedness.unknown
  private var contacts = ContactGroup()
  private var placed = PlacedOverlays<Record>()

  /// The original on a panel.
  public init(environment: PanelSetup, settings: Settings = Settings()) {
    self.environment = environment
    self.settings = settings
  }

  /// Takes a frame in.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    contacts = ContactGroup(frame)
    frameHand = settings.rule.hand(in: frame)
    if contacts.count == 0 { hand = .unknown }
  }

  /// Answers the original's place.
  public mutating func place(_ request: OverlayRequest) -> Placement {
    let middle = request.gesture?.location ?? request.anchor?.center ?? contacts.centroid
    guard request.isPlaceable, middle.isFinite else { return request.degeneratePlacement(near: contacts.centroid) }
    let record = update(for: request, middle: middle)
    hand = record.hand == .unknown ? .unknown : Hand(side: record.hand, confidence: 1)
    let center = record.centroid + offset(for: record.hand)
    let padded = request.bounds.inset(by: Insets(all: settings.padding))
    let rect = Rect(center: center, size: request.size).clamped(to: padded)
    let anchor = Rect(origin: record.centroid, size: .zero)
    return Placement(
      rect: rect, side: Side(of: rect, from: anchor), target: record.centroid, hand: hand,
      reason: record.hand == .unknown ? .originalUnknown : .originalRule, isClipped: !padded.contains(rect))
  }

  /// Forgets an overlay.
  public mutating func remove(_ id: Overlay.ID) { placed.remove(id) }

  /// Forgets fingers and overlays.
  public mutating func reset() {
    placed.removeAll()
    contacts = ContactGroup()
    frameHand = .unknown
    hand = .unknown
  }

  /// The decision for the overlay, with the middle of the fingers gone along; a change in the number of fingers moves nothing.
  private mutating func update(for request: OverlayRequest, middle: Point) -> Record {
    let fresh = Record(hand: frameHand, fingers: contacts.count, centroid: middle)
    guard let index = placed.index(of: request.id) else {
      placed.append(fresh, for: request.id)
      return fresh
    }
    if request.gesture?.state == .began {
      placed[index] = fresh
      return fresh
    }
    if contacts.count != placed[index].fingers {
      placed[index].fingers = contacts.count
      placed[index].shift = placed[index].centroid - middle
    }
    if contacts.count > 0 { placed[index].centroid = middle + placed[index].shift }
    return placed[index]
  }

  private func offset(for hand: Handedness) -> Vector {
    switch hand {
    case .left: Vector(dx: settings.offset, dy: -settings.offset)
    case .right: Vector(dx: -settings.offset, dy: -settings.offset)
    case .both, .unknown: .zero
    }
  }
}
