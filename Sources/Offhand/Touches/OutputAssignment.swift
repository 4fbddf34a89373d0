/// The output to which a touch screen belongs, and the reason for it.
package struct OutputAssignment: Sendable, Hashable {
  /// How an output is known to be the one under a touch screen, most certain first (Design/Platform.md "Outputs of touch screens").
  package enum Reason: String, Sendable, CaseIterable {
    /// The user's configuration.
    case configured
    /// udev's property `WL_OUTPUT`.
    case udev
    /// The only output.
    case soleOutput
    /// The only output of the device's size.
    case physicalSize
    /// The only built-in output, for a built-in device.
    case internalPanel
  }

  /// The output's name.
  package var name: String
  /// The reason.
  package var reason: Reason

  /// A touch screen lies on the output `name`, because of `reason`.
  package init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }

  /// The output under `panel`, by the most certain reason that applies; `nil` if none does.
  ///
  /// `configured` is the output name that the user configured for this panel. A name that no present output has is ignored,
  /// so that the touch screen of a monitor that is switched off is assigned by the next reason.
  package static func assign(
    _ panel: TouchPanel, to outputs: [OutputDescription], configured: String? = nil
  ) -> OutputAssignment? {
    for (name, reason) in [(configured, Reason.configured), (panel.udevOutput, .udev)] {
      if let name, outputs.contains(where: { $0.name == name }) { return OutputAssignment(name: name, reason: reason) }
    }
    if outputs.count == 1 { return OutputAssignment(name: outputs[0].name, reason: .soleOutput) }
    if let size = panel.calibratedSize, let output = sole(outputs, where: { fits($0, size) }) {
      return OutputAssignment(name: output.name, reason: .physicalSize)
    }
    if panel.connection == .builtIn, let output = sole(outputs, where: { $0.isInternal }) {
      return OutputAssignment(name: output.name, reason: .internalPanel)
    }
    return nil
  }

  /// Whether the panel's size is the output's within 5 % or 5 mm a side: sensors reach a little beyond the picture.
  private static func fits(_ output: OutputDescription, _ size: Size) -> Bool {
    guard let panel = output.plausibleSize else { return false }
    return abs(panel.width - size.width) <= max(5, 0.05 * panel.width)
      && abs(panel.height - size.height) <= max(5, 0.05 * panel.height)
  }

  private static func sole(
    _ outputs: [OutputDescription], where condition: (OutputDescription) -> Bool
  ) -> OutputDescription? {
    let fitting = outputs.filter(condition)
    return fitting.count == 1 ? fitting[0] : nil
  }
}

/// An output, as far as it matters to the touch screens on it.
package struct OutputDescription: Sendable, Hashable {
  /// The connector's name, such as `eDP-1`; empty if the compositor gives none.
  package var name: String
  /// The panel in millimetres, not turned; zero or less if unknown.
  package var physicalSize: Size
  /// The size of the picture in millimetres that the user stated, turned as the picture is; `nil` if none.
  package var statedSize: Size?
  /// The panel's pixels across, not turned.
  package var modeWidth: Double
  /// The panel's pixels down, not turned.
  package var modeHeight: Double
  /// Logical pixels across, as turned and scaled.
  package var logicalWidth: Double
  /// Logical pixels down, as turned and scaled.
  package var logicalHeight: Double
  /// The rotation and mirroring of the picture on the panel.
  package var transform: OutputTransform

  /// An output; without a logical size it is the mode as turned, at scale 1.
  package init(
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

  /// The stated size, turned back. Without one, the panel in millimetres if both sides are 20…3000 and their ratio is within 10 % of the mode's: headless and virtual
  /// outputs report pixels, zero or -1 (Design/Platform.md "Outputs of touch screens"). As many millimetres as pixels are pixels: weston's headless output.
  package var plausibleSize: Size? {
    if let statedSize { return transform.logical(statedSize) }
    guard Size.isPlausible(physicalSize), modeWidth > 0, modeHeight > 0 else { return nil }
    if physicalSize.width == modeWidth && physicalSize.height == modeHeight { return nil }
    let stretch = physicalSize.width / physicalSize.height * modeHeight / modeWidth
    return stretch >= 1 / 1.1 && stretch <= 1.1 ? physicalSize : nil
  }

  /// Whether the connector is one that panels are built in with.
  var isInternal: Bool {
    ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) }
  }
}

