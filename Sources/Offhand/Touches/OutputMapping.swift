/// Maps the calibrated coordinates of a touch screen to millimetres on the output plane, by the output's transform and the size of
/// the glass.
public struct OutputMapping: Sendable, Hashable {
  /// The output plane as the user sees it: size on the glass, logical pixels, and the source of the millimetres.
  public let surface: SurfaceGeometry
  /// The rotation and mirroring of the output on the panel.
  package let transform: OutputTransform

  private let origin: Point
  private let across: Vector
  private let down: Vector
  /// Where the sensor's own right and its own down point on the output plane, of length 1.
  private let sensorRight: Vector
  private let sensorDown: Vector

  /// The mapping of `panel` to the output under it.
  ///
  /// The size of the glass is the first of these that is known: `configured` (as the user sees it, turned), that stated for the output, the
  /// panel's own, the output's. If none is known, a logical pixel counts as 0.2646 mm, and a missing output as 1920 by 1080 pixels.
  package init(panel: TouchPanel, output: OutputDescription?, configured: Size? = nil) {
    let transform = output?.transform ?? .normal
    let width = output?.logicalWidth ?? 0
    let height = output?.logicalHeight ?? 0
    let known: (size: Size, provenance: SurfaceGeometry.Provenance)? =
      if let stated = configured ?? output?.statedSize { (stated, .configured) } else if let size = panel.calibratedSize
      {
        (transform.logical(size), .device)
      } else if let size = output?.plausibleSize { (transform.logical(size), .output) } else { nil }
    if let known {
      surface = SurfaceGeometry(
        size: known.size, pixelWidth: width, pixelHeight: height, provenance: known.provenance)
    } else if width > 0 && height > 0 {
      surface = SurfaceGeometry(assumedFromPixelWidth: width, pixelHeight: height)
    } else {
      var assumed = SurfaceGeometry(assumedFromPixelWidth: 1920, pixelHeight: 1080)
      assumed.pixelWidth = 0
      assumed.pixelHeight = 0
      surface = assumed
    }
    self.transform = transform
    let size = surface.size
    func place(_ x: Double, _ y: Double) -> Point {
      let unit = transform.logical(x: x, y: y)
      return Point(x: unit.x * size.width, y: unit.y * size.height)
    }
    origin = place(0, 0)
    across = place(1, 0) - origin
    down = place(0, 1) - origin
    let calibration = panel.calibration
    sensorRight = OutputMapping.direction(across * calibration.xx + down * calibration.yx) ?? Vector(dx: 1, dy: 0)
    sensorDown = OutputMapping.direction(across * calibration.xy + down * calibration.yy) ?? Vector(dx: 0, dy: 1)
  }

  private static func direction(_ vector: Vector) -> Vector? {
    vector.isFinite && vector.length > 0 ? vector / vector.length : nil
  }

  /// The position of the calibrated coordinate (x, y), each in 0...1 across and down the panel.
  ///
  /// Public like the matrix, because the compiler inlines only public code into other modules: a touch would cost a tenth more.
  public func point(x: Double, y: Double) -> Point {
    Point(x: origin.x + x * across.dx + y * down.dx, y: origin.y + x * across.dy + y * down.dy)
  }

  /// A contact's shape as it lies on the output plane, from the sensor's own: turned as the sensor is, and mirrored where a
  /// matrix or a flipped output mirrors it, because a mirrored angle would suggest the other hand (Design/Placing.md case 13).
  public func shape(_ shape: ContactShape) -> ContactShape {
    guard let angle = shape.orientationRadians, angle.isFinite else { return shape }
    guard sensorRight != Vector(dx: 1, dy: 0) || sensorDown != Vector(dx: 0, dy: 1) else { return shape }
    let own = Angle(radians: Double(angle))
    let turned = sensorRight * own.sine - sensorDown * own.cosine
    var turnedAngle = Angle(y: turned.dx, x: -turned.dy).radians
    // An ellipse's axis has no direction: an angle within a quarter turn of upright stays so.
    if abs(angle) <= .pi / 2, abs(turnedAngle) > .pi / 2 { turnedAngle -= turnedAngle > 0 ? .pi : -.pi }
    var copy = shape
    copy.orientationRadians = Float(turnedAngle)
    return copy
  }
}

/// The size of a surface on the glass, in millimetres and in logical pixels, and how well it is known.
public struct SurfaceGeometry: Sendable, Hashable {
  /// The source of the millimetres, best first (Design/Recognizing.md "Units").
  public enum Provenance: String, Sendable {
    /// The user's configuration.
    case configured
    /// The touch device, which gives a plausible size.
    case device
    /// The output, which gives a plausible size.
    case output
    /// None: 0.2646 mm per logical pixel, 96 to the inch.
    case assumed
  }

