/// The region that must be redrawn: at most four rectangles of device pixels with little overlap.
///
/// Each rectangle costs a request to the compositor and a drawing pass. Four hold the old and new positions of two moving things
/// (Design/Performance.md "Targets").
public struct Damage: Sendable {
  /// The largest number of rectangles.
  public static let capacity = 4

  /// The number of rectangles, 0 to 4.
  public private(set) var count = 0
  private var storage = InlineArray<4, PixelRect>(repeating: .empty)

  /// An empty region.
  public init() {}

  /// A region of one rectangle.
  public init(_ rect: PixelRect) {
    self.init()
    add(rect)
  }

  /// The region in which `list` differs from `older` on `grid`, with a margin of one pixel, because renderers snap edges to whole
  /// pixels and draw no line thinner than one.
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

  /// Whether there is nothing to redraw.
  public var isEmpty: Bool { count == 0 }
  /// The indices of the rectangles.
  public var indices: Range<Int> { 0..<count }
  /// The rectangle at `index`.
  public subscript(index: Int) -> PixelRect {
    precondition(indices.contains(index), "index \(index) is out of range: damage has \(count) rectangles")
    return storage[index]
  }
  /// The smallest rectangle around all rectangles.
  public var bounds: PixelRect { indices.reduce(.empty) { $0.union(storage[$1]) } }
  /// The sum of the rectangles' areas in pixels.
  public var area: Int64 { indices.reduce(0) { $0 + storage[$1].area } }

  /// Adds the pixels that `rect` touches on `grid`.
  public mutating func add(_ rect: Rect, on grid: PixelGrid) { add(grid.pixels(touchedBy: rect)) }

  /// Adds all rectangles of `other`.
  public mutating func add(_ other: Damage) {
    for index in other.indices { add(other.storage[index]) }
  }

  /// Adds a rectangle. It is joined with another if drawing both as one costs no more pixels; if all four are in use, the pair that
  /// costs the fewest extra pixels is joined.
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

  /// Clips every rectangle to `bounds`.
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

  /// Joins the pair that costs the fewest extra pixels, among the rectangles and `newcomer`.
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
  /// The number of extra pixels (negative: fewer) for drawing both as one rectangle.
  fileprivate func growth(joining other: PixelRect) -> Int64 { union(other).area - area - other.area }
}

/// An upright rectangle of whole device pixels, y down.
public struct PixelRect: Sendable, Hashable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width; the rectangle is empty if it is not positive.
  public var width: Int32
  /// The height; the rectangle is empty if it is not positive.
  public var height: Int32

  /// The rectangle of `width` × `height` pixels whose top left pixel is (x, y).
  @inlinable
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The empty rectangle.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The column after the last.
  @inlinable public var maxX: Int32 { x + width }
  /// The row after the last.
  @inlinable public var maxY: Int32 { y + height }
  /// Whether it contains no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The area in pixels.
  @inlinable public var area: Int64 { isEmpty ? 0 : Int64(width) * Int64(height) }

  /// Returns the intersection; empty if the rectangles do not overlap.
  @inlinable
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the smallest rectangle around both; an empty one adds nothing.
  @inlinable
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Whether the other rectangle lies entirely inside.
  @inlinable
  public func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }
}

/// The device pixels of an output plane: the only conversion from millimetres to pixels.
public struct PixelGrid: Sendable, Hashable {
  /// The width in device pixels.
  public var width: Int32
  /// The height in device pixels.
  public var height: Int32
  /// The size of the plane in millimetres.
  public var size: Size

  /// A grid of `width` × `height` device pixels over a plane of `size`.
  public init(width: Int32, height: Int32, size: Size) {
    self.width = width
    self.height = height
    self.size = size
  }

  /// The grid of a surface at `scale` device pixels per logical pixel, rounded as `wp_fractional_scale_v1` rounds.
  public init(of surface: SurfaceGeometry, scale: Double = 1) {
    self.init(
      width: Int32((surface.pixelWidth * scale).rounded()), height: Int32((surface.pixelHeight * scale).rounded()),
      size: surface.size)
  }

  /// Device pixels per millimetre, horizontally.
  @inlinable public var perMillimetreX: Double { size.width > 0 ? Double(width) / size.width : 0 }
  /// Device pixels per millimetre, vertically.
  @inlinable public var perMillimetreY: Double { size.height > 0 ? Double(height) / size.height : 0 }
  /// All pixels.
  @inlinable public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Returns the pixels that `rect` touches, rounded outwards and clipped to the plane; all pixels if `rect` is not finite.
  public func pixels(touchedBy rect: Rect) -> PixelRect {
    guard rect.isFinite else { return bounds }
    let left = PixelGrid.clamp((rect.minX * perMillimetreX + PixelGrid.tolerance).rounded(.down), 0, width)
    let top = PixelGrid.clamp((rect.minY * perMillimetreY + PixelGrid.tolerance).rounded(.down), 0, height)
    let right = PixelGrid.clamp((rect.maxX * perMillimetreX - PixelGrid.tolerance).rounded(.up), 0, width)
    let bottom = PixelGrid.clamp((rect.maxY * perMillimetreY - PixelGrid.tolerance).rounded(.up), 0, height)
    guard right > left, bottom > top else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the rectangle with its edges on whole device pixels (Design/Recognizing.md L11): the origin is rounded to the nearest pixel and
  /// the size up, so that a moving rectangle keeps its size.
  public func snapped(_ rect: Rect) -> Rect {
    let x = (rect.minX * perMillimetreX).rounded()
    let y = (rect.minY * perMillimetreY).rounded()
    let across = (rect.width * perMillimetreX - 4 * PixelGrid.tolerance).rounded(.up)
    let down = (rect.height * perMillimetreY - 4 * PixelGrid.tolerance).rounded(.up)
    guard perMillimetreX > 0, perMillimetreY > 0 else { return rect }
    return Rect(
      x: x / perMillimetreX, y: y / perMillimetreY, width: across / perMillimetreX, height: down / perMillimetreY)
  }

  /// Tolerance for rounding errors of the conversion, in pixels: far below what antialiasing shows.
  private static let tolerance = 1e-6

  private static func clamp(_ value: Double, _ low: Int32, _ high: Int32) -> Int32 {
    Int32(min(max(value, Double(low)), Double(high)))
  }
}
