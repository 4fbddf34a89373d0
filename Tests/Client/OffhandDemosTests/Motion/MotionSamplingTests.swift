import Offhand
import OffhandClient
import Testing

@testable import OffhandDemos

/// What a screen of 60 Hz sees of everything that moves by itself: no jumps.
///
/// A jump stays as large however finely one looks; a motion gets as much smaller as the time between two looks. So each motion
/// is looked at 60 times a second and 16 times as often, and the largest step has to shrink with the time.
@Suite struct MotionSamplingTests {
  private static let start = Timestamp(seconds: 10)
  /// What may be left of a step besides: the distance at which things are taken to rest, several times.
  private static let rest = 0.1

  /// The largest step of `place` from a moment before `since` until a moment after `until`, looked at so often.
  private static func largestStep(
    perSecond rate: Double, from since: Timestamp, until: Timestamp, of place: (Timestamp) -> [Double]
  ) -> Double {
    var largest = 0.0
    var before = place(since)
    var look = since
    while look < until + .milliseconds(100) {
      look = look + .seconds(1 / rate)
      let now = place(look)
      largest = max(largest, zip(before, now).map { abs($0 - $1) }.max() ?? 0)
      before = now
    }
    return largest
  }

  private static func expectSmooth(
    _ what: String, from since: Timestamp = start, until: Timestamp, of place: (Timestamp) -> [Double]
  ) {
    let coarse = largestStep(perSecond: 60, from: since, until: until, of: place)
    let fine = largestStep(perSecond: 960, from: since, until: until, of: place)
    // The speed changes between two coarse looks, so a fine one may be faster than the mean of its sixteenth.
    #expect(fine <= coarse / 16 * 2.5 + rest, "\(what): steps of \(coarse) mm at 60 Hz, and still \(fine) at 960")
  }

  @Test(
    arguments: [Vector(dx: 2000, dy: -900), Vector(dx: -350, dy: 80), Vector(dx: 0, dy: 5000), .zero],
    [Point(x: 100, y: 70), Point(x: 3, y: 140), Point(x: 230, y: -10)])
  func `a thrown photo slides, meets the edges and rests without a jump`(velocity: Vector, center: Point) {
    let table = Rect(x: 0, y: 0, width: 216, height: 135)
    let picture = BoardPicture(image: ImageID(rawValue: 1), width: 300, height: 200)
    var photo = Photo(
      id: 0, of: 0, picture: picture, at: PicturePose(center: center, scale: 0.6, rotation: Angle(degrees: 12)))
    photo.held.slide(velocity, spin: 4, within: table, at: MotionSamplingTests.start)
    #expect(photo.held.pose(at: MotionSamplingTests.start).center.distance(to: center) < 1e-9)
    let end = MotionSamplingTests.start + .seconds(8)
    #expect(!photo.isAnimating(at: end))
    let corner = Point(x: photo.held.size.width, y: photo.held.size.height)
    MotionSamplingTests.expectSmooth("a photo at \(center) thrown at \(velocity)", until: end) { [photo] in
      // The corner turns as well.
      let pose = photo.held.pose(at: $0)
      let place = pose.transform(of: photo.held.size).apply(corner)
      return [pose.center.x, pose.center.y, place.x, place.y]
    }
  }

  @Test func `a photo that is sent elsewhere gets there without a jump`() {
    let picture = BoardPicture(image: ImageID(rawValue: 1), width: 300, height: 200)
    var photo = Photo(
      id: 0, of: 0, picture: picture,
      at: PicturePose(center: Point(x: 20, y: 20), scale: 0.3, rotation: Angle(degrees: 170)))
    photo.held.go(
      to: PicturePose(center: Point(x: 180, y: 100), scale: 2, rotation: Angle(degrees: -170)),
      at: MotionSamplingTests.start)
    MotionSamplingTests.expectSmooth("a photo", until: MotionSamplingTests.start + .seconds(2)) { [photo] in
      let place = photo.held.pose(at: $0).transform(of: photo.held.size).apply(.origin)
      return [place.x, place.y]
    }
  }
}
