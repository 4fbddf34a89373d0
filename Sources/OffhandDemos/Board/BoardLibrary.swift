public import Offhand

/// The pictures that the board knows, which of them lie on the table, and how many are still being read.
struct BoardLibrary: Sendable {
  /// How many pictures lie on a table without anybody asking: on a large one as many as cover 60 % of it, but no more than an
  /// eye takes in, and on a small one enough for several hands.
  static func dealt(on table: Rect) -> Int {
    let side = Photo.longerSide * Photo.scale(on: table)
    guard side > 0 else { return 8 }
    return min(max(8, Int(0.6 * table.area / (side * side * 2 / 3))), 24)
  }

  /// What was read.
  private(set) var pictures: [BoardPicture] = []
  /// How many pictures there will be.
  var expected: Int
  /// How many could not be read.
  var failures = 0

  init(expected: Int) { self.expected = expected }

  /// Takes a picture in and answers its number.
  mutating func add(_ picture: BoardPicture) -> Int {
    pictures.append(picture)
    expected = max(expected, pictures.count + failures)
    return pictures.count - 1
  }

  /// Picture `index` goes by another name.
  mutating func replace(_ index: Int, by image: ImageID) {
    guard pictures.indices.contains(index) else { return }
    pictures[index].image = image
  }

  /// Whether pictures are still being read.
  var isLoading: Bool { pictures.count + failures < expected }

  /// How much has been read, 0 to 1.
  var progress: Double { expected > 0 ? Double(pictures.count + failures) / Double(expected) : 1 }

  /// Where the picture numbered `index` is dealt to: a spiral of the golden angle, which fills a table evenly from its middle
  /// whatever the number, each a little turned, as a hand deals.
  func place(_ index: Int, in bounds: Rect) -> (center: Point, rotation: Angle) {
    let turn = Angle(radians: Double(index) * 2.399963 + 3.6)
    let count = max(8, min(BoardLibrary.dealt(on: bounds), expected))
    let reach = (Double(index % (2 * count)) + 0.4).squareRoot() / Double(count).squareRoot()
    let direction = Vector(angle: turn)
    // A little above the middle, because the button stands at the lower edge.
    let center = Point(
      x: bounds.center.x + direction.dx * reach * bounds.width * 0.34,
      y: bounds.center.y - bounds.height * 0.04 + direction.dy * reach * bounds.height * 0.3)
    return (center, Angle(degrees: Double((index * 47) % 29) - 14))
  }
}

/// A picture that can lie on the table: by which name the renderer knows it, and how many pixels it has.
public struct BoardPicture: Sendable, Hashable {
  /// The renderer's name for it.
  public var image: ImageID
  /// How many pixels it is wide.
  public var width: Int
  /// How many pixels it is high.
  public var height: Int

  /// A picture of `width` by `height` pixels.
  public init(image: ImageID, width: Int, height: Int) {
    self.image = image
    self.width = width
    self.height = height
  }

  /// The size with the longer side `side` millimetres long.
  func size(longerSide side: Double) -> Size {
    let longer = Double(max(width, height, 1))
    return Size(width: Double(width) / longer * side, height: Double(height) / longer * side)
  }
}
