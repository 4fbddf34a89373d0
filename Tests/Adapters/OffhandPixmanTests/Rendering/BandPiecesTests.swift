import Offhand
import OffhandTesting
import Testing

@testable import OffhandPixman

/// The pieces of a band, each drawn from the first item that can be seen in it.
@Suite struct BandPiecesTests {
  private let band = PixelRect(x: 100, y: 64, width: 1000, height: 64)

  /// The pieces from left to right.
  private func sorted(_ pieces: BandPieces) -> [BandPieces.Piece] {
    (0..<pieces.count).map { pieces[$0] }.sorted { $0.clip.x < $1.clip.x }
  }

  @Test func `a picture in the middle cuts the band into three`() {
    var pieces = BandPieces(of: band, items: 3..<9)
    pieces.hide(300..<500, below: 7)
    let (left, middle, right) = (sorted(pieces)[0], sorted(pieces)[1], sorted(pieces)[2])
    #expect(pieces.count == 3 && pieces.end == 9 && !pieces.isComplete)
    #expect(left.clip == PixelRect(x: 100, y: 64, width: 200, height: 64))
    #expect(middle.clip == PixelRect(x: 300, y: 64, width: 200, height: 64))
    #expect(right.clip == PixelRect(x: 500, y: 64, width: 600, height: 64))
    #expect((left.first, middle.first, right.first) == (3, 7, 3))
    #expect([left, middle, right].map(\.isCovered) == [false, true, false])
  }

  @Test func `an opaque ground closes what is left`() {
    var pieces = BandPieces(of: band, items: 0..<9)
    pieces.hide(300..<500, below: 7)
    pieces.hide(0..<2000, below: 0)
    #expect(pieces.isComplete && pieces.count == 3)
    #expect(sorted(pieces).map(\.first) == [0, 7, 0] && sorted(pieces).allSatisfy(\.isCovered))
  }

  @Test func `a few columns are not worth a cut, unless they are all that is left`() {
    var pieces = BandPieces(of: band, items: 0..<9)
    pieces.hide(300..<340, below: 7)
    #expect(pieces.count == 1)
    pieces.hide(120..<1100, below: 6)
    pieces.hide(90..<130, below: 5)
    #expect(sorted(pieces).map(\.first) == [5, 6] && pieces.isComplete)
  }

  @Test func `nothing that is beside the band, or empty, cuts it`() {
    var pieces = BandPieces(of: band, items: 0..<9)
    for columns in [0..<100, 1100..<2000, 400..<400] as [Range<Int32>] { pieces.hide(columns, below: 7) }
    #expect(pieces.count == 1 && pieces[0].first == 0 && pieces[0].clip == band)
  }

  @Test(arguments: 0..<200) func `random pictures: each column is in one piece, and begins with what hides it`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var pieces = BandPieces(of: band, items: 0..<20)
    let covers = (1..<20).reversed().map { item -> (columns: Range<Int32>, item: Int) in
      let start = Int32(random.number(0...1200))
      return (start..<start + Int32(random.number(0...400)), item)
    }
    for cover in covers { pieces.hide(cover.columns, below: cover.item) }
    var next = band.x
    for piece in sorted(pieces) {
      #expect(
        piece.clip.x == next && piece.clip.width > 0 && piece.clip.y == band.y && piece.clip.height == band.height)
      next = piece.clip.maxX
      #expect(piece.isCovered == (piece.first > 0))
      let columns = piece.clip.x..<piece.clip.maxX
      let first = covers.first { $0.item == piece.first }?.columns
      #expect(!piece.isCovered || first?.clamped(to: columns) == columns)
    }
    #expect(next == band.maxX)
  }

  @Test(arguments: 0..<100) func `the inner columns of a turned box are those whose pixels are all inside`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var box = BoxDistance(
      minX: random.number(0...200), minY: random.number(0...100), maxX: random.number(300...900),
      maxY: random.number(200...500), radius: 0)
    let turn = Angle(degrees: seed % 5 == 0 ? Double(seed) * 18 : random.number(-180...180))
    // Its pixels are square, or not quite.
    box.turn(by: turn, on: PixelGrid(width: 100, height: 100, size: Size(width: 100, height: seed % 2 == 0 ? 100 : 86)))
    let top = Int(box.centerY) - random.number(0...100)
    let columns = box.innerColumns(top, top + 64)
    func isInside(_ x: Int32) -> Bool {
      (top..<top + 64).allSatisfy { box.distance(Double(x) + 0.5, Double($0) + 0.5) <= -0.5 }
    }
    for x in columns { #expect(isInside(x)) }
    // Few are missing.
    let all = (-1000..<2000).count { isInside(Int32($0)) }
    #expect(columns.count >= all - 2)
  }
}
