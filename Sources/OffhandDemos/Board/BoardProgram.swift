import Glibc
package import Logging
package import Offhand
package import OffhandClient
import OffhandPixman
import OffhandPlatform

/// `offhand board`: photos on a table, for any number of hands.
package enum BoardProgram {
  /// The options of `offhand board`.
  package struct Configuration: Sendable {
    /// PNG and JPEG files, and folders of them; if empty, the program paints landscapes itself.
    package var pictures: [String]
    /// The touch source.
    package var input: TouchInput
    /// The placement settings of menu, picker and readings.
    package var placement: PlacementSettings
    /// The display settings.
    package var display: ViewDisplay
    /// What photos do that are released in motion.
    package var throwing: PhotoThrow
    /// The parts of the placement's explanation to draw.
    package var commentary: PlacementCommentary

    package init(
      pictures: [String] = [], input: TouchInput = TouchInput(), placement: PlacementSettings = PlacementSettings(),
      display: ViewDisplay = ViewDisplay(), throwing: PhotoThrow = .sliding, commentary: PlacementCommentary = .none
    ) {
      self.commentary = commentary
      self.throwing = throwing
      self.display = display
      self.pictures = pictures
      self.input = input
      self.placement = placement
    }
  }

  /// The center, in mm, at which picture `index` of `count` is dealt onto `table`: for recordings that touch it.
  package static func dealtCenter(of index: Int, among count: Int, on table: Rect) -> Point {
    BoardLibrary(expected: count).dealtPose(of: index, in: table).center
  }

  /// Shows the table until the user ends the program. Throws if something it needs is missing or lost.
  package static func run(_ configuration: Configuration, logger: Logger) throws {
    // Faults of the command are reported before connecting to a compositor, faults of a folder's files later.
    let files = try BoardFolder.files(configuration.pictures)
    for file in configuration.pictures where files.contains(file) { try PictureFile.check(file) }
    try show(files, try configuration.placement.strategy(), configuration, logger)
  }

  private static func show(
    _ files: [String], _ strategy: some PlacementStrategy, _ configuration: Configuration, _ logger: Logger
  ) throws {
    let renderer = Renderer(fonts: try FontBook())
    let view = BoardView(
      expecting: files.isEmpty ? SamplePhoto.count : files.count, indices: .standard, strategy: strategy,
      throwing: configuration.throwing, commentary: configuration.commentary
    ) { BoardGestures.pipeline() }
    let program = try ViewProgram(
      view, title: "offhand board", renderer: renderer, input: configuration.input, display: configuration.display,
      posture: configuration.placement.posture, logger: logger)
    var receive: (BoardLoader.Result) throws -> Void = { _ in }
    let loaded = try BackgroundResults<BoardLoader.Result> { try receive($0) }
    let pictures = BoardPictures(renderer, loaded.mailbox, logger)
    var unreadable = 0
    receive = { [unowned program] result in
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
    program.add(loaded)
    // Not joined: the thread ends with the process, without finishing pictures that will not be shown.
    _ = try BoardLoader.start(files, into: loaded.mailbox)
    try program.run(placing: configuration.placement, logger: logger)
  }
}

/// Finds the pictures to show: files as they are named, folders by the pictures directly in them.
private enum BoardFolder {
  /// The number of pictures a board takes.
  static let capacity = 400

  /// The files of `paths`; those of a folder sorted by name. Throws if a path cannot be read or a folder has no picture.
  static func files(_ paths: [String]) throws(PictureError) -> [String] {
    var files: [String] = []
    for path in paths { files += try expand(path) }
    return Array(files.prefix(capacity))
  }

  private static func expand(_ path: String) throws(PictureError) -> [String] {
    let names: [String]
    do throws(KernelError) {
      guard try Descriptor.status(of: path).isDirectory else { return [path] }
      names = try Files.names(in: path).filter(isPicture)
    } catch {
      throw PictureError(file: path, problem: .system(error.reason.lowercased()))
    }
    if names.isEmpty { throw PictureError(file: path, problem: .system("the folder holds no PNG or JPEG file")) }
    return names.map { "\(path)/\($0)" }
  }

  private static func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) }
  }
}
