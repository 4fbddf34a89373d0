package import Offhand

/// A finger that comes along one edge of the screen, turns around the corner, and leaves along the other edge.
///
/// It lands in the square of the corner. Which edge it comes along follows from its landing: the nearer one.
package struct CornerTurnRecognizer: GestureRecognizer {
  /// `corner-turn`.
  package static var name: GestureName { "corner-turn" }
  package var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }
  package private(set) var deadline: Timestamp?

  /// The longest duration from the landing to the far side of the turn: unhurried hands need about a second.
  private static let maximumDuration = Duration.milliseconds(1500)
  /// The least approach to the corner along the first edge, in millimetres: more than a finger rolls.
  private static let approach = 3.0
  /// The distance in millimetres beyond the square that it goes along the second edge: the length of a short swipe.
  private static let departure = 8.0

  private let corner: Point
  private let size: Double
  /// The distances in millimetres from the corner along both edges at the landing.
  private var landing: Vector?
  private var closest = Double.infinity

  /// A turn around `corner`, whose square has sides of `size` millimetres.
  package init(around corner: Point, size: Double) { (self.corner, self.size) = (corner, size) }

  package mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    guard group.lifted.isEmpty else { return .failed }
    let way = group.centroid - corner
    let distances = Vector(dx: abs(way.dx), dy: abs(way.dy))
    guard let landing, let deadline else {
      landing = distances
      deadline = table.timestamp + CornerTurnRecognizer.maximumDuration
      return .unchanged
    }
    if table.timestamp >= deadline { return .failed }
    let isUpright = landing.dx < landing.dy
    let (before, along, other) =
      isUpright ? (landing.dy, distances.dy, distances.dx) : (landing.dx, distances.dx, distances.dy)
    closest = min(closest, along)
    if along > size + CornerTurnRecognizer.approach { return .failed }
    let hasTurned = closest <= before - CornerTurnRecognizer.approach
    return hasTurned && other >= size + CornerTurnRecognizer.departure ? .recognized : .unchanged
  }

  package func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture {
    var gesture = Gesture()
    gesture.location = group.centroid
    gesture.translation = group.path.translation
    gesture.fingers = 1
    return gesture
  }

  package mutating func reset() {
    (landing, deadline) = (nil, nil)
    closest = .infinity
  }
}
