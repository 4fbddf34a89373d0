public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman

/// `offhand zoom`: a picture that touches scale, and its zoom level beside the hand.
public enum ZoomProgram {
  /// The options of `offhand zoom`.
  public struct Configuration: Sendable {
    /// A picture to show.
    public enum Picture: Sendable, Hashable {
      /// A PNG or JPEG file.
      case file(String)
      /// A painted landscape.
      case landscape
      /// A test chart: fine lines, colours and text, on which every fault of scaling shows.
      case chart
    }

    /// The picture that is shown.
    public var picture: Picture
    /// The touch source.
    public var input: TouchInput
    /// The placement settings of the popover.
    public var placement: PlacementSettings
    /// The display settings.
    public var display: ViewDisplay
    /// Whether it is drawn why overlays are where they are.
    public var isExplained: Bool
    /// The touches that are those of another hand.
    public var separation: HandSeparation

    /// By default the landscape, under any touches.
    public init(
      picture: Picture = .landscape, input: TouchInput = TouchInput(),
      placement: PlacementSettings = PlacementSettings(), display: ViewDisplay = ViewDisplay(),
      isExplained: Bool = false, separation: HandSeparation = .fromResting
    ) {
      self.separation = separation
      self.isExplained = isExplained
      self.display = display
      self.picture = picture
      self.input = input
      self.placement = placement
    }
  }

  /// Shows the picture until the user ends the program. Throws if something it needs is missing or lost.
  public static func run(_ configuration: Configuration, logger: Logger) throws {
    // Faults of the command are reported before connecting to a compositor.
    if case .file(let file) = configuration.picture { try PictureFile.check(file) }
    let strategy = configuration.placement.strategy()
    let reading = try BackgroundWork<Result<Pyramid, any Error>>()
    // While the program connects and shows its first frame.
    try reading.start { [picture = configuration.picture] deliver in deliver(Result { try pyramid(of: picture) }) }
    try show(strategy, reading, configuration, logger)
  }

  /// The number of the landscape that is shown: wide, and bright enough for the shade of a hand.
  private static let landscape = 4

  private static func pyramid(of picture: Configuration.Picture) throws -> Pyramid {
    switch picture {
    case .file(let file): Pyramid(try PictureFile.load(file))
    // 1680 by 1120 pixels, as many as a monitor of 1080 rows shows; twice as many take 13 MB with their smaller copies, these 10.
    case .landscape: Pyramid(SamplePhoto.bitmap(landscape, scale: 1.75))
    // Fonts belong to one thread, so the chart has a font book of its own.
    case .chart: Pyramid(TestChart.bitmap(fonts: try FontBook()))
    }
  }

  private static func show(
    _ strategy: some PlacementStrategy, _ reading: BackgroundWork<Result<Pyramid, any Error>>,
    _ configuration: Configuration, _ logger: Logger
  ) throws {
    var behavior: ZoomBehavior = configuration.placement.preset == .original ? .original : .calm
    behavior.isExplained = configuration.isExplained
    let view = ZoomView(
      gestures: ZoomGestures.pipeline(configuration.separation), indices: .standard, strategy: strategy,
      behavior: behavior)
    let title = if case .file(let file) = configuration.picture { file } else { "offhand zoom" }
    let renderer = Renderer(fonts: try FontBook())
    let program = try ViewProgram(
      view, title: title, renderer: renderer, input: configuration.input, display: configuration.display,
      posture: configuration.placement.posture, logger: logger)
    program.receive(reading) { [unowned program] result in
      let pyramid = try result.get()
      let image = PictureTarget.Image(
        id: renderer.pictures.insert(pyramid), width: pyramid.width, height: pyramid.height)
      program.change { $0.show(image) }
    }
    program.confine(placing: configuration.placement)
    try program.run(placing: configuration.placement, logger: logger)
  }
}
