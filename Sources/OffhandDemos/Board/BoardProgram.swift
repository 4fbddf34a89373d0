import Glibc
public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman
import OffhandPlatform

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

/// Finds the pictures that the user means: files as they are named, folders by what lies directly in them.
enum BoardFolder {
  /// How many pictures a board takes: a table with more is no table.
  static let capacity = 400

  /// The files behind `paths`; folders in the order of names. Throws where a path cannot be read or a folder holds no picture.
  static func files(_ paths: [String]) throws(PictureError) -> [String] {
    var files: [String] = []
    for path in paths { files += try expand(path) }
    return Array(files.prefix(capacity))
  }

  private static func expand(_ path: String) throws(PictureError) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw systemError(path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
    guard let folder = opendir(path) else { throw systemError(path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if isPicture(name) { names.append("\(path)/\(name)") }
    }
    if names.isEmpty { throw PictureError(file: path, problem: .system("the folder holds no PNG or JPEG file")) }
    return names.sorted()
  }

  private static func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return !name.hasPrefix(".") && [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) }
  }

  private static func systemError(_ path: String) -> PictureError {
    PictureError(file: path, problem: .system(KernelError.reason(errno).lowercased()))
  }
}
