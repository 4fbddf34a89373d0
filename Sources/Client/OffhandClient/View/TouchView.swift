public import Offhand

/// The content of a program's surface and its response to touches: a value that receives input and draws pictures.
///
/// Like everything in the domain it reads no clock and does no I/O: the client passes it the size of the surface, whole frames of
/// touches and the time, and lets it draw. It is touched at event times, and draws for the time at which the picture will be seen;
/// `ViewPrediction` says where the touches are then. Coordinates are millimetres from the top left corner of its surface.
public protocol TouchView {
  /// Adopts the size and scale of the surface: once at first, and whenever they change.
  mutating func layout(in environment: ViewEnvironment)

  /// Processes a frame of touches.
  mutating func process(_ frame: borrowing TouchFrame)

  /// Whether the initial picture is complete, with everything that is loaded in the background.
  var isComplete: Bool { get }

  /// Serves deadlines up to and including `time`.
  mutating func advance(to time: Timestamp)

  /// The next time at which `advance` must be called, besides animations; `nil` if there is none.
  var deadline: Timestamp? { get }

  /// Whether the picture after `time` changes without further input.
  func isAnimating(at time: Timestamp) -> Bool

  /// Draws the picture for `frame` into an empty list, back to front: animations as they are at `frame.presentation`.
  func draw(for frame: FrameTime, into list: inout DisplayList)

  /// Notes that the picture drawn for `frame` is the latest on the screen.
  mutating func didShow(_ frame: FrameTime)
}

extension TouchView {
  /// `true`: nothing is loaded in the background.
  public var isComplete: Bool { true }

  /// Does nothing.
  public mutating func didShow(_ frame: FrameTime) {}
}

/// The surface that a view is shown on.
public struct ViewEnvironment {
  /// The size of the surface in mm and logical pixels, and the source of the mm.
  public var surface: SurfaceGeometry
  /// The device pixels of the surface.
  public var grid: PixelGrid
  /// Measures text in the renderer's fonts.
  public var measure: any TextMeasure
  /// The background where the view draws nothing.
  public var backdrop: ViewBackdrop
  /// The posture of the panel; `nil` to keep the one known before.
  public var posture: Posture?
  /// The rule by which touches are predicted for drawing.
  public var prediction: PredictionRule
  /// The time from a finger to the time stamp of its touch, by which prediction reaches further.
  public var panelLatency: Duration
  /// The colours, and the lengths of controls, which are larger at a kiosk and on large glass (`Theme.fitting`).
  public var theme: Theme

  /// An environment.
  public init(
    surface: SurfaceGeometry, grid: PixelGrid, measure: any TextMeasure, backdrop: ViewBackdrop = .nothing,
    posture: Posture? = nil, prediction: PredictionRule = .none, panelLatency: Duration = .zero,
    theme: Theme = .standard
  ) {
    self.theme = theme.fitting(posture, on: surface.bounds.size)
    self.posture = posture
    self.prediction = prediction
    self.panelLatency = panelLatency
    self.surface = surface
    self.grid = grid
    self.measure = measure
    self.backdrop = backdrop
  }

  /// The bounds of the surface in mm.
  public var bounds: Rect { surface.bounds }
}

/// The background of a surface where its view draws nothing.
public enum ViewBackdrop: Sendable, Hashable {
  /// Black: the view has to draw a background.
  case nothing
  /// The programs below it.
  case programs
}
