/// Compares two accounts of where fingers land on one surface: our own, from a touch screen that we read, and the compositor's.
///
/// Both see the same glass, each through its own mapping. Where they disagree one of the mappings is wrong, and what leads from
/// the one to the other says which would fit. Places are parts of the surface, 0...1 across and down.
public struct MappingComparison: Sendable {
  /// What the landings so far show.
  public enum Verdict: Sendable, Hashable {
    /// Both see the fingers in the same places.
    case agrees
    /// The compositor's places follow from ours by this matrix.
    case differs(CalibrationMatrix)
    /// No matrix leads from the one to the other.
    case unrelated
  }

  /// How far two accounts of one landing may lie apart, as a part of the surface: a finger moves while one of them waits, and
  /// sensors reach a little beyond the picture.
  public static let tolerance = 0.03
  /// How far apart landings must lie, as a part of the surface, before anything is concluded: about the middle all mappings
  /// are alike.
  public static let spread = 0.3
  /// How many landings make a verdict: three give a matrix, the fourth tests it.
  public static let minimumLandings = 4
  /// How many landings are looked at before it is said that they have nothing in common.
  public static let maximumLandings = 8

  /// The verdict; `nil` until enough landings in different places were seen. It stays.
  public private(set) var verdict: Verdict?

  private struct Pair: Sendable {
    var own: (x: Double, y: Double)
    var other: (x: Double, y: Double)
  }

  private var pairs: [Pair] = []

  /// Nothing seen yet.
  public init() {}

  /// One finger landed: `own` is where we saw it, `other` where the compositor did.
  public mutating func note(own: (x: Double, y: Double), other: (x: Double, y: Double)) {
    guard verdict == nil else { return }
    pairs.append(Pair(own: own, other: other))
    if pairs.count > MappingComparison.maximumLandings { pairs.removeFirst() }
    guard pairs.count >= MappingComparison.minimumLandings, isSpread else { return }
    if error(of: .identity) <= MappingComparison.tolerance {
      verdict = .agrees
    } else if let fit = fit, error(of: fit) <= MappingComparison.tolerance {
      verdict = .differs(fit)
    } else if pairs.count == MappingComparison.maximumLandings {
      verdict = .unrelated
    }
  }

  /// Whether the landings reach far in both directions.
  private var isSpread: Bool {
    func reach(_ coordinate: (Pair) -> Double) -> Double {
      let values = pairs.map(coordinate)
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    return reach { $0.own.x } >= MappingComparison.spread && reach { $0.own.y } >= MappingComparison.spread
  }

  /// The largest distance that `matrix` leaves between the two accounts.
  private func error(of matrix: CalibrationMatrix) -> Double {
    pairs.reduce(0) { worst, pair in
      let place = matrix.apply(x: pair.own.x, y: pair.own.y)
      return max(worst, abs(place.x - pair.other.x), abs(place.y - pair.other.y))
    }
  }

  /// The matrix of least squares; `nil` where the landings lie on a line. Numbers next to -1, 0 and 1 are those: what turns or
  /// mirrors is exact, and fingers are not.
  private var fit: CalibrationMatrix? {
    let count = Double(pairs.count)
    func mean(_ value: (Pair) -> Double) -> Double { pairs.reduce(0) { $0 + value($1) } / count }
    let (x, y) = (mean { $0.own.x }, mean { $0.own.y })
    func moment(_ a: (Pair) -> Double, _ b: (Pair) -> Double) -> Double { mean { a($0) * b($0) } }
    let (dx, dy) = ({ (pair: Pair) in pair.own.x - x }, { (pair: Pair) in pair.own.y - y })
    let (xx, xy, yy) = (moment(dx, dx), moment(dx, dy), moment(dy, dy))
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-5 else { return nil }
    func row(_ value: @escaping (Pair) -> Double) -> (Double, Double, Double) {
      let (vx, vy) = (moment(dx, value), moment(dy, value))
      let a = MappingComparison.snapped((vx * yy - vy * xy) / determinant)
      let b = MappingComparison.snapped((vy * xx - vx * xy) / determinant)
      return (a, b, MappingComparison.snapped(mean(value) - a * x - b * y))
    }
    let (first, second) = (row { $0.other.x }, row { $0.other.y })
    return CalibrationMatrix(first.0, first.1, first.2, second.0, second.1, second.2)
  }

  private static func snapped(_ number: Double) -> Double {
    abs(number - number.rounded()) <= 2 * tolerance ? number.rounded() : number
  }
}
