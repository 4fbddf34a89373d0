import CompositorRig
import Offhand
import OffhandPlatform

@testable import OffhandDemos

/// Two fingers that pinch about a place, in logical pixels, as a hand would: index above, thumb below.
struct PinchScript {
  var hand: Handedness
  var middle: (x: Double, y: Double)
  /// The raw change of the distance between the fingers.
  var factor: Double
  /// From the middle to a finger at the beginning: across and down.
  var arm = (x: 120.0, y: 100.0)

  static let steps = 30
  static let interval = Duration.milliseconds(8)

  /// The fingers in step `step`, index first.
  func places(_ step: Int) -> [(x: Double, y: Double)] {
    let spread = 1 + (factor - 1) * Double(step) / Double(PinchScript.steps)
    let side = hand == .right ? 1.0 : -1.0
    return [1.0, -1].map { end in
      (middle.x + end * side * arm.x * spread, middle.y - end * arm.y * spread)
    }
  }

  /// Lands both fingers and moves them to the end; they stay down.
  func play(on weston: Weston) throws {
    let start = MonotonicClock.now()
    for step in 0...PinchScript.steps {
      let stamp = (start + PinchScript.interval * step).nanoseconds
      try Waiting.until("step \(step)") { MonotonicClock.now().nanoseconds >= stamp }
      let commands = places(step).enumerated().map { id, place in
        step == 0
          ? TouchCommand.down(id: id, x: place.x, y: place.y, at: stamp)
          : TouchCommand.motion(id: id, x: place.x, y: place.y, at: stamp)
      }
      try weston.touch(commands + [.frame])
    }
  }

  /// Lifts both fingers.
  func lift(on weston: Weston) throws {
    let stamp = MonotonicClock.now().nanoseconds
    try weston.touch(.up(id: 0, at: stamp), .up(id: 1, at: stamp), .frame)
  }

  /// What a rectangle of the picture becomes: the factor without the 2 mm of slop (recognizers.md §3.5), about the middle.
  func scaled(_ rect: Rect) -> Rect {
    let slop = (factor < 1 ? -2 : 2) / SurfaceGeometry.assumedMillimetresPerPixel
    let span = 2 * Vector(dx: arm.x, dy: arm.y).length
    let map = Similarity(
      scale: factor * span / (span + slop), rotation: .zero, about: Point(x: middle.x, y: middle.y))
    return map.bounds(of: rect)
  }
}
