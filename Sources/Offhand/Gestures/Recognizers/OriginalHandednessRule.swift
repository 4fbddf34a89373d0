/// The original's rule: the higher finger is the index, the lower the thumb, and a left thumb lies right of its index.
///
/// It returns a side only if both differences exceed their tolerances; equality is not enough. It is unreliable: if the
/// forearm comes from the side, it is wrong more often than right (Design/HandModel.md "What was measured").
public struct OriginalHandednessRule: Sendable, Hashable {
  /// Points per inch of the iPhone for which the original was written.
  static let pointsPerInch = 163.0

  /// The least horizontal distance of index from thumb, exclusive, in millimetres.
  public var horizontalTolerance: Double
  /// The least height of the index above the thumb, exclusive, in millimetres.
  public var verticalTolerance: Double

  /// The rule with tolerances in millimetres.
  public init(horizontalTolerance: Double, verticalTolerance: Double) {
    self.horizontalTolerance = horizontalTolerance
    self.verticalTolerance = verticalTolerance
  }

  /// The original's tolerances, 32 points across and 24 down.
  public init() {
    self.init(
      horizontalTolerance: 32 * 25.4 / OriginalHandednessRule.pointsPerInch,
      verticalTolerance: 24 * 25.4 / OriginalHandednessRule.pointsPerInch)
  }

  /// Returns the hand to which two fingers belong; `unknown` if a difference is within its tolerance.
  public func hand(of first: Point, and second: Point) -> Handedness {
    let top: Point
    let bottom: Point
    if first.y + verticalTolerance < second.y {
      (top, bottom) = (first, second)
    } else if second.y + verticalTolerance < first.y {
      (top, bottom) = (second, first)
    } else {
      return .unknown
    }
    if top.x + horizontalTolerance < bottom.x { return .left }
    if top.x > bottom.x + horizontalTolerance { return .right }
    return .unknown
  }

  /// Returns the hand of the two touches of `frame` that landed first and are down; `unknown` if there are fewer.
  public func hand(in frame: borrowing TouchFrame) -> Handedness {
    var first: Point?
    for index in frame.indices where frame[index].isDown {
      let position = frame[index].position
      guard let start = first else {
        first = position
        continue
      }
      return hand(of: start, and: position)
    }
    return .unknown
  }
}
