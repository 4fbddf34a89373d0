import DesignCases
import Offhand
import Testing

@testable import OffhandClient

struct FittedPictureTests {
  static let surface = Rect(x: 0, y: 0, width: 200, height: 100)
  var picture = FittedPicture()

  init() { picture.layout(size: Size(width: 50, height: 25), in: FittedPictureTests.surface) }

  @Test func `the picture begins in the middle and fills most of the surface`() {
    let box = picture.held.pose(at: .zero).transform(of: picture.held.size).bounds(
      of: Rect(x: 0, y: 0, width: 50, height: 25))
    #expect(box.center.distance(to: Point(x: 100, y: 50)) < 1e-9)
    #expect(abs(box.height - 88) < 1e-9)
    #expect(abs(box.width - 176) < 1e-9)
  }

  @Test(.recognition("G18")) func `what is under two fingers stays under them over a hundred frames`() {
    var picture = picture
    var fingers = (Point(x: 80, y: 40), Point(x: 120, y: 60))
    let inverse = picture.held.pose(at: .zero).transform(of: picture.held.size).inverse
    let under = (inverse.apply(fingers.0), inverse.apply(fingers.1))
    let start = fingers
    var followed = Similarity.identity
    for frame in 1...100 {
      let turn = Angle(degrees: 30 * Double(frame) / 100)
      let spread = 1 + Double(frame) / 100
      let middle = Point(x: 100 + 0.2 * Double(frame), y: 50 - 0.1 * Double(frame))
      let map = Similarity(
        scale: spread, rotation: turn, about: Point(x: 100, y: 50), translation: middle - Point(x: 100, y: 50))
      fingers = (map.apply(start.0), map.apply(start.1))
      picture.held.move(followed.inverse.followed(by: map), about: middle, at: .zero)
      followed = map
    }
    let map = picture.held.pose(at: .zero).transform(of: picture.held.size)
    #expect(map.apply(under.0).distance(to: fingers.0) < 0.05)
    #expect(map.apply(under.1).distance(to: fingers.1) < 0.05)
  }

  @Test func `reset springs back without a jump and rests exactly where it began`() {
    var picture = picture
    let home = picture.held.pose(at: .zero)
    picture.held.move(
      Similarity(
        scale: 2, rotation: Angle(degrees: 200), about: Point(x: 60, y: 30), translation: Vector(dx: 5, dy: 5)),
      about: Point(x: 60, y: 30), at: .zero)
    let away = picture.held.pose(at: .zero)
    let start = Timestamp(seconds: 1)
    picture.reset(at: start)
    #expect(picture.held.pose(at: start) == away.turned(toMatch: picture.held.pose(at: start)))
    #expect(picture.held.isFlying(at: start))
    var last = away.center.distance(to: home.center)
    for milliseconds in 1...1000 {
      let distance = picture.held.pose(at: start + .milliseconds(milliseconds)).center.distance(to: home.center)
      #expect(distance <= last + 1e-12)
      last = distance
    }
    #expect(!picture.held.isFlying(at: start + .seconds(1)))
    #expect(picture.held.pose(at: start + .seconds(1)) == home)
  }

  @Test(arguments: [(0.4, 0.0), (0.4, 93), (2, 4.9), (2, -94), (2, 12), (1.5, 181)])
  func `a released picture is at least as large as the surface, and straight where it nearly was`(
    scale: Double, degrees: Double
  ) {
    var picture = picture
    let home = picture.held.pose(at: .zero).scale
    let focus = Point(x: 120, y: 40)
    picture.held.move(
      Similarity(scale: scale, rotation: Angle(degrees: degrees), about: focus), about: focus, at: .zero)
    let pinned = picture.held.pose(at: .zero).transform(of: picture.held.size).inverse.apply(focus)
    let start = Timestamp(seconds: 1)
    picture.settle(about: focus, at: start)
    let rest = picture.held.pose(at: start + .seconds(1))
    let isStraight = degrees != 12
    let straight = (degrees / 90).rounded() * 90
    #expect(abs(rest.rotation.degrees - (isStraight ? straight : degrees)) < 1e-9)
    if scale < 1 {
      let box = rest.transform(of: picture.held.size).bounds(of: Rect(origin: .origin, size: picture.held.size))
      #expect(box.center.distance(to: FittedPictureTests.surface.center) < 1e-9)
      #expect(abs(max(box.width / 188, box.height / 88) - 1) < 1e-9)
    } else {
      #expect(abs(rest.scale - home * scale) < 1e-9)
      let pinnedNow = rest.transform(of: picture.held.size).apply(pinned)
      #expect(pinnedNow.distance(to: focus) < 1e-9, "it turns about the fingers")
    }
    #expect(picture.held.isFlying(at: start) == (isStraight || scale < 1))
  }

