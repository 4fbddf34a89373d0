/// The way of one finger, condensed so that its bow can be told: sums for x = A + B·y + C·y² over the samples.
public struct TouchPath: Sendable {
  /// Lengths are taken in centimetres, so that the sums stay of one size.
  static let unit = 10.0

  private var origin: Point?
  private var last: Point?
  private var count = 0.0
  private var y1 = 0.0, y2 = 0.0, y3 = 0.0, y4 = 0.0
  private var x1 = 0.0, xy1 = 0.0, xy2 = 0.0, x2 = 0.0
  private var lowest = 0.0, highest = 0.0

  /// A path of no samples.
  public init() {}

  /// How far the finger went up and down, in millimetres.
  public var travel: Double { (highest - lowest) * TouchPath.unit }

  /// Adds a sample; one at the same place as the last says nothing new.
  public mutating func add(_ place: Point) {
    guard place != last else { return }
    last = place
    let start = origin ?? place
    origin = start
    let x = (place.x - start.x) / TouchPath.unit
    let y = (place.y - start.y) / TouchPath.unit
    let square = y * y
    count += 1
    y1 += y
    y2 += square
    y3 += square * y
    y4 += square * square
    x1 += x
    xy1 += x * y
    xy2 += x * square
    x2 += x * x
    lowest = min(lowest, y)
    highest = max(highest, y)
  }

  /// The lean of the straight line that fits best, in degrees from upright, positive where its lower end lies to the right;
  /// `nil` while nothing has moved up or down.
  public var lean: Double? {
    guard count >= 3 else { return nil }
    let spread = y2 - y1 * y1 / count
    guard spread > 1e-9 else { return nil }
    return Angle(y: (xy1 - x1 * y1 / count) / spread, x: 1).degrees
  }

  /// The bow C and its standard error, from the normal equations; `nil` while there are too few samples to tell.
  ///
  /// A path that bows to the left opens to the right: C is positive, and its centre of curvature lies to the right.
  public var bow: (value: Double, error: Double)? {
    guard count >= 5 else { return nil }
    let a11 = y2 - y1 * y1 / count
    let a12 = y3 - y1 * y2 / count
    let a22 = y4 - y2 * y2 / count
    let b1 = xy1 - x1 * y1 / count
    let b2 = xy2 - x1 * y2 / count
    let determinant = a11 * a22 - a12 * a12
    guard a11 > 1e-9, determinant > 1e-9 * a11 * a22, determinant > 0 else { return nil }
    let slope = (b1 * a22 - b2 * a12) / determinant
    let curve = (a11 * b2 - a12 * b1) / determinant
    let residual = max(0, (x2 - x1 * x1 / count) - slope * b1 - curve * b2)
    let error = (residual / (count - 3) * a11 / determinant).squareRoot()
    return (curve, error)
  }
}
