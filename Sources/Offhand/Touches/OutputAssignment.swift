/// Which output a touch screen belongs to, and how that is known.
public struct OutputAssignment: Sendable, Hashable {
  /// How an output is known to be the one under a touch screen, surest first (platform.md §2.2).
  public enum Reason: String, Sendable, CaseIterable {
    /// The user said so.
    case configured
    /// udev's `WL_OUTPUT` says so.
    case udev
    /// There is no other output.
    case soleOutput
    /// No other output has the device's size.
    case physicalSize
    /// The device is built in, and so is this output alone.
    case internalPanel
  }

  /// The output's name.
  public var name: String
  /// How that is known.
  public var reason: Reason

  /// A touch screen lies on the output `name`, because of `reason`.
  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }

  /// The output under `panel`, by the surest sign that there is; `nil` where nothing tells.
  ///
  /// `configured` is what the user said for this panel: the name of an output. A name that no present output has is not
  /// taken, so that a monitor that is switched off sends its touch screen nowhere else than the next sign says.
  public static func assign(
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
