import Offhand
import OffhandTesting

/// A gesture as some person makes it and some panel sees it.
struct DrawnGesture {
  /// A finger from its landing to its lift, in milliseconds.
  struct Finger {
    var landing: Double
    var lift: Double
    /// Where it is.
    var place: (Double) -> Point
  }

  var fingers: [Finger]
  /// What the span is multiplied by, where it is meant to change.
  var scale = 1.0
  /// Which way and how far the fingers turn, where they are meant to.
  var turn = Angle.zero

  /// The steps on a panel of some rate, grid and noise.
  func steps(_ draw: inout HandDraw) -> [Step] {
    let interval = 1000 / draw.random.number(60.0...150)
    let noise = draw.random.number(0...0.1)
    let grid = draw.random.number(0.02...0.2)
    let first = fingers.map(\.landing).min() ?? 0
    let last = fingers.map(\.lift).max() ?? 0
    var steps: [Step] = []
    var time = first
    var isDown = [Bool](repeating: false, count: fingers.count)
    while time < last + interval {
      for (index, finger) in fingers.enumerated() {
        let number = Int32(index)
        if isDown[index] && time >= finger.lift {
          steps.append(up(number, at: time - first))
          isDown[index] = false
        }
        guard time >= finger.landing, time < finger.lift else { continue }
        let exact = finger.place(time)
        let x = ((exact.x + draw.normal(noise)) / grid).rounded() * grid
        let y = ((exact.y + draw.normal(noise)) / grid).rounded() * grid
        steps.append(isDown[index] ? move(number, to: x, y, at: time - first) : down(number, x, y, at: time - first))
        isDown[index] = true
      }
      time += interval
    }
    return steps
  }

  /// How people speed up and slow down, from 0 to 1 in the time of `range`: with the least jerk.
  static func eased(_ time: Double, in range: ClosedRange<Double>) -> Double {
    let share = min(max((time - range.lowerBound) / max(range.upperBound - range.lowerBound, 1), 0), 1)
    return share * share * share * (10 - 15 * share + 6 * share * share)
  }

  /// Where the fingers of a hand of `size` touch, about their middle: thumb to little finger, or the ones in the middle.
  static func hand(_ count: Int, size: Double, _ draw: inout HandDraw) -> [Vector] {
    let places: [(Double, Double)] = [(-48, 32), (-22, -10), (0, -18), (20, -10), (38, 8)]
    let chosen = count == 5 ? places[...] : places[1...count]
    let turned = Angle(degrees: draw.normal(25)).wrapped
    let mirrored = draw.sign()
    let open = size * draw.random.number(0.7...1.1)
    let rough = chosen.map { place in
      let way = Vector(dx: place.0 * mirrored, dy: place.1) * open + draw.way(draw.random.number(0...3))
      return Vector(
        dx: way.dx * turned.cosine - way.dy * turned.sine, dy: way.dx * turned.sine + way.dy * turned.cosine)
    }
    let middle = rough.reduce(Vector.zero, +) / Double(count)
    return rough.map { $0 - middle }
  }
}