  /// Millimetres per logical pixel if the size is unknown: 25.4 / 96.
  package static let assumedMillimetresPerPixel = 25.4 / 96

  /// The size in millimetres.
  public var size: Size
  /// The width in logical pixels; zero if the surface has none.
  public var pixelWidth: Double
  /// The height in logical pixels; zero if the surface has none.
  public var pixelHeight: Double
  /// The source of the millimetres.
  public var provenance: Provenance

  /// A surface of `size` millimetres and `pixelWidth` by `pixelHeight` logical pixels.
  public init(size: Size, pixelWidth: Double, pixelHeight: Double, provenance: Provenance) {
    self.size = size
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.provenance = provenance
  }

  /// A surface of `width` by `height` logical pixels whose size in millimetres is unknown.
  package init(assumedFromPixelWidth width: Double, pixelHeight height: Double) {
    let factor = SurfaceGeometry.assumedMillimetresPerPixel
    self.init(
      size: Size(width: width * factor, height: height * factor), pixelWidth: width, pixelHeight: height,
      provenance: .assumed)
  }

  /// The whole surface.
  public var bounds: Rect { Rect(origin: .origin, size: size) }

  /// Logical pixels per millimetre across.
  package var pixelsPerMillimetreX: Double { size.width > 0 ? pixelWidth / size.width : 0 }

  /// Logical pixels per millimetre down.
  package var pixelsPerMillimetreY: Double { size.height > 0 ? pixelHeight / size.height : 0 }

  /// The position of the logical pixel (x, y) on the glass.
  public func point(pixelX x: Double, pixelY y: Double) -> Point {
    Point(
      x: pixelWidth > 0 ? x * size.width / pixelWidth : 0, y: pixelHeight > 0 ? y * size.height / pixelHeight : 0)
  }
}

/// How an output is turned, in Wayland's order: the picture is flipped about a vertical axis, then turned counter-clockwise,
/// to appear upright on the panel.
package enum OutputTransform: Int32, Sendable, CaseIterable {
  /// Not turned.
  case normal
  /// A quarter turn.
  case rotated90
  /// Upside down.
  case rotated180
  /// Three quarter turns.
  case rotated270
  /// Mirrored.
  case flipped
  /// Mirrored, then a quarter turn.
  case flipped90
  /// Mirrored, then upside down.
  case flipped180
  /// Mirrored, then three quarter turns.
  case flipped270

  /// Whether the picture swaps width and height of the panel.
  package var swapsAxes: Bool { rawValue % 2 == 1 }

  /// The position in the picture, in 0...1, of the position (x, y) on the panel, in 0...1 from its top left corner.
  package func logical(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .normal: (x, y)
    case .rotated90: (1 - y, x)
    case .rotated180: (1 - x, 1 - y)
    case .rotated270: (y, 1 - x)
    case .flipped: (1 - x, y)
    case .flipped90: (y, x)
    case .flipped180: (x, 1 - y)
    case .flipped270: (1 - y, 1 - x)
    }
  }

  /// The transform as a matrix.
  package var matrix: CalibrationMatrix {
    let (origin, right, down) = (logical(x: 0, y: 0), logical(x: 1, y: 0), logical(x: 0, y: 1))
    return CalibrationMatrix(
      right.x - origin.x, down.x - origin.x, origin.x, right.y - origin.y, down.y - origin.y, origin.y)
  }

  /// The transform that leads from the picture back to the panel.
  package var inverse: OutputTransform {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    // The flipped ones and half a turn are their own inverses.
    default: self
    }
  }

  /// The direction in the picture of a direction on the panel, of the same length.
  package func logical(_ vector: Vector) -> Vector {
    let matrix = matrix
    return Vector(
      dx: matrix.xx * vector.dx + matrix.xy * vector.dy, dy: matrix.yx * vector.dx + matrix.yy * vector.dy)
  }

  /// The size of the picture on a panel of `size`.
  package func logical(_ size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }
}

/// The matrix that libinput applies to the coordinates of a touch screen before anything else: the first two rows of a
/// 3 by 3 matrix over coordinates in 0...1.
public struct CalibrationMatrix: Sendable, Hashable {
  /// New x: `xx · x + xy · y + x0`.
  public var xx: Double
  /// New x: `xx · x + xy · y + x0`.
  public var xy: Double
  /// New x: `xx · x + xy · y + x0`.
  public var x0: Double
  /// New y: `yx · x + yy · y + y0`.
  public var yx: Double
  /// New y: `yx · x + yy · y + y0`.
  public var yy: Double
  /// New y: `yx · x + yy · y + y0`.
  public var y0: Double

