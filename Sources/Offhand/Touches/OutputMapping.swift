/// Leads from the coordinates of a touch screen to millimetres on the output plane: calibration is in the coordinates, the
/// output's turn and the size of the glass are in here.
public struct OutputMapping: Sendable, Hashable {
  /// The output plane as the user sees it: size on the glass, logical pixels, and where the millimetres come from.
  public let surface: SurfaceGeometry
  /// How the picture lies on the panel.
  public let transform: OutputTransform

  private let origin: Point
  private let across: Vector
  private let down: Vector
  /// Where the sensor's own right and its own down point on the output plane, of length 1.
  private let sensorRight: Vector
  private let sensorDown: Vector

  /// The mapping of `panel` to the output under it.
  ///
  /// The size of the glass is, best first: `configured` (as the user sees it, turned), the panel's own, the output's, and
  /// without any of them 0.2646 mm a logical pixel, on a plane of 1920 by 1080 where there is no output either.
  public init(panel: TouchPanel, output: OutputDescription?, configured: Size? = nil) {
    let transform = output?.transform ?? .normal
    let width = output?.logicalWidth ?? 0
    let height = output?.logicalHeight ?? 0
    let known: (size: Size, provenance: SurfaceGeometry.Provenance)? =
      if let configured { (configured, .configured) } else if let size = panel.calibratedSize {
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

  /// The place of the calibrated coordinate (x, y), each in 0...1 across and down the panel.
  public func point(x: Double, y: Double) -> Point {
    Point(x: origin.x + x * across.dx + y * down.dx, y: origin.y + x * across.dy + y * down.dy)
  }

  /// A contact's shape as it lies on the output plane, from the sensor's own: turned as the sensor is, and mirrored where a
  /// matrix or a flipped output mirrors it, because a mirrored angle would tell the other hand (placement.md case 13).
  public func shape(_ shape: ContactShape) -> ContactShape {
    guard let angle = shape.orientationRadians, angle.isFinite else { return shape }
    guard sensorRight != Vector(dx: 1, dy: 0) || sensorDown != Vector(dx: 0, dy: 1) else { return shape }
    let own = Angle(radians: Double(angle))
    let turned = sensorRight * own.sine - sensorDown * own.cosine
    var turnedAngle = Angle(y: turned.dx, x: -turned.dy).radians
    // An axis has no end: what was within a quarter turn of upright stays so.
    if abs(angle) <= .pi / 2, abs(turnedAngle) > .pi / 2 { turnedAngle -= turnedAngle > 0 ? .pi : -.pi }
    var copy = shape
    copy.orientationRadians = Float(turnedAngle)
    return copy
  }
}
