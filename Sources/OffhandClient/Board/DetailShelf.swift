/// Which pictures of a board are kept with more pixels than they were first read with, within a bound of memory.
///
/// A picture that is shown larger than it was read is read again, as large as it is shown; those that have not been shown so
/// large for the longest time are let go of when memory would run out of bounds. It only keeps the books.
struct DetailShelf: Sendable {
  /// How many bytes the larger readings may take together: four photos of 12 megapixels as large as they are.
  static let capacity = 256 << 20

  /// A picture, and how many pixels its longer side is shown with.
  struct Wish: Sendable, Hashable {
    var picture: Int
    var side: Int
  }

  /// One picture.
  private struct Entry: Sendable {
    /// How many pixels the longer side has now.
    var side: Int
    /// Whether the file has no more pixels than that.
    var isWhole: Bool
    /// How many bytes the larger reading takes; 0 where there is only the first.
    var bytes = 0
    /// How many pixels the longer side was first read with.
    var firstSide: Int
    /// Whether the first reading was all there is.
    var isFirstWhole: Bool
    /// When it was last shown larger than first read, in wishes.
    var lastUse = 0
  }

  private var entries: [Int: Entry] = [:]
  private var clock = 0
  private let capacity: Int

  /// An empty shelf for so many bytes.
  init(capacity: Int = DetailShelf.capacity) { self.capacity = capacity }

  /// How many bytes the larger readings take.
  var bytes: Int { entries.values.reduce(0) { $0 + $1.bytes } }

  /// A picture was read for the first time; `side` pixels where `asked` were asked for, so less only where there are no more.
  mutating func add(_ picture: Int, side: Int, asked: Int) {
    entries[picture] = Entry(side: side, isWhole: side < asked, firstSide: side, isFirstWhole: side < asked)
  }

  /// A picture is shown with `side` pixels. Answers whether it should be read again for that.
  mutating func show(_ wish: Wish) -> Bool {
    guard var entry = entries[wish.picture], wish.side > entry.firstSide else { return false }
    clock += 1
    entry.lastUse = clock
    entries[wish.picture] = entry
    return !entry.isWhole && wish.side > entry.side
  }

  /// A picture was read again. Answers the pictures of which the larger reading has to go for it, the first in line first.
  mutating func keep(_ wish: Wish, side: Int, bytes: Int) -> [Int] {
    guard var entry = entries[wish.picture] else { return [] }
    entry.side = side
    entry.isWhole = side < wish.side
    entry.bytes = bytes
    entries[wish.picture] = entry
    var total = self.bytes
    var gone: [Int] = []
    for (picture, other) in entries.filter({ $0.value.bytes > 0 && $0.key != wish.picture }).sorted(by: {
      $0.value.lastUse < $1.value.lastUse
    }) where total > capacity {
      total -= other.bytes
      gone.append(picture)
      entries[picture]?.bytes = 0
      entries[picture]?.side = other.firstSide
      entries[picture]?.isWhole = other.isFirstWhole
    }
    return gone
  }
}
