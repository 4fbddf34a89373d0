import Offhand

/// A band of rows, cut where what lies on top hides all that is below: each piece is drawn from the first item that can be seen in it.
struct BandPieces {
  /// Some columns of the band.
  struct Piece {
    var clip: PixelRect
    /// The first item that can be seen.
    var first: Int
    /// Whether that hides what was in the memory.
    var isCovered: Bool
  }

  /// The most pieces; each thing that hides others adds at most two.
  private static let capacity = 12
  /// The fewest columns that are cut off: each piece is another pass over the items.
  private static let narrowest: Int32 = 48

  /// The index after the last item.
  let end: Int
  private var pieces: InlineArray<12, Piece>
  /// The first `count` pieces are in use, of which the first `open` are not yet known to be hidden by anything.
  private(set) var count = 1
  private var open = 1

  /// One piece with all items.
  init(of clip: PixelRect, items: Range<Int>) {
    end = items.upperBound
    pieces = InlineArray(repeating: Piece(clip: clip, first: items.lowerBound, isCovered: false))
  }

  /// Whether no piece can lose more items.
  var isComplete: Bool { open == 0 }

  subscript(index: Int) -> Piece { pieces[index] }

  /// Takes note that the item at `item` hides all that is below it in `columns`; items from the last to the first.
  mutating func hide(_ columns: Range<Int32>, below item: Int) {
    var index = 0
    while index < open {
      let whole = pieces[index]
      let hidden = columns.clamped(to: whole.clip.x..<whole.clip.maxX)
      let left = hidden.lowerBound - whole.clip.x
      let right = whole.clip.maxX - hidden.upperBound
      let added = (left > 0 ? 1 : 0) + (right > 0 ? 1 : 0)
      guard !hidden.isEmpty, added == 0 || hidden.count >= Int(BandPieces.narrowest),
        count + added <= BandPieces.capacity
      else {
        index += 1
        continue
      }
      var covered = whole
      covered.clip.x = hidden.lowerBound
      covered.clip.width = Int32(hidden.count)
      (covered.first, covered.isCovered) = (item, true)
      // The last open piece takes the place of this one, and this one that of the last open piece.
      open -= 1
      pieces[index] = pieces[open]
      pieces[open] = covered
      if left > 0 { insert(whole, from: whole.clip.x, width: left) }
      if right > 0 { insert(whole, from: hidden.upperBound, width: right) }
    }
  }

  /// Adds an open piece.
  private mutating func insert(_ whole: Piece, from x: Int32, width: Int32) {
    var piece = whole
    (piece.clip.x, piece.clip.width) = (x, width)
    pieces[count] = pieces[open]
    pieces[open] = piece
    count += 1
    open += 1
  }
}
