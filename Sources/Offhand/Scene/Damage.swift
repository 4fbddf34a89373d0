/// What has to be drawn again: at most four rectangles of device pixels that do not overlap much.
///
/// Each further rectangle costs a compositor a request and a client a pass; four hold two moving things, where they were
/// and where they are (performance.md T10).
public struct Damage: Sendable {
  /// How many rectangles are kept apart.
  public static let capacity = 4

  /// How many rectangles there are, 0 to 4.
  public private(set) var count = 0
  private var storage = InlineArray<4, PixelRect>(repeating: .empty)

  /// Nothing to draw.
  public init() {}

  /// One rectangle to draw.
  public init(_ rect: PixelRect) {
    self.init()
    add(rect)
  }

  /// All that `list` draws differently from `older`, on `grid`; with a pixel more on every side, for renderers snap edges to
  /// whole pixels and draw no line thinner than one.
  public init(from older: DisplayList, to list: DisplayList, on grid: PixelGrid) {
    self.init()
    list.differences(from: older) { rect in
      let touched = grid.pixels(touchedBy: rect)
      guard !touched.isEmpty else { return }
      add(
        PixelRect(x: touched.x - 1, y: touched.y - 1, width: touched.width + 2, height: touched.height + 2)
          .intersection(grid.bounds))
    }
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { count == 0 }
  /// The positions of the rectangles.
  public var indices: Range<Int> { 0..<count }
  /// The rectangle at `index`.
  public subscript(index: Int) -> PixelRect {
    precondition(indices.contains(index), "damage has \(count) rectangles, asked for number \(index)")
    return storage[index]
  }
  /// The smallest rectangle that holds all.
  public var bounds: PixelRect {
    var box = PixelRect.empty
    for index in indices { box = box.union(storage[index]) }
    return box
  }
  /// How many pixels the rectangles hold together.
  public var area: Int64 {
    var sum: Int64 = 0
    for index in indices { sum += storage[index].area }
    return sum
  }

  /// Adds what `rect` touches on `grid`.
  public mutating func add(_ rect: Rect, on grid: PixelGrid) { add(grid.pixels(touchedBy: rect)) }

  /// Adds all rectangles of `other`.
  public mutating func add(_ other: Damage) {
    for index in other.indices { add(other.storage[index]) }
  }

  /// Adds a rectangle: it joins another where drawing both at once costs no more pixels than drawing them apart, and the
  /// cheapest pair joins where there is no room.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var grown = rect
    while let index = indices.first(where: { storage[$0].growth(joining: grown) <= 0 }) {
      grown = grown.union(storage[index])
      remove(at: index)
    }
    if count < Damage.capacity {
      storage[count] = grown
      count += 1
    } else {
      joinCheapest(with: grown)
    }
  }

  /// Cuts every rectangle at `bounds`.
  public mutating func clip(to bounds: PixelRect) {
    var kept = 0
    for index in indices {
      let cut = storage[index].intersection(bounds)
      guard !cut.isEmpty else { continue }
      storage[kept] = cut
      kept += 1
    }
    count = kept
  }

  /// Forgets everything.
  public mutating func removeAll() { count = 0 }

  /// Joins the pair that costs the fewest pixels among those that are here and `newcomer`.
  private mutating func joinCheapest(with newcomer: PixelRect) {
    var best = (first: 0, second: -1, growth: storage[0].growth(joining: newcomer))
    for first in indices {
      let withNewcomer = storage[first].growth(joining: newcomer)
      if withNewcomer < best.growth { best = (first, -1, withNewcomer) }
      for second in first + 1..<count {
        let growth = storage[first].growth(joining: storage[second])
        if growth < best.growth { best = (first, second, growth) }
      }
    }
    let joined: PixelRect
    if best.second < 0 {
      joined = storage[best.first].union(newcomer)
      remove(at: best.first)
    } else {
      joined = storage[best.first].union(storage[best.second])
      remove(at: best.second)
      remove(at: best.first)
      storage[count] = newcomer
      count += 1
    }
    add(joined)
  }

  private mutating func remove(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }
}

extension Damage: Hashable {
  /// Whether both hold the same rectangles in the same order.
  public static func == (a: Damage, b: Damage) -> Bool {
    a.count == b.count && a.indices.allSatisfy { a.storage[$0] == b.storage[$0] }
  }

  /// Feeds the rectangles into `hasher`.
  public func hash(into hasher: inout Hasher) {
    for index in indices { hasher.combine(storage[index]) }
  }
}

extension PixelRect {
  /// How many pixels more (or, negative, fewer) it costs to draw both as one rectangle than each for itself.
  fileprivate func growth(joining other: PixelRect) -> Int64 { union(other).area - area - other.area }
}