  /// The matrix in libinput's order, row by row.
  public init(_ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double) {
    self.xx = xx
    self.xy = xy
    self.x0 = x0
    self.yx = yx
    self.yy = yy
    self.y0 = y0
  }

  /// The identity.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// The image of (x, y).
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (xx * x + xy * y + x0, yx * x + yy * y + y0)
  }

  /// The matrix that applies this one and then `next`.
  public func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
    let origin = next.apply(x: x0, y: y0)
    return CalibrationMatrix(
      next.xx * xx + next.xy * yx, next.xx * xy + next.xy * yy, origin.x,
      next.yx * xx + next.yy * yx, next.yx * xy + next.yy * yy, origin.y)
  }

  /// The size on the glass of the area that is 0...1 by 0...1 after the matrix, for a sensor of `sensor` millimetres; `nil` if the
  /// matrix folds the glass into a line.
  ///
  /// libinput scales millimetres by the sensor's own axes after it turned the coordinates, so with a quarter turn it reports
  /// travel along one side by the measure of the other (Design/Recognizing.md LI4). The columns of the inverse, in millimetres of
  /// the sensor, are the sides as they lie on the glass, whatever the turn and the scale.
  package func calibratedSize(of sensor: Size) -> Size? {
    guard let inverse else { return nil }
    let across = Vector(dx: inverse.xx * sensor.width, dy: inverse.yx * sensor.height)
    let down = Vector(dx: inverse.xy * sensor.width, dy: inverse.yy * sensor.height)
    return Size(width: across.length, height: down.length)
  }

  /// The matrix that leads back; `nil` if this one folds the glass into a line.
  package var inverse: CalibrationMatrix? {
    let determinant = xx * yy - xy * yx
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    let (a, b, c, d) = (yy / determinant, -xy / determinant, -yx / determinant, xx / determinant)
    return CalibrationMatrix(a, b, -a * x0 - b * y0, c, d, -c * x0 - d * y0)
  }
}

/// Compares two reports of where fingers land on one surface: ours, from a touch screen that we read, and the compositor's.
///
/// Both see the same glass, each through its own mapping. If they disagree, one of the mappings is wrong, and the matrix from
/// one to the other says which would fit. Positions are fractions of the surface, 0...1 across and down.
package struct MappingComparison: Sendable {
  /// What the landings so far show.
  package enum Verdict: Sendable, Hashable {
    /// Both report the same positions.
    case agrees
    /// This matrix maps our positions to the compositor's.
    case differs(CalibrationMatrix)
    /// No matrix maps one to the other.
    case unrelated
  }

  /// The largest difference of two reports of one landing, as a fraction of the surface: a finger moves while one of them waits, and
  /// sensors reach a little beyond the picture.
  package static let tolerance = 0.03
  /// The spread of landings needed for a verdict, as a fraction of the surface: near the middle all mappings are alike.
  package static let spread = 0.3
  /// Landings needed for a verdict: three give a matrix, the fourth tests it.
  package static let minimumLandings = 4
  /// The number of landings after which a comparison without a verdict becomes `unrelated`.
  package static let maximumLandings = 8

  /// The verdict; `nil` before enough landings at different positions. It never changes.
  package private(set) var verdict: Verdict?

  private struct Pair: Sendable {
    var own: (x: Double, y: Double)
    var other: (x: Double, y: Double)
  }

  private var pairs: [Pair] = []

  /// A comparison of no landings.
  package init() {}

  /// Adds one landing: our position and the compositor's.
  package mutating func note(own: (x: Double, y: Double), other: (x: Double, y: Double)) {
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

  /// Whether the landings spread far enough in both directions.
  private var isSpread: Bool {
    func reach(_ coordinate: (Pair) -> Double) -> Double {
      let values = pairs.map(coordinate)
      return (values.max() ?? 0) - (values.min() ?? 0)
    }
    return reach { $0.own.x } >= MappingComparison.spread && reach { $0.own.y } >= MappingComparison.spread
  }

  /// The largest difference, along one axis, between our positions mapped by `matrix` and the compositor's.
  private func error(of matrix: CalibrationMatrix) -> Double {
    pairs.reduce(0) { worst, pair in
      let place = matrix.apply(x: pair.own.x, y: pair.own.y)
      return max(worst, abs(place.x - pair.other.x), abs(place.y - pair.other.y))
    }
  }

  /// The least-squares matrix; `nil` if the landings lie on a line. Elements near an integer are rounded to it: turns and
  /// mirrors are exact, and fingers are not.
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
