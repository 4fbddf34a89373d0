public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman

/// `offhand board`: photos on a table, for any number of hands.
public enum BoardProgram {
  /// The number of pictures that a board takes.
  private static let capacity = 400

  /// The center, in mm, at which picture `index` of `count` is dealt onto `table`: for recordings that touch it.
  public static func dealtCenter(of index: Int, among count: Int, on table: Rect) -> Point {
    BoardLibrary(expected: count).dealtPose(of: index, in: table).center
  }

  /// Shows `pictures`, which are PNG and JPEG files, and folders of them, until the user ends the program; without any it paints
  /// landscapes. Throws if something it needs is missing or lost.
  public static func run(
    _ pictures: [String] = [], input: TouchInput = TouchInput(), placement: PlacementSettings = PlacementSettings(),
    display: ViewDisplay = ViewDisplay(), isExplained: Bool = false, logger: Logger
  ) throws {
    // Faults of the command are reported before connecting to a compositor, faults of a folder's files later.
    let files = Array(try pictures.flatMap { try PictureFile.files(at: $0) }.prefix(capacity))
    for file in pictures where files.contains(file) { try PictureFile.check(file) }
    func show(_ strategy: some PlacementStrategy) throws {
      let count = files.isEmpty ? SamplePhoto.count : files.count
      let view = view(strategy, expecting: count, isExplained: isExplained)
      let renderer = Renderer(fonts: try FontBook(family: display.font))
      let program = try ViewProgram(
        view, title: "offhand board", renderer: renderer, input: input, display: display, posture: placement.posture,
        logger: logger)
      try run(program, files, renderer, placement, logger)
    }
    try show(placement.strategy())
  }

  /// The view alone, for another program, with `pictures` that its renderer has.
  public static func view(
    _ strategy: some PlacementStrategy, of pictures: [(image: ImageID, width: Int, height: Int)],
    isExplained: Bool = false
  ) -> some PlacingView {
    var view = view(strategy, expecting: pictures.count, isExplained: isExplained)
    for (image, width, height) in pictures { view.add(BoardPicture(image: image, width: width, height: height)) }
    return view
  }

  private static func view<Strategy: PlacementStrategy>(
    _ strategy: Strategy, expecting count: Int, isExplained: Bool
  ) -> BoardView<some GesturePipeline, Strategy> {
    BoardView(
      expecting: count, indices: .standard, strategy: strategy, isExplained: isExplained
    ) { BoardGestures.pipeline() }
  }

  private static func run(
    _ program: ViewProgram<BoardView<some GesturePipeline, some PlacementStrategy>>, _ files: [String],
    _ renderer: Renderer, _ placement: PlacementSettings, _ logger: Logger
  ) throws {
    let loading = try BackgroundWork<BoardLoader.Result>()
    let pictures = BoardPictures(renderer, loading, logger)
    var unreadable = 0
    program.receive(loading) { [unowned program] result in
      switch (result.picture, result.request) {
      case (.success(let pyramid), nil):
        let picture = pictures.add(pyramid, from: result.file)
        program.change { $0.add(picture) }
        logger.debug("a picture was read", metadata: ["file": "\(result.file ?? "")"])
      case (.success(let pyramid), let request?):
        let images = pictures.keep(pyramid, for: request)
        program.change { view in for (picture, image) in images { view.replace(picture, by: image) } }
      case (.failure(let error), nil):
        unreadable += 1
        // With no picture at all there is nothing to show.
        if unreadable == files.count { throw error }
        logger.warning("\(error)")
        program.change { $0.skip() }
      case (.failure(let error), let request?): pictures.giveUp(request, error)
      }
    }
    program.onFrame = { view, time in view.forEachRestingPhoto(at: time) { pictures.show($0, side: $1) } }
    // Before the threads that read pictures.
    program.confine(placing: placement)
    try BoardLoader.start(files, in: loading)
    try program.run(placing: placement, logger: logger)
  }
}