/// The properties of a touch screen known from the kernel, udev and libinput, as far as its output and its mapping depend on
/// them.
package struct TouchPanel: Sendable, Hashable {
  /// How the panel is connected.
  package enum Connection: String, Sendable {
    /// By a bus that only built-in devices use, such as I²C.
    case builtIn
    /// By USB or Bluetooth.
    case external
  }

  /// The sensor in millimetres as libinput reports it, before any matrix; `nil` if the device has no resolution or one
  /// that cannot be true (Design/Recognizing.md LI1–LI3).
  package var sensorSize: Size?
  /// The matrix that is applied to its coordinates before they are reported.
  package var calibration: CalibrationMatrix
  /// The output that udev names for it (`WL_OUTPUT`).
  package var udevOutput: String?
  /// The kind of connection.
  package var connection: Connection

  /// A panel; a sensor with a side that is not a plausible number has no size.
  package init(
    sensorSize: Size?, calibration: CalibrationMatrix = .identity, udevOutput: String? = nil,
    connection: Connection = .external
  ) {
    self.sensorSize = sensorSize.flatMap { Size.isPlausible($0) ? $0 : nil }
    self.calibration = calibration
    self.udevOutput = udevOutput
    self.connection = connection
  }

  /// The size in millimetres of the area that coordinates 0...1 stand for after the matrix; `nil` if it cannot be known.
  package var calibratedSize: Size? {
    sensorSize.flatMap { calibration.calibratedSize(of: $0) }.flatMap { Size.isPlausible($0) ? $0 : nil }
  }
}

/// The user's configuration of touch screens: the output of each, and its size.
///
/// A touch screen may be given by any of its names: the kernel's name, its device node, its bus path (udev's `ID_PATH`), or a
/// link below `/dev/input/by-path`. Only the bus path stays the same.
public struct MappingPreferences: Sendable, Hashable {
  /// Names of outputs by name of touch screen.
  public var outputs: [String: String]
  /// Sizes on the glass in millimetres, as the user sees the picture, by name of touch screen or output.
  public var sizes: [String: Size]
  /// The size on the glass in millimetres of every touch screen and output that has none of its own in `sizes`.
  public var defaultSize: Size?
  /// What puts positions right after the calibration that a touch screen has already, by its name.
  package var calibrations: [String: CalibrationMatrix] = [:]

  /// Preferences; empty without arguments.
  public init(outputs: [String: String] = [:], sizes: [String: Size] = [:], defaultSize: Size? = nil) {
    self.outputs = outputs
    self.sizes = sizes
    self.defaultSize = defaultSize
  }

  /// The output for a touch screen with these `names`; the first name that is configured decides.
  package func output(for names: [String]) -> String? { names.lazy.compactMap { outputs[$0] }.first }

  /// The size of a touch screen with these `names`, or of the output of a name; the first name that is configured decides.
  package func size(for names: [String]) -> Size? { names.lazy.compactMap { sizes[$0] }.first ?? defaultSize }

  /// The calibration of a touch screen with these `names` that has `present` already: both, as libinput combines them.
  package func calibration(for names: [String], after present: CalibrationMatrix) -> CalibrationMatrix {
    names.lazy.compactMap { calibrations[$0] }.first.map(present.followed) ?? present
  }

  /// The configured names that no touch screen has, sorted; each of `screens` holds all names of one.
  package func unknown(among screens: [[String]]) -> [String] {
    Set(outputs.keys).union(sizes.keys).filter { name in !screens.contains { $0.contains(name) } }.sorted()
  }
}
