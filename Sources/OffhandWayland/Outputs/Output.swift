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

/// One output of the compositor, for as long as it is there.
public final class Output {
  let object: WlOutput
  let globalName: UInt32
  /// What says how many logical pixels it has, which its whole-numbered scale does not tell.
  private let logical: ZxdgOutputV1?
  private let display: Display
  private unowned let registry: Registry

  /// What it has said about itself; `nil` until it has said everything, and after it is gone.
  public private(set) var state: OutputState?

  private var pending = Pending()

  /// What has been said since the last time that everything was.
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
  }

  init(_ object: WlOutput, name: UInt32, registry: Registry, _ display: Display) {
    self.object = object
    globalName = name
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

  /// The compositor's number for the output, for as long as it lasts.
  public var id: UInt32 { globalName }

  /// Its name, as the user knows it: `DP-1`, `eDP-1`; where the compositor gives none, one that only we give.
  public var name: String { state?.description.name ?? "" }

  /// The output is gone.
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
    // Version 1 never says that it has said everything; each event then counts for itself.
    if object.version < 2 { apply() }
  }

  private func receive(_ event: ZxdgOutputV1.Event) {
    switch event {
    case .logicalSize(let width, let height):
      pending.logicalSize = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
    case .name(let name): if pending.name.isEmpty { pending.name = name }
    case .logicalPosition, .description: break
    case .done: apply()
    }
  }

  private func apply() {
    let scale = Double(pending.scale)
    let picture = pending.transform.logical(Size(width: pending.width, height: pending.height))
    let whole = Size(width: (picture.width / scale).rounded(), height: (picture.height / scale).rounded())
    let logicalSize = pending.logicalSize ?? whole
    let description = OutputDescription(
      name: pending.name.isEmpty ? "output-\(globalName)" : pending.name, physicalSize: pending.physicalSize,
      modeWidth: pending.width, modeHeight: pending.height,
      logicalWidth: logicalSize.width, logicalHeight: logicalSize.height, transform: pending.transform)
    let state = OutputState(
      description: description, scale: pending.scale,
      refreshRate: pending.refresh > 0 ? Double(pending.refresh) / 1000 : nil, make: pending.make,
      model: pending.model)
    guard state != self.state else { return }
    self.state = state
    registry.revision += 1
  }
}
