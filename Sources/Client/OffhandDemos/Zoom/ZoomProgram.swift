public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman

/// `offhand zoom`: a picture that touches scale, and its zoom level beside the hand.
public enum ZoomProgram {
  /// A picture to show.
  public enum Picture: Sendable, Hashable {
    /// A PNG or JPEG file.
    case file(String)
    /// A painted landscape.
    case landscape
    /// A test chart: fine lines, colours and text, on which every fault of scaling shows.
    case chart
  }

  /// Shows the picture until the user ends the program. Throws if something it needs is missing or lost.
  public static func run(
    _ picture: Picture = .landscape, input: TouchInput = TouchInput(),
    placement: PlacementSettings = PlacementSettings(), display: ViewDisplay = ViewDisplay(),
    separation: HandSeparation = .oneHand, isExplained: Bool = false, logger: Logger
  ) throws {
    // Faults of the command are reported before connecting to a compositor.
    if case .file(let file) = picture { try PictureFile.check(file) }
    var behavior: ZoomBehavior = placement.preset == .original ? .original : .calm
    behavior.isExplained = isExplained
    let reading = try BackgroundWork<Result<Pyramid, any Error>>()
    func show(_ strategy: some PlacementStrategy) throws {
      let view = ZoomView(
        gestures: ZoomGestures.pipeline(separation), indices: .standard, strategy: strategy, behavior: behavior)
      let title = if case .file(let file) = picture { file } else { "offhand zoom" }
      let renderer = Renderer(fonts: try FontBook(family: display.font))
      let program = try ViewProgram(
        view, title: title, renderer: renderer, input: input, display: display, posture: placement.posture,
        logger: logger)
      program.receive(reading) { [unowned program] result in
        let pyramid = try result.get()
        let image = PictureTarget.Image(
          id: renderer.pictures.insert(pyramid), width: pyramid.width, height: pyramid.height)
        program.change { $0.show(image) }
      }
      program.confine(placing: placement)
      try program.run(placing: placement, logger: logger)
    }
    let strategy = placement.strategy()
    // While the program connects and shows its first frame.
    try reading.start { deliver in deliver(Result { try pyramid(of: picture) }) }
    try show(strategy)
  }

  /// The number of the landscape that is shown: wide, and bright enough for the shade of a hand.
  private static let landscape = 4

  private static func pyramid(of picture: Picture) throws -> Pyramid {
    switch picture {
    case .file(let file): Pyramid(try PictureFile.load(file))
    // 1680 by 1120 pixels, as many as a monitor of 1080 rows shows; twice as many take 13 MB with their smaller copies, these 10.
    case .landscape: Pyramid(SamplePhoto.bitmap(landscape, scale: 1.75))
    // Fonts belong to one thread, so the chart has a font book of its own.
    case .chart: Pyramid(TestChart.bitmap(fonts: try FontBook()))
    }
  }
}
