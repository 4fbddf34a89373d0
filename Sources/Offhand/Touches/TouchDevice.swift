/// A touch screen as its source describes it.
public struct TouchDevice: Sendable, Hashable, Identifiable {
  /// How it is named in events.
  public var id: DeviceID
  /// The kernel's or the compositor's name for it.
  public var name: String
  /// Where it can be opened, such as a device node; empty where that has no meaning.
  public var path: String
  /// The glass in millimetres, and where the figure comes from.
  public var surface: SurfaceGeometry

  /// The output that it belongs to, and why; `nil` where none is known.
  public var output: OutputAssignment?

  /// A touch screen.
  public init(
    id: DeviceID, name: String, path: String = "", surface: SurfaceGeometry, output: OutputAssignment? = nil
  ) {
    self.id = id
    self.name = name
    self.path = path
    self.surface = surface
    self.output = output
  }
}
