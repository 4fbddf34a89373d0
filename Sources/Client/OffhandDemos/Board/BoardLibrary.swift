import Offhand

/// The pictures of the board, and the number that are still being read.
struct BoardLibrary: Sendable {
  /// The pictures that were read.
  private(set) var pictures: [BoardPicture] = []
  /// The number of pictures that could not be read.
  private(set) var failures = 0
  private var expected: Int

  init(expected: Int) { self.expected = expected }

  /// Adds a picture. Returns its number.
  mutating func add(_ picture: BoardPicture) -> Int {
    pictures.append(picture)
    expected = max(expected, pictures.count + failures)
    return pictures.count - 1
  }

  /// Counts a picture that could not be read.
  mutating func addFailure() { failures += 1 }

  /// Gives picture `index` another image.
  mutating func replace(_ index: Int, by image: ImageID) {
    guard pictures.indices.contains(index) else { return }
    pictures[index].image = image
  }

  /// Whether pictures are still being read.
  var isLoading: Bool { pictures.count + failures < expected }

  /// The share of the pictures that has been read, 0 to 1.
  var progress: Double { expected > 0 ? Double(pictures.count + failures) / Double(expected) : 1 }

  /// The number of pictures that are dealt onto `table` without being picked: as many as cover 60 % of a large table, but at
  /// most 24, and at least 8, enough for several hands on a small one.
  static func dealtCount(on table: Rect) -> Int {
    let side = Photo.longerSide * Photo.scale(on: table)
    guard side > 0 else { return 8 }
    return min(max(8, Int(0.6 * table.area / (side * side * 2 / 3))), 24)
  }

  /// The pose in which picture `index` is dealt: on a spiral of the golden angle, which fills a table evenly from its middle
  /// whatever the number, each picture a little rotated, as if dealt by hand.
  func dealtPose(of index: Int, in bounds: Rect) -> (center: Point, rotation: Angle) {
    let angle = Angle(radians: Double(index) * 2.399963 + 3.6)
    let count = max(8, min(BoardLibrary.dealtCount(on: bounds), expected))
    let radius = (Double(index % (2 * count)) + 0.4).squareRoot() / Double(count).squareRoot()
    let direction = Vector(angle: angle)
    // A little above the middle, because the button stands at the lower edge.
    let center = Point(
      x: bounds.center.x + direction.dx * radius * bounds.width * 0.34,
      y: bounds.center.y - bounds.height * 0.04 + direction.dy * radius * bounds.height * 0.3)
    return (center, Angle(degrees: Double((index * 47) % 29) - 14))
  }
}

/// A picture that can be put on the table: its name in the renderer, and its size in pixels.
struct BoardPicture: Sendable, Hashable {
  /// The renderer's name for it.
  var image: ImageID
  var width: Int
  var height: Int

  /// The size of which the longer side is `side` mm long.
  func size(longerSide side: Double) -> Size {
    let longer = Double(max(width, height, 1))
    return Size(width: Double(width) / longer * side, height: Double(height) / longer * side)
  }
}
