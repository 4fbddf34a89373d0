public import Offhand

/// What a view needs to know of the surface that it is shown on.
public struct ViewEnvironment {
  /// How large the surface is, in millimetres and logical pixels, and how well that is known.
  public var surface: SurfaceGeometry
  /// The device pixels of the surface.
  public var grid: PixelGrid
  /// How wide text is in the renderer's fonts.
  public var measure: any TextMeasure
  /// What is seen where the view draws nothing.
  public var backdrop: ViewBackdrop
  /// How the panel stands that the surface is seen on; `nil` where the view is to go by what it knows already.
  public var posture: Posture?

  /// A surface, its pixels and its fonts.
  public init(
    surface: SurfaceGeometry, grid: PixelGrid, measure: any TextMeasure, backdrop: ViewBackdrop = .nothing,
    posture: Posture? = nil
  ) {
    self.posture = posture
    self.surface = surface
    self.grid = grid
    self.measure = measure
    self.backdrop = backdrop
  }

  /// The whole surface in millimetres.
  public var bounds: Rect { surface.bounds }
}
