import Testing

@testable import OffhandDemos

struct DetailShelfTests {
  private typealias Request = DetailShelf.Request

  /// A shelf for 100 bytes of three photos of 4000 pixels that were first read with 500, and of one that has no more than 400.
  private final class Rig {
    private var shelf = DetailShelf(capacity: 100)
    var bytes: Int { shelf.bytes }

    init() {
      for picture in 0..<3 { shelf.add(picture, side: 500, requested: 480) }
      shelf.add(3, side: 400, requested: 480)
    }

    func show(_ wish: Request) -> Bool { shelf.show(wish) }
    func keep(_ wish: Request, side: Int, bytes: Int) -> [Int] { shelf.keep(wish, side: side, bytes: bytes) }
  }

  @Test func `what is shown no larger than it was read needs nothing`() {
    let shelf = Rig()
    #expect(!shelf.show(Request(picture: 0, side: 500)))
    #expect(!shelf.show(Request(picture: 9, side: 5000)))
  }

  @Test func `what is shown larger is read again, once for that size`() {
    let shelf = Rig()
    let wish = Request(picture: 0, side: 900)
    #expect(shelf.show(wish))
    #expect(shelf.keep(wish, side: 1000, bytes: 10) == [])
    #expect(!shelf.show(Request(picture: 0, side: 1000)))
    #expect(shelf.show(Request(picture: 0, side: 1001)))
    #expect(shelf.bytes == 10)
  }

  @Test func `a file without more pixels is not read for more`() {
    let shelf = Rig()
    #expect(!shelf.show(Request(picture: 3, side: 900)))
    let wish = Request(picture: 0, side: 6000)
    #expect(shelf.show(wish))
    #expect(shelf.keep(wish, side: 4000, bytes: 10) == [])
    #expect(!shelf.show(wish))
  }

  @Test func `beyond the bound those go that were not shown large for the longest time`() {
    let shelf = Rig()
    for picture in 0..<2 {
      let wish = Request(picture: picture, side: 900)
      #expect(shelf.show(wish))
      #expect(shelf.keep(wish, side: 1000, bytes: 45) == [])
    }
    #expect(!shelf.show(Request(picture: 0, side: 900)))
    let third = Request(picture: 2, side: 900)
    #expect(shelf.show(third))
    #expect(shelf.keep(third, side: 1000, bytes: 45) == [1])
    #expect(shelf.bytes == 90)
    // It may come back.
    #expect(shelf.show(Request(picture: 1, side: 900)))
  }

  @Test func `one that is larger than the bound is kept all the same, alone`() {
    let shelf = Rig()
    let small = Request(picture: 0, side: 900)
    _ = shelf.show(small)
    _ = shelf.keep(small, side: 1000, bytes: 50)
    let huge = Request(picture: 1, side: 4000)
    #expect(shelf.show(huge))
    #expect(shelf.keep(huge, side: 4000, bytes: 400) == [0])
    #expect(shelf.bytes == 400)
  }
}