  @Test func `a picture that springs back is caught where it is`() {
    var picture = picture
    picture.held.move(
      Similarity(scale: 2, rotation: .zero, about: .origin, translation: .zero), about: .origin, at: .zero)
    picture.reset(at: .zero)
    let middle = Timestamp(seconds: 0.1)
    let seen = picture.held.pose(at: middle)
    var drawn = picture
    picture.held.stop(at: middle)
    #expect(picture.held.pose(at: middle + .seconds(1)) == seen)
    #expect(!picture.held.isFlying(at: middle))
    // Or where it is drawn, which is ahead of that.
    let ahead = middle + .milliseconds(20)
    let seenAhead = drawn.held.pose(at: ahead)
    drawn.held.stop(for: FrameTime(now: middle, presentation: ahead), by: ViewPrediction())
    #expect(seenAhead != seen && drawn.held.pose(at: middle + .seconds(1)) == seenAhead)
  }

  @Test func `a picture is drawn ahead of its pose by a motion, and within its limits`() {
    let (home, focus) = (picture.held.pose(at: .zero), FittedPictureTests.surface.center)
    let moved = picture.held.pose(
      at: .zero, after: PictureMotion(map: Similarity(translation: Vector(dx: 10, dy: -5)), center: focus))
    #expect(moved.center.distance(to: home.center + Vector(dx: 10, dy: -5)) < 1e-9 && moved.scale == home.scale)
    let enlarged = picture.held.pose(
      at: .zero, after: PictureMotion(map: Similarity(scale: 1000, rotation: .zero, about: focus), center: focus))
    #expect(abs(enlarged.scale - home.scale * FittedPicture.magnification) < 1e-9)
  }

  @Test func `neither the smallest nor the largest picture is lost, and turning back takes effect at once`() {
    var picture = picture
    let home = picture.held.pose(at: .zero).scale
    for _ in 0..<100 {
      picture.held.move(
        Similarity(scale: 0.5, rotation: .zero, about: Point(x: 100, y: 50), translation: .zero),
        about: Point(x: 100, y: 50), at: .zero)
    }
    #expect(abs(picture.held.pose(at: .zero).scale * 50 - HeldPicture.smallestSide) < 1e-9)
    picture.held.move(
      Similarity(scale: 2, rotation: .zero, about: Point(x: 100, y: 50), translation: .zero),
      about: Point(x: 100, y: 50), at: .zero)
    #expect(abs(picture.held.pose(at: .zero).scale * 50 - 2 * HeldPicture.smallestSide) < 1e-9)
    for _ in 0..<100 {
      picture.held.move(
        Similarity(scale: 2, rotation: .zero, about: Point(x: 100, y: 50), translation: .zero),
        about: Point(x: 100, y: 50), at: .zero)
    }
    #expect(abs(picture.held.pose(at: .zero).scale - home * FittedPicture.magnification) < 1e-9)
  }

  @Test func `a picture that is thrown off the surface keeps a grip on it`() {
    var picture = picture
    picture.held.move(
      Similarity(scale: 1, rotation: .zero, about: .origin, translation: Vector(dx: 5000, dy: -5000)), about: .origin,
      at: .zero)
    let box = picture.held.pose(at: .zero).transform(of: picture.held.size).bounds(
      of: Rect(origin: .origin, size: picture.held.size))
    #expect(abs(box.minX - (200 - HeldPicture.smallestSide)) < 1e-9)
    #expect(abs(box.maxY - HeldPicture.smallestSide) < 1e-9)
  }

  @Test func `a turned picture is hit where it is seen`() {
    var picture = picture
    #expect(picture.held.contains(Point(x: 20, y: 50), at: .zero))
    picture.held.move(
      Similarity(scale: 1, rotation: Angle(degrees: 90), about: Point(x: 100, y: 50), translation: .zero),
      about: Point(x: 100, y: 50), at: .zero)
    #expect(!picture.held.contains(Point(x: 20, y: 50), at: .zero))
    #expect(picture.held.contains(Point(x: 100, y: 2), at: .zero))
  }
}

extension PicturePose {
  /// The same pose, its turn counted as in `other` where both look the same.
  fileprivate func turned(toMatch other: PicturePose) -> PicturePose {
    var pose = self
    if abs((rotation - other.rotation).wrapped.radians) < 1e-12 { pose.rotation = other.rotation }
    if abs(pose.scale - other.scale) < 1e-12 { pose.scale = other.scale }
    if pose.center.distance(to: other.center) < 1e-12 { pose.center = other.center }
    return pose
  }
}
