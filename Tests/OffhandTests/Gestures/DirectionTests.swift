import Offhand
import OffhandTesting
import Testing

/// Ways that are not the usual ones: corners, columns, and what rules a transform.
@Suite struct DirectionTests {
  private func swipe(_ directions: SwipeDirections, degrees: Double) -> [SwipeDirection?] {
    let way = Vector(angle: Angle(degrees: degrees)) * 30
    return play(Pipeline { SwipeGestureRecognizer(directions: directions) }) {
      SwipeTests.stroke(way.dx, way.dy, in: 150)
    }.events.map(\.gesture.direction)
  }

  @Test(arguments: [
    (45.0, SwipeDirection.downRight), (135, .downLeft), (225, .upLeft), (315, .upRight),
    (30, .downRight),
  ])
  func `A swipe to a corner is one to that corner`(degrees: Double, direction: SwipeDirection) {
    #expect(swipe(.diagonal, degrees: degrees) == [direction])
  }

  @Test func `A swipe along an axis is none to a corner, and the other way round`() {
    #expect(swipe(.diagonal, degrees: 0).isEmpty)
    #expect(swipe(.straight, degrees: 45).isEmpty)
  }

  @Test(arguments: Array(0..<8)) func `Of eight ways the nearest counts`(eighth: Int) {
    let all = SwipeDirections.straight.union(.diagonal)
    let clockwise: [SwipeDirection] = [
      .right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight,
    ]
    for stray in [-20.0, 0, 20] {
      #expect(swipe(all, degrees: Double(eighth) * 45 + stray) == [clockwise[eighth]])
    }
    #expect(all.contains(clockwise[eighth]))
    #expect(SwipeDirections.straight.contains(clockwise[eighth]) == eighth.isMultiple(of: 2))
  }

  @Test func `E16 a column pan follows the column alone and leaves rows to others`() throws {
    let column = Pipeline { PanGestureRecognizer(axis: .vertical) }
    let played = play(column) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (55, 80), over: 0...160)
    }
    #expect(played.answers.first == "pan began")
    let translation = try #require(played.last(.pan)).gesture.translation
    #expect(translation.dx == 0)
    #expect(abs(translation.dy - 28.4) < 0.1)
    #expect(play(column) { ArbitrationTests.drag }.events.isEmpty)
  }

  /// Spreads two fingers by 20 mm, then turns them by 40 degrees, then moves them by 20 mm.
  private func components(_ lock: TransformGestureRecognizer.Lock) -> [GestureComponents] {
    func pair(_ span: Double, _ degrees: Double, _ dx: Double, at time: Double) -> [Step] {
      let arm = Vector(angle: Angle(degrees: degrees)) * (span / 2)
      return [
        move(1, to: 100 + dx - arm.dx, 100 - arm.dy, at: time),
        move(2, to: 100 + dx + arm.dx, 100 + arm.dy, at: time),
      ]
    }
    let played = play(Pipeline { TransformGestureRecognizer(lock: lock) }) {
      down(1, 80, 100, at: 0)
      down(2, 120, 100, at: 0)
      (1...10).flatMap { pair(40 + 2 * Double($0), 0, 0, at: Double($0) * 8) }
      (1...10).flatMap { pair(60, 4 * Double($0), 0, at: 80 + Double($0) * 8) }
      (1...10).flatMap { pair(60, 40, 0.4 * Double($0), at: 160 + Double($0) * 8) }
      (1...10).flatMap { pair(60, 40, 4 + 2 * Double($0), at: 240 + Double($0) * 8) }
    }
    return [80, 160, 240, 320].map { time in
      played.events.last { $0.timestamp.nanoseconds <= time * 1_000_000 }?.gesture.components ?? []
    }
  }

  @Test func `What a transform's lock lets through`() {
    #expect(
      components(.none) == [
        .scale, [.scale, .rotation], [.scale, .rotation, .translation],
        [.scale, .rotation, .translation],
      ])
    #expect(
      components(.dominant) == [
        .scale, [.scale, .rotation], [.scale, .rotation], [.scale, .rotation, .translation],
      ])
    #expect(components(.sticky) == [.scale, .scale, .scale, .scale])
  }

}
