public import Logging
public import Offhand
import OffhandPixman

/// `offhand board`: photos on a table, for as many hands as there are.
public enum BoardProgram {
  /// What the user chose.
  public struct Configuration: Sendable {
    /// PNG and JPEG files, and folders of them; none shows landscapes that the program paints itself.
    public var pictures: [String]
    /// Where touches come from.
    public var input: TouchInput
    /// Who says where menu, picker and comments stand.
    public var placement: PlacementSettings
    /// How the table is shown.
    public var display: ViewDisplay

    /// What is left out means: painted landscapes, touches from wherever there are any, the best placement, fullscreen.
    public init(
      pictures: [String] = [], input: TouchInput = TouchInput(), placement: PlacementSettings = PlacementSettings(),
      display: ViewDisplay = ViewDisplay()
    ) {
      self.display = display
      self.pictures = pictures
      self.input = input
      self.placement = placement
    }
  }

  /// Where the middle of picture `index` is dealt to, of so many on `table`, in millimetres: for recordings that touch it.
  public static func dealtPlace(of index: Int, among count: Int, on table: Rect) -> Point {
    BoardLibrary(expected: count).place(index, in: table).center
  }

  /// Shows the table until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(_ configuration: Configuration, logger: Logger) throws {
    // What is wrong with the command is told before a compositor is looked for; what is wrong with a file of a folder later.
    let files = try BoardFolder.files(configuration.pictures)
    for file in configuration.pictures where files.contains(file) { try PictureFile.check(file) }
    try show(files, try configuration.placement.strategy(), configuration, logger)
  }

  private static func show(
    _ files: [String], _ strategy: some PlacementStrategy, _ configuration: Configuration, _ logger: Logger
  ) throws {
    let renderer = Renderer(fonts: try FontBook())
    let view = BoardView(
      expecting: files.isEmpty ? SamplePhoto.count : files.count, names: .standard, strategy: strategy
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
      case .detail(let pyramid, let wish):
        let names = pictures.keep(pyramid, for: wish)
        program.change { view in for name in names { view.replace(name.picture, by: name.image) } }
      case .failure(let error):
        unreadable += 1
        // A table on which nothing can ever lie is of no use.
        if unreadable == files.count { throw error }
        logger.warning("\(error)")
        program.change { $0.skip() }
      case .lost(let error, let wish): pictures.lose(wish, error)
      }
    }
    program.onFrame = { view, time in view.forEachRestingPhoto(at: time) { pictures.show($0, side: $1) } }
    program.add(loaded)
    // The thread ends with the process: a picture that nobody will see needs no waiting.
    _ = try BoardLoader.start(files, into: loaded.mailbox)
    try program.run(placing: configuration.placement, logger: logger)
  }
}
