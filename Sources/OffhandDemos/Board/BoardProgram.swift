public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman

/// `offhand board`: photos on a table, for any number of hands.
public enum BoardProgram {
  /// The options of `offhand board`.
  public struct Configuration: Sendable {
    /// PNG and JPEG files, and folders of them; if empty, the program paints landscapes itself.
    public var pictures: [String]
    /// The touch source.
    public var input: TouchInput
    /// The placement settings of menu, picker and readings.
    public var placement: PlacementSettings
    /// The display settings.
    public var display: ViewDisplay
    /// What photos do that are released in motion.
    public var throwing: PhotoThrow
    /// Whether it is drawn why overlays are where they are.
    public var isExplained: Bool

    /// By default painted landscapes, under any touches.
    public init(
      pictures: [String] = [], input: TouchInput = TouchInput(), placement: PlacementSettings = PlacementSettings(),
      display: ViewDisplay = ViewDisplay(), throwing: PhotoThrow = .sliding, isExplained: Bool = false
    ) {
      self.isExplained = isExplained
      self.throwing = throwing
      self.display = display
      self.pictures = pictures
      self.input = input
      self.placement = placement
    }
  }

  /// The number of pictures that a board takes.
  private static let capacity = 400

  /// The center, in mm, at which picture `index` of `count` is dealt onto `table`: for recordings that touch it.
  public static func dealtCenter(of index: Int, among count: Int, on table: Rect) -> Point {
    BoardLibrary(expected: count).dealtPose(of: index, in: table).center
  }

  /// Shows the table until the user ends the program. Throws if something it needs is missing or lost.
  public static func run(_ configuration: Configuration, logger: Logger) throws {
    // Faults of the command are reported before connecting to a compositor, faults of a folder's files later.
    let files = Array(try configuration.pictures.flatMap { try PictureFile.files(at: $0) }.prefix(capacity))
    for file in configuration.pictures where files.contains(file) { try PictureFile.check(file) }
    try show(files, configuration.placement.strategy(), configuration, logger)
  }

  /// The view alone, for another program, with `pictures` that its renderer has.
  public static func view(
    _ strategy: some PlacementStrategy, of pictures: [(image: ImageID, width: Int, height: Int)],
    throwing: PhotoThrow = .sliding, isExplained: Bool = false
  ) -> some PlacingView {
    var view = view(strategy, expecting: pictures.count, throwing: throwing, isExplained: isExplained)
    for (image, width, height) in pictures { view.add(BoardPicture(image: image, width: width, height: height)) }
    return view
  }

  private static func view<Strategy: PlacementStrategy>(
    _ strategy: Strategy, expecting count: Int, throwing: PhotoThrow, isExplained: Bool
  ) -> BoardView<some GesturePipeline, Strategy> {
    BoardView(
      expecting: count, indices: .standard, strategy: strategy, throwing: throwing, isExplained: isExplained
    ) { BoardGestures.pipeline() }
  }

  private static func show(
    _ files: [String], _ strategy: some PlacementStrategy, _ configuration: Configuration, _ logger: Logger
  ) throws {
    let renderer = Renderer(fonts: try FontBook())
    let view = view(
      strategy, expecting: files.isEmpty ? SamplePhoto.count : files.count, throwing: configuration.throwing,
      isExplained: configuration.isExplained)
    let program = try ViewProgram(
      view, title: "offhand board", renderer: renderer, input: configuration.input, display: configuration.display,
      posture: configuration.placement.posture, logger: logger)
    let loading = try BackgroundWork<BoardLoader.Result>()
    let pictures = BoardPictures(renderer, loading, logger)
    var unreadable = 0
    program.receive(loading) { [unowned program] result in
      switch result {
      case .picture(let pyramid, let file):
        let picture = pictures.add(pyramid, from: file)
        program.change { $0.add(picture) }
        logger.debug("a picture was read", metadata: ["file": "\(file ?? "")"])
      case .detail(let pyramid, let request):
        let images = pictures.keep(pyramid, for: request)
        program.change { view in for (picture, image) in images { view.replace(picture, by: image) } }
      case .failure(let error):
        unreadable += 1
        // With no picture at all there is nothing to show.
        if unreadable == files.count { throw error }
        logger.warning("\(error)")
        program.change { $0.skip() }
      case .lost(let error, let request): pictures.giveUp(request, error)
      }
    }
    program.onFrame = { view, time in view.forEachRestingPhoto(at: time) { pictures.show($0, side: $1) } }
    // Before the threads that read pictures.
    program.confine(placing: configuration.placement)
    try BoardLoader.start(files, in: loading)
    try program.run(placing: configuration.placement, logger: logger)
  }
}
