/// What is known of an output, as far as it matters to the touch screens that lie on it.
public struct OutputDescription: Sendable, Hashable {
  /// The connector's name, such as `eDP-1`; empty where the compositor gives none.
  public var name: String
  /// The panel in millimetres, not turned; zero or less where nobody knows.
  public var physicalSize: Size
  /// The panel's pixels across, not turned.
  public var modeWidth: Double
  /// The panel's pixels down, not turned.
  public var modeHeight: Double
  /// Logical pixels across, as turned and scaled.
  public var logicalWidth: Double
  /// Logical pixels down, as turned and scaled.
  public var logicalHeight: Double
  /// How the picture lies on the panel.
  public var transform: OutputTransform

  /// An output; without a logical size it is the mode as turned, at scale 1.
  public init(
    name: String, physicalSize: Size, modeWidth: Double, modeHeight: Double, logicalWidth: Double? = nil,
    logicalHeight: Double? = nil, transform: OutputTransform = .normal
  ) {
    let turned = transform.logical(Size(width: modeWidth, height: modeHeight))
    self.name = name
    self.physicalSize = physicalSize
    self.modeWidth = modeWidth
    self.modeHeight = modeHeight
    self.logicalWidth = logicalWidth ?? turned.width
    self.logicalHeight = logicalHeight ?? turned.height
    self.transform = transform
  }

  /// The panel in millimetres where both sides are 20…3000 and their ratio is within 10 % of the mode's: headless and virtual
  /// outputs report pixels, zero or -1 (platform.md §2.2). As many millimetres as pixels are pixels: weston's headless output.
  public var plausibleSize: Size? {
    guard SurfaceGeometry.isPlausible(physicalSize), modeWidth > 0, modeHeight > 0 else { return nil }
    if physicalSize.width == modeWidth && physicalSize.height == modeHeight { return nil }
    let stretch = physicalSize.width / physicalSize.height * modeHeight / modeWidth
    return stretch >= 1 / 1.1 && stretch <= 1.1 ? physicalSize : nil
  }

  /// Whether the connector is one that panels are built in with.
  public var isInternal: Bool {
    ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) }
  }
}
