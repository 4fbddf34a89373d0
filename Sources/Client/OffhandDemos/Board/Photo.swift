import Offhand
import OffhandClient

/// A photo on the table: a print with a white border, which rises while a hand holds it.
struct Photo: Sendable {
  /// The width of the white border, in mm at scale 1.
  static let border = 2.0
  /// The longer side without the border, in mm at scale 1: a large print.
  static let longerSide = 78.0
  /// The scales a photo can have: from a thumb's width to the size of a poster.
  static let limits = 0.25...6.0
  /// The time in which a photo rises when it is touched, and sinks again.
  private static let rising = Duration.milliseconds(140)

  /// Its number among the photos that were put on the table.
  let id: Int
  /// The number of its picture, of which there may be several photos.
  let index: Int
  private(set) var picture: BoardPicture
  /// The print with its border, in mm at scale 1: where it lies, and how it moves.
  var held: HeldPicture
  private var lift = Fade(from: 0, to: 0, over: .zero, at: .zero)
  /// Whether the user took it off the table.
  var isRemoved = false

  /// A photo that lies in `pose`.
  init(id: Int, of index: Int, picture: BoardPicture, at pose: PicturePose) {
    self.id = id
    self.index = index
    self.picture = picture
    let inner = picture.size(longerSide: Photo.longerSide)
    held = HeldPicture(
      Size(width: inner.width + 2 * Photo.border, height: inner.height + 2 * Photo.border), in: pose,
      limits: Photo.limits)
  }

  /// Whether it moves, settles or rises by itself.
  func isAnimating(at time: Timestamp) -> Bool { held.isAnimating(at: time) || !lift.isOver(at: time) }

  /// Stops its motion in the pose in which it is drawn, and raises it: a touch has landed on it.
  mutating func grab(for frame: FrameTime, by prediction: ViewPrediction) {
    if !held.isHeld { held.stop(for: frame, by: prediction) }
    lift = Fade(from: lift.opacity(at: frame.now), to: 1, over: Photo.rising, at: frame.now)
  }

  /// Lowers it, and moves it back inside `bounds` unless it is already moving: its last touch has left.
  mutating func release(within bounds: Rect, at time: Timestamp) {
    lift = Fade(from: lift.opacity(at: time), to: 0, over: Photo.rising, at: time)
    if held.isStopped { held.slide(.zero, spin: 0, within: bounds, at: time) }
  }

  /// The scale of a photo that is dealt: it covers less than half of the table in each direction.
  static func scale(on table: Rect) -> Double { min(1, min(table.width, table.height) / (2.2 * longerSide)) }

  /// Keeps position and size in proportion when the table changes from `old` to `new`.
  mutating func move(from old: Rect, to new: Rect) {
    var pose = held.pose
    pose.scale = min(
      max(pose.scale * Photo.scale(on: new) / Photo.scale(on: old), Photo.limits.lowerBound), Photo.limits.upperBound)
    pose.center = Point(
      x: new.minX + (pose.center.x - old.minX) * new.width / old.width,
      y: new.minY + (pose.center.y - old.minY) * new.height / old.height)
    held.lie(in: pose)
  }

  /// Shows another image: the same picture with more or fewer pixels.
  mutating func replace(_ image: ImageID) { picture.image = image }

  /// The longer side of the picture on the table, in mm.
  func shownSide(at time: Timestamp) -> Double { held.pose(at: time).scale * Photo.longerSide }

  /// Draws drop shadow, border and picture.
  func draw(for frame: FrameTime, by prediction: ViewPrediction, into list: inout DisplayList) {
    let (size, (pose, isMoving)) = (held.size, held.look(for: frame, by: prediction))
    let transform = pose.transform(of: size)
    let paper = Rect(origin: .origin, size: size)
    let height = lift.opacity(at: frame.presentation)
    let shadow = DropShadow(
      color: Color(white: 0, alpha: Float(0.42 - 0.1 * height)), offset: Vector(dx: 0, dy: 0.9 + 2.6 * height),
      blur: 2 + 4 * height)
    list.shadow(under: paper, cornerRadius: 0.3, shadow, transform: transform)
    list.polygon(
      [
        transform.apply(.origin), transform.apply(Point(x: size.width, y: 0)),
        transform.apply(Point(x: size.width, y: size.height)), transform.apply(Point(x: 0, y: size.height)),
      ], Color(rgb: 0xFBFAF7))
    let inner = paper.inset(by: Insets(all: Photo.border))
    let inside = Similarity(translation: inner.origin - .origin).followed(by: transform)
    list.picture(picture.image, size: inner.size, transform: inside, quality: isMoving ? .fast : .smooth)
  }
}
