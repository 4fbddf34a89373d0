public import Offhand

/// The size of a surface and its pixels, as the compositor wants them now.
public struct SurfaceLayout: Sendable, Hashable {
  /// Logical pixels across.
  public var width: Int32
  /// Logical pixels down.
  public var height: Int32
  /// Device pixels a logical pixel.
  public var scale: SurfaceScale
  /// The size in millimetres, and where the figure comes from.
  public var geometry: SurfaceGeometry

  /// A surface of so many logical pixels.
  public init(width: Int32, height: Int32, scale: SurfaceScale, geometry: SurfaceGeometry) {
    self.width = width
    self.height = height
    self.scale = scale
    self.geometry = geometry
  }

  /// The device pixels: what a buffer holds.
  public var grid: PixelGrid {
    PixelGrid(width: scale.devicePixels(width), height: scale.devicePixels(height), size: geometry.size)
  }
}

/// Device pixels a logical pixel, in the steps of `wp_fractional_scale_v1`: 120ths.
public struct SurfaceScale: Sendable, Hashable {
  /// The scale in 120ths; 120 is one device pixel a logical pixel.
  public var in120ths: UInt32

  /// A scale in 120ths.
  public init(in120ths: UInt32) { self.in120ths = in120ths }

  /// A whole number of device pixels a logical pixel.
  public init(whole scale: Int32) { in120ths = UInt32(max(1, scale)) * 120 }

  /// One device pixel a logical pixel.
  public static let one = SurfaceScale(whole: 1)

  /// The scale as a number.
  public var factor: Double { Double(in120ths) / 120 }

  /// So many logical pixels in device pixels: to the nearest, halves away from zero, as the protocol wants it.
  public func devicePixels(_ logical: Int32) -> Int32 {
    Int32(clamping: (Int64(logical) * Int64(in120ths) + 60) / 120)
  }
}

/// What says how many device pixels a logical pixel of one surface has.
///
/// `wp_fractional_scale_v1` where the compositor speaks it, and then nothing else: KWin at 1.5 says 2 on the output
/// (platform.md §1.1). Else the largest whole scale of the outputs that the surface is on.
final class ScaleSource {
  private let registry: Registry
  private let viewport: WpViewport?
  private let fractional: WpFractionalScaleV1?
  /// The scale the compositor prefers; the protocol's 1 until it has said.
  private var preferred = SurfaceScale.one { didSet { revision += 1 } }
  /// The outputs that the surface is on; some may be gone without the compositor saying that the surface left them.
  private var entered: [Output] = [] { didSet { revision += 1 } }
  /// The output that the surface was made for, if one was named.
  var home: Output? { didSet { revision += 1 } }
  /// Grows whenever the surface is elsewhere or is wished another scale; what outputs say of themselves is in the registry's.
  private(set) var revision = 0

  init(_ surface: WlSurface, _ registry: Registry, home: Output?) {
    self.registry = registry
    self.home = home
    let viewport = registry.viewporter?.getViewport(surface: surface)
    self.viewport = viewport
    fractional = viewport == nil ? nil : registry.fractionalScale?.getFractionalScale(surface: surface)
    fractional?.listen { [unowned self] event in
      if case .preferredScale(let scale) = event { preferred = SurfaceScale(in120ths: max(1, scale)) }
    }
  }

  deinit {
    fractional?.destroy()
    viewport?.destroy()
  }

  /// The output that the surface is on; where it is on several, the one it came to last.
  var output: Output? {
    if let latest = entered.last(where: { $0.state != nil }) { return latest }
    if let home, home.state != nil { return home }
    let known = registry.outputs.filter { $0.state != nil }
    return known.count == 1 ? known.first : nil
  }

  /// The present scale.
  var scale: SurfaceScale {
    if fractional != nil { return preferred }
    let scales = entered.compactMap { $0.state?.scale }
    return SurfaceScale(whole: scales.max() ?? output?.state?.scale ?? 1)
  }

  func enter(_ output: WlOutput?) {
    guard let output = registry.output(for: output) else { return }
    entered.append(output)
  }

  func leave(_ output: WlOutput?) {
    let left = registry.output(for: output)
    entered.removeAll { output in output === left || !registry.outputs.contains { $0 === output } }
  }

  /// Tells the compositor how the buffer of `layout` lies on the surface, with the next commit.
  func apply(_ layout: SurfaceLayout, to surface: WlSurface) {
    if let viewport, fractional != nil {
      viewport.setDestination(width: layout.width, height: layout.height)
    } else {
      surface.setBufferScale(scale: Int32(layout.scale.in120ths / 120))
    }
  }
}
