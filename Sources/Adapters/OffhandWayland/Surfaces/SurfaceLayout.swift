package import Offhand

/// The size of a surface and of its pixels, as the compositor requests them now.
package struct SurfaceLayout: Sendable, Hashable {
  /// The width in logical pixels.
  package var width: Int32
  /// The height in logical pixels.
  package var height: Int32
  /// Device pixels per logical pixel.
  package var scale: SurfaceScale
  /// The size in millimetres, and the source of that figure.
  package var geometry: SurfaceGeometry

  /// The device pixels, as a buffer holds them.
  package var grid: PixelGrid {
    PixelGrid(width: scale.devicePixels(width), height: scale.devicePixels(height), size: geometry.size)
  }
}

/// Device pixels per logical pixel, in the steps of `wp_fractional_scale_v1`: 120ths.
package struct SurfaceScale: Sendable, Hashable {
  /// The scale in 120ths; 120 is one device pixel per logical pixel.
  package var in120ths: UInt32

  /// A scale in 120ths.
  package init(in120ths: UInt32) { self.in120ths = in120ths }

  /// A whole number of device pixels per logical pixel.
  package init(whole scale: Int32) { in120ths = UInt32(min(max(1, scale), SurfaceScale.largestWhole)) * 120 }

  /// The largest whole scale whose 120ths fit into 32 bits. A compositor may send any number.
  private static let largestWhole = Int32(UInt32.max / 120)

  /// One device pixel per logical pixel.
  package static let one = SurfaceScale(whole: 1)

  /// A length in device pixels, rounded to the nearest, halves away from zero, as the protocol requires.
  package func devicePixels(_ logical: Int32) -> Int32 {
    Int32(clamping: (Int64(logical) * Int64(in120ths) + 60) / 120)
  }
}

/// The source of a surface's scale, and the outputs that the surface is on.
///
/// The scale is that of `wp_fractional_scale_v1` if the compositor supports it: KWin at 1.5 reports 2 for the output
/// (Design/Platform.md "Scale").
/// Else it is the largest whole scale of the outputs that the surface is on.
final class ScaleSource {
  private let registry: Registry
  private let viewport: WpViewport?
  private let fractional: WpFractionalScaleV1?
  /// The scale that the compositor prefers; until it is known 1, the protocol's default.
  private var preferred = SurfaceScale.one { didSet { revision += 1 } }
  /// The outputs that the surface is on; some may be gone without an event that the surface left them.
  private var entered: [Output] = [] { didSet { revision += 1 } }
  /// The output that the surface was made for, if one was named.
  private let home: Output?
  /// A number that grows when the surface moves to other outputs or gets another scale. Changes of the outputs themselves count in
  /// the registry's revision.
  private(set) var revision = 0

  init(_ surface: WlSurface, _ registry: Registry, home: Output?) {
    self.registry = registry
    self.home = home
    let viewport = registry.viewporter?.getViewport(surface: surface)
    self.viewport = viewport
    fractional = viewport == nil ? nil : registry.fractionalScale?.getFractionalScale(surface: surface)
    fractional?.listen { [unowned self] event in
      // Nothing can be drawn at 0.
      if case .preferredScale(let scale) = event, scale > 0 { preferred = SurfaceScale(in120ths: scale) }
    }
  }

  deinit {
    fractional?.destroy()
    viewport?.destroy()
  }

  /// The output that the surface is on, or the only output; if it is on several, the one it entered last.
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

  /// Requests, with the next commit, the scale or size at which the buffer of `layout` is shown.
  func apply(_ layout: SurfaceLayout, to surface: WlSurface) {
    if let viewport, fractional != nil {
      viewport.setDestination(width: layout.width, height: layout.height)
    } else {
      surface.setBufferScale(scale: Int32(layout.scale.in120ths / 120))
    }
  }
}
