/// The direction of an overlay from what it belongs to.
public enum Side: String, Sendable, Hashable, CaseIterable {
  /// Over it.
  case center
  /// Directly above.
  case above
  /// Above and to the right.
  case aboveRight = "above-right"
  /// To the right, at the same height.
  case right
  /// Below and to the right.
  case belowRight = "below-right"
  /// Directly below.
  case below
  /// Below and to the left.
  case belowLeft = "below-left"
  /// To the left, at the same height.
  case left
  /// Above and to the left.
  case aboveLeft = "above-left"

  /// The side with left and right exchanged.
  var mirrored: Side { Side.of(-Int(step.dx), Int(step.dy)) }

  /// The opposite side; `center` stays.
  var opposite: Side { Side.of(-Int(step.dx), -Int(step.dy)) }

  /// The side of `anchor` on which `rect` lies. Along each axis, what counts is whether it lies entirely beyond the anchor's edge;
  /// if it does along neither, the direction of its centre in the anchor's proportions.
  init(of rect: Rect, from anchor: Rect) {
    let dx = Side.step(rect.minX, rect.maxX, anchor.minX, anchor.maxX)
    let dy = Side.step(rect.minY, rect.maxY, anchor.minY, anchor.maxY)
    if dx == 0 && dy == 0 {
      self = Side.ofCenter(rect.center - anchor.center, in: anchor.size)
    } else {
      self = Side.of(dx, dy)
    }
  }

  private static func step(_ low: Double, _ high: Double, _ anchorLow: Double, _ anchorHigh: Double) -> Int {
    if low >= anchorHigh { return 1 }
    return high <= anchorLow ? -1 : 0
  }

  private static func ofCenter(_ offset: Vector, in size: Size) -> Side {
    let dx = offset.dx / max(size.width / 2, 1)
    let dy = offset.dy / max(size.height / 2, 1)
    guard abs(dx) >= 0.5 || abs(dy) >= 0.5 else { return .center }
    return of(abs(dx) < 0.5 ? 0 : (dx < 0 ? -1 : 1), abs(dy) < 0.5 ? 0 : (dy < 0 ? -1 : 1))
  }

  private static let rows: [[Side]] = [
    [.aboveLeft, .above, .aboveRight], [.left, .center, .right], [.belowLeft, .below, .belowRight],
  ]

  private static func of(_ dx: Int, _ dy: Int) -> Side { rows[dy + 1][dx + 1] }

  /// The direction of the side: each component -1, 0 or 1.
  var step: Vector {
    switch self {
    case .center: .zero
    case .above: Vector(dx: 0, dy: -1)
    case .aboveRight: Vector(dx: 1, dy: -1)
    case .right: Vector(dx: 1, dy: 0)
    case .belowRight: Vector(dx: 1, dy: 1)
    case .below: Vector(dx: 0, dy: 1)
    case .belowLeft: Vector(dx: -1, dy: 1)
    case .left: Vector(dx: -1, dy: 0)
    case .aboveLeft: Vector(dx: -1, dy: -1)
    }
  }
}
