import Offhand
import OffhandClient
import Testing
@testable import OffhandDemos

struct PhotoTests {
  static let picture = BoardPicture(image: ImageID(rawValue: 1), width: 3000, height: 2000)
  let bounds = Rect(x: 0, y: 0, width: 400, height: 250)

  private func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

  private func photo() -> Photo {
    Photo(id: 1, of: 1, picture: PhotoTests.picture, at: PicturePose(center: Point(x: 200, y: 120), scale: 1))
  }

  private func box(_ photo: Photo, at time: Timestamp) -> Rect {
    photo.held.pose(at: time).transform(of: photo.held.size).bounds(of: Rect(origin: .origin, size: photo.held.size))
  }

  @Test func `thrown it slides on and stops inside the edges`() {
    for velocity in [Vector(dx: 900, dy: 100), Vector(dx: -2000, dy: -900), Vector(dx: 0, dy: 5000)] {
      var photo = photo()
      photo.held.slide(velocity, spin: 3, within: bounds, at: at(0))
      #expect(photo.isAnimating(at: at(100)))
      let rest = box(photo, at: at(20_000))
      #expect(bounds.grown(by: 0.1).contains(rest), "\(velocity)")
      #expect(!photo.isAnimating(at: at(20_000)))
      #expect(photo.held.pose(at: at(20_000)).center.distance(to: photo.held.pose.center) < 1e-9)
    }
  }

  @Test func `a throw starts with the velocity of the finger`() {
    var photo = photo()
    photo.held.slide(Vector(dx: 300, dy: -100), spin: 1, within: bounds, at: at(0))
    let soon = photo.held.pose(at: at(1))
    #expect(abs(soon.center.x - 200.3) < 0.01 && abs(soon.center.y - 119.9) < 0.01)
    #expect(abs(soon.rotation.radians - 0.001) < 1e-5)
  }

  @Test func `released beyond the edge it comes back inside`() {
    var photo = photo()
    var gesture = Gesture()
    gesture.offset = Vector(dx: 210, dy: 0)
    gesture.location = Point(x: 410, y: 120)
    photo.held.follow(gesture, state: .began, at: at(0))
    #expect(box(photo, at: at(0)).maxX > bounds.maxX)
    photo.release(within: bounds, at: at(50))
    #expect(abs(box(photo, at: at(3000)).maxX - bounds.maxX) < 1e-6)
  }

  @Test func `larger than the table it still covers it`() {
    var photo = Photo(id: 1, of: 1, picture: PhotoTests.picture, at: PicturePose(center: Point(x: 0, y: 0), scale: 6))
    photo.held.slide(Vector(dx: 3000, dy: 0), spin: 0, within: bounds, at: at(0))
    let rest = box(photo, at: at(20_000))
    #expect(rest.minX <= 0.01 && rest.maxX >= 399.99)
  }
}

struct PickerGridTests {
  @Test func `a point of the list finds the picture there`() {
    var grid = PickerGrid()
    grid.count = 30
    grid.width = 92
    for index in 0..<30 { #expect(grid.picture(at: grid.cell(index).center) == index) }
    #expect(grid.picture(at: grid.cell(30).center) == nil)
    #expect(grid.cell(3).maxX == 92 && abs(grid.height - grid.cell(29).maxY) < 1e-9)
  }
}

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
    // It comes back when another is no longer shown.
    #expect(!shelf.show(Request(picture: 1, side: 900)))
    #expect((0..<9).contains { _ in shelf.show(Request(picture: 1, side: 900)) })
  }

  @Test func `where all that are shown do not fit, they are not read in turn for ever`() {
    let shelf = Rig()
    var readings = 0
    for _ in 0..<30 {
      for picture in 0..<3 where shelf.show(Request(picture: picture, side: 900)) {
        _ = shelf.keep(Request(picture: picture, side: 900), side: 1000, bytes: 45)
        readings += 1
      }
    }
    #expect(readings == 3)
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
