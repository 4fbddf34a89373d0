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

/// An upright rectangle of whole device pixels, y down.
public struct PixelRect: Sendable, Hashable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width; nothing lies inside where it is not positive.
  public var width: Int32
  /// The height; nothing lies inside where it is not positive.
  public var height: Int32

  /// The rectangle of `width` × `height` pixels whose top left pixel is (x, y).
  @inlinable
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Nothing.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The column right of the last.
  @inlinable public var maxX: Int32 { x + width }
  /// The row below the last.
  @inlinable public var maxY: Int32 { y + height }
  /// Whether there is nothing inside.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// How many pixels.
  @inlinable public var area: Int64 { isEmpty ? 0 : Int64(width) * Int64(height) }

  /// What both cover; empty where they do not overlap.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that holds both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether the other rectangle lies wholly inside.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }
}

/// The device pixels of an output plane: the one door from millimetres to pixels.
public struct PixelGrid: Sendable, Hashable {
  /// How many device pixels across.
  public var width: Int32
  /// How many device pixels down.
  public var height: Int32
  /// The size of the plane in millimetres.
  public var size: Size

  /// So many device pixels over a plane of `size` millimetres.
  public init(width: Int32, height: Int32, size: Size) {
    self.width = width
    self.height = height
    self.size = size
  }

  /// The pixels of a surface at `scale` device pixels a logical pixel: the rounding is that of `wp_fractional_scale_v1`.
  public init(of surface: SurfaceGeometry, scale: Double = 1) {
    self.init(
      width: Int32((surface.pixelWidth * scale).rounded()), height: Int32((surface.pixelHeight * scale).rounded()),
      size: surface.size)
  }

  /// Device pixels a millimetre across.
  @inlinable public var perMillimetreX: Double { size.width > 0 ? Double(width) / size.width : 0 }
  /// Device pixels a millimetre down.
  @inlinable public var perMillimetreY: Double { size.height > 0 ? Double(height) / size.height : 0 }
  /// All pixels.
  @inlinable public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The pixels that `rect` touches at all, rounded outwards and cut at the edges of the plane.
  public func pixels(touchedBy rect: Rect) -> PixelRect {
    guard rect.isFinite else { return bounds }
    let left = PixelGrid.clamp((rect.minX * perMillimetreX + PixelGrid.dust).rounded(.down), 0, width)
    let top = PixelGrid.clamp((rect.minY * perMillimetreY + PixelGrid.dust).rounded(.down), 0, height)
    let right = PixelGrid.clamp((rect.maxX * perMillimetreX - PixelGrid.dust).rounded(.up), 0, width)
    let bottom = PixelGrid.clamp((rect.maxY * perMillimetreY - PixelGrid.dust).rounded(.up), 0, height)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle with its edges on whole device pixels (recognizers.md L11): the origin goes to the nearest pixel, the
  /// size up to whole pixels, so that a rectangle that moves keeps its size.
  public func snapped(_ rect: Rect) -> Rect {
    let x = (rect.minX * perMillimetreX).rounded()
    let y = (rect.minY * perMillimetreY).rounded()
    let across = (rect.width * perMillimetreX - 4 * PixelGrid.dust).rounded(.up)
    let down = (rect.height * perMillimetreY - 4 * PixelGrid.dust).rounded(.up)
    guard perMillimetreX > 0, perMillimetreY > 0 else { return rect }
    return Rect(
      x: x / perMillimetreX, y: y / perMillimetreY, width: across / perMillimetreX, height: down / perMillimetreY)
  }

  /// What rounding in the conversion can add, in pixels: far below what antialiasing shows, far above what doubles lose.
  static let dust = 1e-6

  private static func clamp(_ value: Double, _ low: Int32, _ high: Int32) -> Int32 {
    Int32(min(max(value, Double(low)), Double(high)))
  }
}
