package import Offhand

/// An output's description of itself.
package struct OutputState: Sendable, Hashable {
  /// The name, the size, the pixels and the rotation.
  package var description: OutputDescription
  /// Device pixels per logical pixel, rounded up if the true scale is fractional.
  package var scale: Int32
  /// The position of its top left corner among all outputs, in logical pixels.
  package var position: Point
  /// The refresh rate in hertz; `nil` if it is unknown.
  package var refreshRate: Double?
  /// The manufacturer, in the compositor's words.
  package var make: String
  /// The model, in the compositor's words.
  package var model: String

  /// The geometry of a surface that covers it.
  package var geometry: SurfaceGeometry {
    geometry(width: description.logicalWidth, height: description.logicalHeight)
  }

  /// The geometry of a surface of `width` × `height` logical pixels on this output, in the output's millimetres if they are
  /// stated or plausible, else in assumed ones.
  package func geometry(width: Double, height: Double) -> SurfaceGeometry {
    guard let panel = description.plausibleSize, description.logicalWidth > 0, description.logicalHeight > 0 else {
      return SurfaceGeometry(assumedFromPixelWidth: width, pixelHeight: height)
    }
    let picture = description.transform.logical(panel)
    return SurfaceGeometry(
      size: Size(
        width: width * picture.width / description.logicalWidth,
        height: height * picture.height / description.logicalHeight),
      pixelWidth: width, pixelHeight: height, provenance: description.statedSize == nil ? .output : .configured)
  }
}

/// An output, for as long as the compositor offers it.
package final class Output {
  /// The compositor's number for the output, unique while it lasts.
  package let id: UInt32
  let object: WlOutput
  /// The source of the size in logical pixels, which the whole-numbered scale does not determine.
  private let logical: ZxdgOutputV1?
  private let display: Display
  private unowned let registry: Registry

  /// The output's description; `nil` until it is complete, and after the output is gone.
  package private(set) var state: OutputState?

  private var pending = Pending()

  /// The parts of a description that is not complete yet.
  private struct Pending {
    var name = ""
    var make = ""
    var model = ""
    var physicalSize = Size.zero
    var width: Double = 0
    var height: Double = 0
    var refresh: Int32 = 0
    var scale: Int32 = 1
    var transform = OutputTransform.normal
    var logicalSize: Size?
    var position = Point.origin
  }

  init(_ object: WlOutput, name: UInt32, registry: Registry, _ display: Display) {
    self.object = object
    id = name
    self.registry = registry
    self.display = display
    logical = registry.outputManager?.getXdgOutput(output: object)
    object.listen { [unowned self] in receive($0) }
    logical?.listen { [unowned self] in receive($0) }
  }

  deinit {
    logical?.destroy()
    object.destroy()
  }

  /// The connector name, such as `DP-1` or `eDP-1`; a generated one if the compositor reports none.
  package var name: String { state?.description.name ?? "" }

  /// Withdraws the description of an output that is gone.
  func withdraw() { state = nil }

  private func receive(_ event: WlOutput.Event) {
    switch event {
    case .geometry(_, _, let width, let height, _, let make, let model, let transform):
      pending.physicalSize = Size(width: Double(width), height: Double(height))
      pending.make = make
      pending.model = model
      pending.transform = OutputTransform(rawValue: Int32(bitPattern: transform.rawValue)) ?? .normal
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.width = Double(width)
      pending.height = Double(height)
      pending.refresh = refresh
    case .scale(let factor): pending.scale = max(1, factor)
    case .name(let name): pending.name = name
    case .description: break
    case .done: apply()
    }
    // Version 1 never marks the end of a description; each event then counts by itself.
    if object.version < 2 { apply() }
  }

  private func receive(_ event: ZxdgOutputV1.Event) {
    switch event {
    case .logicalSize(let width, let height):
      pending.logicalSize = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
    case .name(let name): if pending.name.isEmpty { pending.name = name }
    case .logicalPosition(let x, let y): pending.position = Point(x: Double(x), y: Double(y))
    case .description: break
    case .done: apply()
    }
  }

  /// Takes what was received for the whole description.
  func apply() {
    let scale = Double(pending.scale)
    let picture = pending.transform.logical(Size(width: pending.width, height: pending.height))
    let whole = Size(width: (picture.width / scale).rounded(), height: (picture.height / scale).rounded())
    let logicalSize = pending.logicalSize ?? whole
    var description = OutputDescription(
      name: pending.name.isEmpty ? "output-\(id)" : pending.name, physicalSize: pending.physicalSize,
      modeWidth: pending.width, modeHeight: pending.height,
      logicalWidth: logicalSize.width, logicalHeight: logicalSize.height, transform: pending.transform)
    description.statedSize = registry.stated.size(for: [description.name])
    let state = OutputState(
      description: description, scale: pending.scale, position: pending.position,
      refreshRate: pending.refresh > 0 ? Double(pending.refresh) / 1000 : nil, make: pending.make,
      model: pending.model)
    guard state != self.state else { return }
    self.state = state
    registry.noteChange()
  }
}
