/// The rule of the original, mdznr/Handedness, for comparison (Design/Placing.md case 70).
///
/// The hand is decided once, in the frame in which the gesture begins. The overlay's centre is 128 points above the middle of the
/// touches and 128 points away from the hand, or on the middle if the hand is unknown; it keeps 10 points from the bounds and follows
/// in every frame. Not reproduced: a rectangle larger than the screen overflowing on the wrong side (Design/Recognizing.md L4), a size
/// measured after the placement (L5), the jump when one of two fingers lifts (L6), and a hand left over from an earlier gesture when
/// fewer than two fingers are down.
package struct OriginalPlacement: HandInferringStrategy {
  /// The distance in mm of the overlay's centre above and beside the middle of the touches: 128 points.
  private static let offset = 128 * 25.4 / OriginalHandednessRule.pointsPerInch
  /// The distance in mm from the edges of the bounds: 10 points.
  private static let padding = 10 * 25.4 / OriginalHandednessRule.pointsPerInch
  private static let rule = OriginalHandednessRule()

  private struct Record: Sendable {
    var hand: Handedness
    var touchCount: Int
    var centroid: Point
    var shift = Vector.zero
  }

  /// The panel; the original uses nothing else.
  package var environment: PanelSetup
  /// The hand of the latest decision; `unknown` between gestures.
  package private(set) var hand = Hand.unknown

  private var frameHand = Handedness.unknown
  private var touches = TouchSummary()
  private var placed = PlacedOverlays<Record>()

  package init(environment: PanelSetup) { self.environment = environment }

  package mutating func ingest(_ frame: borrowing TouchFrame) {
    touches = TouchSummary(frame)
    frameHand = OriginalPlacement.rule.hand(in: frame)
    if touches.count == 0 { hand = .unknown }
  }

  package mutating func place(_ request: OverlayRequest) -> Placement {
    let middle = request.gesture?.location ?? request.anchor?.center ?? touches.centroid
    guard request.isPlaceable, middle.isFinite else { return request.degeneratePlacement(near: touches.centroid) }
    let record = update(for: request, middle: middle)
    hand = record.hand == .unknown ? .unknown : Hand(side: record.hand, confidence: 1)
    let center = record.centroid + offset(for: record.hand)
    let padded = request.bounds.inset(by: Insets(all: OriginalPlacement.padding))
    let rect = Rect(center: center, size: request.size).clamped(to: padded)
    let anchor = Rect(origin: record.centroid, size: .zero)
    return Placement(
      rect: rect, side: Side(of: rect, from: anchor), target: record.centroid, hand: hand,
      reason: record.hand == .unknown ? .originalUnknown : .originalRule, isClipped: !padded.contains(rect))
  }

  package mutating func remove(_ id: OverlayID) { placed.remove(id) }

  /// Returns the decision for the overlay, moved with the middle of the touches. A change in the number of touches moves nothing.
  private mutating func update(for request: OverlayRequest, middle: Point) -> Record {
    let fresh = Record(hand: frameHand, touchCount: touches.count, centroid: middle)
    guard let index = placed.index(of: request.id) else {
      placed.append(fresh, for: request.id)
      return fresh
    }
    if request.gesture?.state == .began {
      placed[index] = fresh
      return fresh
    }
    if touches.count != placed[index].touchCount {
      placed[index].touchCount = touches.count
      placed[index].shift = placed[index].centroid - middle
    }
    if touches.count > 0 { placed[index].centroid = middle + placed[index].shift }
    return placed[index]
  }

  private func offset(for hand: Handedness) -> Vector {
    let offset = OriginalPlacement.offset
    return switch hand {
    case .left: Vector(dx: offset, dy: -offset)
    case .right: Vector(dx: -offset, dy: -offset)
    case .both, .unknown: .zero
    }
  }
}
