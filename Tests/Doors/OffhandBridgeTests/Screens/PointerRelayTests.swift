import Offhand
import OffhandLibinput
import OffhandService
import Testing

@testable import OffhandBridge

/// What the pointer is told of gestures, on a touch screen of 300 by 200 mm.
struct PointerRelayTests {
  private var relay = PointerRelay()

  private func place(_ transform: OutputTransform = .normal, left: Double = 0, width: Double = 1)
    -> BridgedPointer.Place
  {
    BridgedPointer.Place(screen: 3, transform: transform, area: Rect(x: left, y: 0, width: width, height: 1))
  }

  /// What a gesture at (150, 50) has written: type, code and value, without the ends of reports.
  private mutating func written(
    _ use: PointerUse, _ state: GestureState, by way: Vector = .zero, scale: Double = 1,
    at place: BridgedPointer.Place? = nil
  ) -> [[Int32]] {
    var gesture = Gesture()
    (gesture.location, gesture.translation, gesture.scale) = (Point(x: 150, y: 50), way, scale)
    relay.follow(
      GestureEvent(recognizer: 0, name: use.recognizer, state: state, timestamp: .zero, gesture: gesture),
      for: use, at: place ?? self.place(), size: Size(width: 300, height: 200))
    return drained()
  }

  private mutating func drained() -> [[Int32]] {
    var found: [[Int32]] = []
    relay.drain { found = $0.filter { $0.type != 0 }.map { [Int32($0.type), Int32($0.code), $0.value] } }
    return found
  }

  @Test mutating func `a press moves the pointer, in two steps since it may be there already, and clicks`() {
    let click: [[Int32]] = [[1, 0x111, 1], [1, 0x111, 0]]
    #expect(written(.rightClick, .began) == [[3, 1, 16384], [3, 0, 32769], [3, 0, 32768]] + click)
    #expect(written(.rightClick, .changed) == [] && written(.rightClick, .ended) == [] && !relay.isControlDown)
    // On the right one of two outputs, and on one that is turned.
    #expect(written(.rightClick, .began, at: place(left: 0.5, width: 0.5))[2] == [3, 0, 49152])
    let turned = written(.rightClick, .began, at: place(.rotated90))
    #expect(turned[0] == [3, 1, 32768] && turned[2] == [3, 0, 49152])
    #expect(written(.rightClick, .began, at: place(left: 1))[2] == [3, 0, 65535])
  }

  @Test mutating func `a pan of 16 mm is a step of the wheel, in units, and what is below the fingers goes with them`()
  {
    #expect(written(.wheel, .began).map { $0[0] } == [3, 3, 3])
    #expect(written(.wheel, .changed, by: Vector(dx: 0, dy: -8)) == [[2, 0x0B, -60]])
    #expect(written(.wheel, .changed, by: Vector(dx: 0, dy: -16)) == [[2, 0x0B, -60], [2, 0x08, -1]])
    #expect(written(.wheel, .changed, by: Vector(dx: 32, dy: -16)) == [[2, 0x0C, -240], [2, 0x06, -2]])
    #expect(written(.wheel, .changed, by: Vector(dx: 32, dy: -16)) == [])
    #expect(written(.wheel, .ended, by: Vector(dx: 32, dy: -16)) == [[1, 29, 0]])
    #expect(written(.wheel, .changed, by: Vector(dx: 0, dy: 50)) == [])
    // The fingers go up as the user sees it.
    _ = written(.wheel, .began, at: place(.rotated90))
    #expect(
      written(.wheel, .changed, by: Vector(dx: -16, dy: 0), at: place(.rotated90)) == [
        [2, 0x0B, -120], [2, 0x08, -1],
      ])
  }

  @Test mutating func `a pinch that doubles is five steps with Ctrl down, and the way back as many`() {
    #expect(written(.zoom, .began, scale: 1.1).last == [1, 29, 1] && relay.isControlDown)
    #expect(written(.zoom, .changed, scale: 1.14) == [] && written(.zoom, .changed, scale: 0.9) == [])
    let step: [[Int32]] = [[2, 0x0B, 120], [2, 0x08, 1]]
    #expect(written(.zoom, .changed, scale: 2.001) == Array(repeating: step, count: 5).flatMap { $0 })
    #expect(written(.zoom, .changed, scale: 1.9) == [])
    #expect(written(.zoom, .changed, scale: 0.999).filter { $0 == [2, 0x08, -1] }.count == 5)
    // Nothing else happens meanwhile.
    #expect(written(.rightClick, .began) == [] && written(.wheel, .began) == [])
    #expect(written(.zoom, .cancelled, scale: 0.999) == [[1, 29, 0]] && !relay.isControlDown)
    #expect(written(.zoom, .began).last == [1, 29, 1])
  }

  @Test mutating func `what ends elsewhere lifts the key, and the rest of the gesture does nothing`() {
    _ = written(.zoom, .began)
    relay.end(on: 4)
    #expect(relay.isControlDown && drained() == [])
    relay.end(on: 3)
    #expect(!relay.isControlDown && drained() == [[1, 29, 0]])
    #expect(written(.zoom, .changed, scale: 3) == [] && written(.zoom, .ended, scale: 3) == [])
    #expect(written(.zoom, .began, scale: .nan).last == [1, 29, 1])
  }
}
