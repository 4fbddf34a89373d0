package import Logging
package import Offhand
package import OffhandClient
import OffhandPixman
import OffhandPlatform

/// `offhand zoom`: a picture that touches scale, and its zoom level beside the hand.
package enum ZoomProgram {
  /// The options of `offhand zoom`.
  package struct Configuration: Sendable {
    /// A picture to show.
    package enum Picture: Sendable, Hashable {
      /// A PNG or JPEG file.
      case file(String)
      /// A painted landscape.
      case landscape
      /// A test chart: fine lines, colours and text, on which every fault of scaling shows.
      case chart
    }

    /// The picture that is shown.
    package var picture: Picture
    /// The touch source.
    package var input: TouchInput
    /// The placement settings of the popover.
    package var placement: PlacementSettings
    /// The display settings.
    package var display: ViewDisplay
    /// The parts of the placement's explanation to draw.
    package var commentary: PlacementCommentary
    /// The touches that are those of another hand.
    package var separation: HandSeparation

    package init(
      picture: Picture = .landscape, input: TouchInput = TouchInput(),
      placement: PlacementSettings = PlacementSettings(), display: ViewDisplay = ViewDisplay(),
      commentary: PlacementCommentary = .none, separation: HandSeparation = .fromResting
    ) {
      self.separation = separation
      self.commentary = commentary
      self.display = display
      self.picture = picture
      self.input = input
      self.placement = placement
    }
  }

  /// Shows the picture until the user ends the program. Throws if something it needs is missing or lost.
  package static func run(_ configuration: Configuration, logger: Logger) throws {
    // Faults of the command are reported before connecting to a compositor.
    if case .file(let file) = configuration.picture { try PictureFile.check(file) }
    let strategy = try configuration.placement.strategy()
    var receive: (LoadedPicture) throws -> Void = { _ in }
    let loaded = try BackgroundResults<LoadedPicture> { try receive($0) }
    // Not joined: the thread ends with the process, without finishing a picture that will not be shown.
    _ = try load(configuration.picture, into: loaded.mailbox)
    try show(strategy, configuration, loaded, logger) { receive = $0 }
  }

  private typealias LoadedPicture = Result<Pyramid, any Error>

  /// The number of the landscape that is shown: wide, and bright enough for the shade of a hand.
  private static let landscape = 4

  /// Reads or paints `picture` on a thread of its own, while the program connects and shows its first frame.
  private static func load(
    _ picture: Configuration.Picture, into mailbox: BackgroundResults<LoadedPicture>.Mailbox
  ) throws(KernelError) -> WorkerThread {
    try WorkerThread {
      mailbox.deliver(
        LoadedPicture {
          switch picture {
          case .file(let file): Pyramid(try PictureFile.load(file))
          case .landscape: Pyramid(SamplePhoto.bitmap(landscape, scale: 2))
          // Fonts belong to one thread, so the chart has a font book of its own.
          case .chart: Pyramid(TestChart.bitmap(fonts: try FontBook()))
          }
        })
    }
  }

  private static func title(of picture: Configuration.Picture) -> String {
    if case .file(let file) = picture { file } else { "offhand zoom" }
  }

  private static func show(
    _ strategy: some PlacementStrategy, _ configuration: Configuration, _ loaded: BackgroundResults<LoadedPicture>,
    _ logger: Logger, receiving: (@escaping (LoadedPicture) throws -> Void) -> Void
  ) throws {
    var behavior: ZoomBehavior = configuration.placement.preset == .original ? .original : .calm
    behavior.commentary = configuration.commentary
    let view = ZoomView(
      gestures: ZoomGestures.pipeline(configuration.separation), indices: .standard, strategy: strategy,
      behavior: behavior)
    let renderer = Renderer(fonts: try FontBook())
    let program = try ViewProgram(
      view, title: title(of: configuration.picture), renderer: renderer, input: configuration.input,
      display: configuration.display, posture: configuration.placement.posture, logger: logger)
    receiving { [unowned program] result in
      let pyramid = try result.get()
      let image = ZoomImage(id: renderer.pictures.insert(pyramid), width: pyramid.width, height: pyramid.height)
      program.change { $0.show(image) }
    }
    program.add(loaded)
    try program.run(placing: configuration.placement, logger: logger)
  }
}
