import Offhand
import Testing

@testable import OffhandDemos

struct PhotoTests {
  static let picture = BoardPicture(image: ImageID(rawValue: 1), width: 3000, height: 2000)
  let bounds = Rect(x: 0, y: 0, width: 400, height: 250)

  private func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

  private func photo() -> Photo {
    Photo(id: 1, picture: PhotoTests.picture, center: Point(x: 200, y: 120), rotation: .zero)
  }

  private func box(_ photo: Photo, at time: Timestamp) -> Rect {
    photo.pose(at: time).transform(of: photo.size).bounds(of: Rect(origin: .origin, size: photo.size))
  }

  @Test func `thrown it slides on and stops inside the edges`() {
    for velocity in [Vector(dx: 900, dy: 100), Vector(dx: -2000, dy: -900), Vector(dx: 0, dy: 5000)] {
      var photo = photo()
      photo.fly(velocity, spin: 3, within: bounds, at: at(0))
      #expect(photo.isAnimating(at: at(100)))
      let rest = box(photo, at: at(20_000))
      #expect(bounds.grown(by: 0.1).contains(rest), "\(velocity)")
      #expect(!photo.isAnimating(at: at(20_000)))
      #expect(photo.pose(at: at(20_000)).center.distance(to: photo.pose.center) < 1e-9)
    }
  }

  @Test func `a throw starts with the velocity of the finger`() {
    var photo = photo()
    photo.fly(Vector(dx: 300, dy: -100), spin: 1, within: bounds, at: at(0))
    let soon = photo.pose(at: at(1))
    #expect(abs(soon.center.x - 200.3) < 0.01 && abs(soon.center.y - 119.9) < 0.01)
    #expect(abs(soon.rotation.radians - 0.001) < 1e-5)
  }

  @Test func `a finger stops it where it is`() {
    var photo = photo()
    photo.fly(Vector(dx: 300, dy: 0), spin: 0, within: bounds, at: at(0))
    photo.grab(at: at(200))
    let caught = photo.pose(at: at(200))
    #expect(caught.center.x > 230 && caught.center.x < 260)
    #expect(photo.pose(at: at(3000)) == caught)
  }

  @Test func `let go beyond the edge it comes back inside`() {
    var photo = photo()
    var gesture = Gesture()
    gesture.offset = Vector(dx: 210, dy: 0)
    gesture.location = Point(x: 410, y: 120)
    photo.follow(gesture, state: .began, at: at(0))
    #expect(box(photo, at: at(0)).maxX > bounds.maxX)
    photo.release(within: bounds, at: at(50))
    #expect(abs(box(photo, at: at(3000)).maxX - bounds.maxX) < 1e-6)
  }

  @Test func `what is under the fingers stays under them`() {
    var photo = photo()
    let finger = Point(x: 210, y: 130)
    let pinned = photo.pose(at: at(0)).transform(of: photo.size).inverse.apply(finger)
    var gesture = Gesture()
    gesture.location = finger
    let map = Similarity(scale: 1.7, rotation: Angle(degrees: 40), about: finger)
    (gesture.scale, gesture.rotation, gesture.offset) = (map.scale, map.rotation, map.translation)
    photo.follow(gesture, state: .began, at: at(0))
    #expect(photo.pose(at: at(0)).transform(of: photo.size).apply(pinned).distance(to: finger) < 1e-9)
  }

  @Test func `larger than the table it still covers it`() {
    var photo = Photo(id: 1, picture: PhotoTests.picture, center: Point(x: 0, y: 0), rotation: .zero, scale: 6)
    photo.fly(Vector(dx: 3000, dy: 0), spin: 0, within: bounds, at: at(0))
    let rest = box(photo, at: at(20_000))
    #expect(rest.minX <= 0.01 && rest.maxX >= 399.99)
  }
}
