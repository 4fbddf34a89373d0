public import Logging
public import Offhand
import OffhandPixman

/// `offhand zoom`: a picture that fingers scale, and its zoom level beside the hand.
public enum ZoomProgram {
  /// What the user chose.
  public struct Configuration: Sendable, Hashable {
    /// A PNG or JPEG file; `nil` shows a test chart.
    public var picture: String?
    /// Where touches come from.
    public var input: TouchInput
    /// Who says where the popover stands.
    public var placement: PlacementPreset

    /// What is left out means: a test chart, touches from wherever there are any, the best placement.
    public init(picture: String? = nil, input: TouchInput = .automatic, placement: PlacementPreset = .best) {
      self.picture = picture
      self.input = input
      self.placement = placement
    }
  }

  /// Shows the picture until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(_ configuration: Configuration, logger: Logger) throws {
    let fonts = try FontBook()
    let renderer = Renderer(fonts: fonts)
    let bitmap =
      if let path = configuration.picture { try PictureFile.load(path) } else { TestChart.bitmap(fonts: fonts) }
    let image = ZoomImage(id: renderer.pictures.insert(Pyramid(bitmap)), width: bitmap.width, height: bitmap.height)
    // The strategy learns the panel when the view is laid out.
    let strategy = configuration.placement.strategy(in: PlacementEnvironment(panel: Rect(origin: .origin, size: .zero)))
    try show(image, strategy, renderer, configuration, logger)
  }

  private static func show(
    _ image: ZoomImage, _ strategy: some PlacementStrategy, _ renderer: Renderer, _ configuration: Configuration,
    _ logger: Logger
  ) throws {
    let behavior: ZoomBehavior = configuration.placement == .original ? .original : .calm
    let view = ZoomView(
      image, gestures: ZoomGestures.pipeline(), names: .standard, strategy: strategy, behavior: behavior)
    let program = try ViewProgram(
      view, title: configuration.picture ?? "offhand zoom", renderer: renderer, input: configuration.input,
      logger: logger)
    try program.run()
  }
}
