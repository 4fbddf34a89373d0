public import Logging
import Offhand
public import OffhandClient
import OffhandPixman
import OffhandPlatform

/// `offhand zoom`: a picture that fingers scale, and its zoom level beside the hand.
public enum ZoomProgram {
  /// What the user chose.
  public struct Configuration: Sendable {
    /// A PNG or JPEG file; `nil` shows a test chart.
    public var picture: String?
    /// Where touches come from.
    public var input: TouchInput
    /// Who says where the popover stands.
    public var placement: PlacementSettings
    /// How the picture is shown.
    public var display: ViewDisplay
    /// What is shown of how the popover is placed.
    public var commentary: PlacementCommentary

    /// What is left out means: a test chart, touches from wherever there are any, the best placement without a word on it.
    public init(
      picture: String? = nil, input: TouchInput = TouchInput(), placement: PlacementSettings = PlacementSettings(),
      display: ViewDisplay = ViewDisplay(), commentary: PlacementCommentary = .none
    ) {
      self.commentary = commentary
      self.display = display
      self.picture = picture
      self.input = input
      self.placement = placement
    }
  }

  /// Shows the picture until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(_ configuration: Configuration, logger: Logger) throws {
    // What is wrong with the command is told before a compositor is looked for.
    if let picture = configuration.picture { try PictureFile.check(picture) }
    let strategy = try configuration.placement.strategy()
    var receive: (ZoomLoader.Result) throws -> Void = { _ in }
    let loaded = try BackgroundResults<ZoomLoader.Result> { try receive($0) }
    // The thread ends with the process: a picture that nobody will see needs no waiting.
    _ = try ZoomLoader.start(configuration.picture, into: loaded.mailbox)
    try show(strategy, configuration, loaded, logger) { receive = $0 }
  }

  private static func show(
    _ strategy: some PlacementStrategy, _ configuration: Configuration,
    _ loaded: BackgroundResults<ZoomLoader.Result>, _ logger: Logger,
    receiving: (@escaping (ZoomLoader.Result) throws -> Void) -> Void
  ) throws {
    var behavior: ZoomBehavior = configuration.placement.preset == .original ? .original : .calm
    behavior.commentary = configuration.commentary
    let view = ZoomView(
      gestures: ZoomGestures.pipeline(), names: .standard, strategy: strategy, behavior: behavior)
    let renderer = Renderer(fonts: try FontBook())
    let program = try ViewProgram(
      view, title: configuration.picture ?? "offhand zoom", renderer: renderer, input: configuration.input,
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

/// Reads the picture of a zoom view on a thread of its own, while the program connects and shows its first frame.
enum ZoomLoader {
  /// What has become of the picture.
  typealias Result = Swift.Result<Pyramid, any Error>

  /// Delivers the picture of `file`, or the test chart.
  static func start(_ file: String?, into mailbox: BackgroundResults<Result>.Mailbox) throws(KernelError)
    -> WorkerThread
  {
    try WorkerThread {
      mailbox.deliver(
        Result {
          if let file { return Pyramid(try PictureFile.load(file)) }
          // Fonts belong to a thread, so the chart has a book of its own.
          return Pyramid(TestChart.bitmap(fonts: try FontBook()))
        })
    }
  }
}
