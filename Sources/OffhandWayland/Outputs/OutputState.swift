public import Offhand

/// What an output has said about itself, all of one moment.
public struct OutputState: Sendable, Hashable {
  /// Its name, size, pixels and turn.
  public var description: OutputDescription
  /// Device pixels a logical pixel, rounded up where the true scale is fractional.
  public var scale: Int32
  /// Frames a second; `nil` where it does not say.
  public var refreshRate: Double?
  /// Who made it; whatever the compositor says.
  public var make: String
  /// Which one it is; whatever the compositor says.
  public var model: String

  /// The geometry of a surface of so many logical pixels on this output: the output's millimetres where they are plausible,
  /// else assumed ones.
  public func geometry(width: Double, height: Double) -> SurfaceGeometry {
    guard let panel = description.plausibleSize, description.logicalWidth > 0, description.logicalHeight > 0 else {
      return SurfaceGeometry(assumedFromPixelWidth: width, pixelHeight: height)
    }
    let picture = description.transform.logical(panel)
    return SurfaceGeometry(
      size: Size(
        width: width * picture.width / description.logicalWidth,
        height: height * picture.height / description.logicalHeight),
      pixelWidth: width, pixelHeight: height, provenance: .output)
  }
}
