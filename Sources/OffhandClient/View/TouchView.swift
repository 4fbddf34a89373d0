public import Offhand

/// What a program shows on a surface, and how it answers fingers: a value that is told everything and asked for a picture.
///
/// Like everything in the domain it reads no clock and does no I/O: the client tells it the size of the surface, whole
/// frames of touches and the passing of time, and asks what is to be seen.
public protocol TouchView {
  /// The surface has got its size, or another one, or another scale.
  mutating func layout(in environment: ViewEnvironment)

  /// Takes a frame of touches in.
  mutating func process(_ frame: borrowing TouchFrame)

  /// Whether all is there that belongs to the picture before anybody touches it; what is read meanwhile comes later.
  var isComplete: Bool { get }

  /// Serves what is due up to and including `time`.
  mutating func advance(to time: Timestamp)

  /// The next moment at which time alone changes something, besides animations; `nil` while nothing waits.
  var deadline: Timestamp? { get }

  /// Whether the picture at the next frame differs from that at `time` by time alone.
  func isAnimating(at time: Timestamp) -> Bool

  /// Writes what is to be seen at `time` into an empty list, back to front.
  func draw(at time: Timestamp, into list: inout DisplayList)
}

extension TouchView {
  /// Nothing is waited for.
  public var isComplete: Bool { true }
}

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

/// What is seen on a surface where its view draws nothing.
public enum ViewBackdrop: Sendable, Hashable {
  /// Black: the view owes the surface a ground.
  case nothing
  /// The programs below.
  case programs
}
