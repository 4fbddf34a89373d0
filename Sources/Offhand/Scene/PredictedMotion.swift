/// The map from the measured touches of a gesture to the predicted ones: what the picture under them is displaced, scaled and turned
/// by, beyond the gesture's own values.
///
/// A view draws `pose.followed(by: motion.similarity)`, then applies its limits, and stores none of it: the gesture's values stay the
/// measured ones. The identity where nothing is predicted.
public struct PredictedMotion: Sendable, Hashable {
  /// The map; its scale and turn are about the middle of the measured touches.
  public let similarity: Similarity
  /// The middle of the measured touches, in millimetres on the output plane.
  public let center: Point

  /// No motion.
  public static let none = PredictedMotion(similarity: .identity, center: .origin)

  private init(similarity: Similarity, center: Point) {
    self.similarity = similarity
    self.center = center
  }

  /// The motion of `touches` until `frame` is seen.
  ///
  /// Only the components in `allowed` are predicted: those that the recognizer reports. A turn behind its gate must not be among them:
  /// between slow, parallel fingers noise would turn the picture. Touches that are not down are left out.
  public init(
    of touches: some Sequence<Touch.ID>, by predictor: some MotionPredictor, for frame: FrameTime,
    allowing allowed: GestureComponents
  ) {
    var count = 0.0
    var (middle, expected) = (Vector.zero, Vector.zero)
    // The sums of the products of the positions before and after.
    var (squares, dot, cross) = (0.0, 0.0, 0.0)
    for touch in touches {
      guard let position = predictor.position(of: touch, at: frame.presentation, asOf: frame.now) else { continue }
      let (from, to) = (position.measured - .origin, position.position - .origin)
      count += 1
      middle += from
      expected += to
      squares += from.lengthSquared
      dot += from.dot(to)
      cross += from.cross(to)
    }
    guard count > 0 else {
      self = .none
      return
    }
    (middle, expected) = (middle / count, expected / count)
    let spread = squares - count * middle.lengthSquared
    let straight = dot - count * middle.dot(expected)
    let turned = cross - count * middle.cross(expected)
    center = .origin + middle
    var scale = 1.0
    var rotation = Angle.zero
    if spread > PredictedMotion.smallestSpread, straight * straight + turned * turned > 0 {
      if allowed.contains(.scale) {
        scale = (straight * straight + turned * turned).squareRoot() / spread
      }
      if allowed.contains(.rotation) { rotation = Angle(y: turned, x: straight) }
    }
    similarity = Similarity(
      scale: scale, rotation: rotation, about: center,
      translation: allowed.contains(.translation) ? expected - middle : .zero)
  }

  /// The sum of the squared distances from the middle, in mm², of two touches 10 mm apart: of closer ones scale and turn are noise.
  private static var smallestSpread: Double { 50 }
}
