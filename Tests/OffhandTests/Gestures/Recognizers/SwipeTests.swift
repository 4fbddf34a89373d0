import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct SwipeTests {
  static let right = Pipeline { SwipeGestureRecognizer(directions: .right) }

  static func stroke(_ x: Double, _ y: Double, in milliseconds: Double) -> [Step] {
    [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (50 + x, 50 + y), over: 0...milliseconds, every: 5)
      + [up(1, at: milliseconds + 8)]
  }

  private static let besidePan = Pipeline {
    SwipeGestureRecognizer(directions: .up).simultaneous(with: .pan)
    PanGestureRecognizer().priority(1)
  }

  /// Two of three fingers go to the right.
  private static let twoOfThree =
    (1...3).map { down($0, 50 + 20 * Double($0), 50, at: 0) }
    + together(
      drag(1, from: (70, 50), to: (100, 50), over: 0...200), drag(2, from: (90, 50), to: (120, 50), over: 0...200),
      drag(3, from: (110, 50), to: (110.3, 50), over: 0...200))

  /// A finger goes 5 mm, and 6 more together with another one that has landed.
  private static let lateSecond: [Step] =
    [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (55, 50), over: 0...80) + [down(2, 50, 70, at: 96)]
    + together(
      drag(1, from: (55, 50), to: (61, 50), over: 96...176), drag(2, from: (50, 70), to: (56, 70), over: 96...176))
    + [up(1, at: 184), up(2, at: 184)]

  private static let afterRest = [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (70, 50), over: 520...560)

  private static let cases = [
    ScriptCase("a swipe shorter than 8 mm is none", right, stroke(7.9, 0, in: 150)),
    ScriptCase("and no fast one shorter than 12", right, stroke(8.1, 0, in: 15)),
    ScriptCase("a slow slanting motion is no swipe", right, stroke(10, 10, in: 167)),
    ScriptCase("one of three fingers that stays fails it", SwipeGestureRecognizer(touches: 3), twoOfThree),
    ScriptCase(
      "what a finger goes before the other lands is no part of it",
      SwipeGestureRecognizer(touches: 2, directions: .right), lateSecond),
    ScriptCase(
      "a pan that is on comes before the swipe of the same frame", besidePan,
      [down(1, 50, 50, at: 0), move(1, to: 50, 30, at: 100)], "pan began 100", "swipe recognized 100"),
    ScriptCase("a rest before the flick counts", right, afterRest),
    ScriptCase(
      "unless the clock starts with the motion",
      SwipeGestureRecognizer(directions: .right, clock: .motionStart), afterRest, "swipe recognized 544"),
  ]

  @Test(.recognition("F2", "F5", "F9", "F11", "F12"), arguments: cases)
  func `what is no swipe`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("F1")) func `a slow swipe of 8,1 mm is recognized in motion`() {
    let played = play(Self.right) { Self.stroke(8.1, 0, in: 150) }
    #expect(played.lines == ["swipe recognized 150"])
    #expect(played.events.first?.gesture.direction == .right)
  }

  @Test(.recognition("F3")) func `a swipe fails after 500 ms`() {
    var player = Player(Self.right)
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        move(1, to: 55, 50, at: 250)
      })
    player.wait(until: 500)
    #expect(player.pipeline.state(of: .swipe) == .failed)
    player.play(
      Script {
        move(1, to: 80, 50, at: 510)
        up(1, at: 518)
      })
    #expect(player.lines.isEmpty)
  }

  @Test(.recognition("F4"), arguments: [SwipeDirections.right, .left, [.left, .right], .straight])
  func `a finger that turns back makes no swipe`(directions: SwipeDirections) {
    let played = play(Pipeline { SwipeGestureRecognizer(directions: directions) }) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (56, 50), over: 0...60)
      drag(1, from: (56, 50), to: (42, 50), over: 60...160)
      up(1, at: 170)
    }
    #expect(played.lines.isEmpty)
  }

  @Test(.recognition("F6")) func `a fast swipe may slant`() {
    let rise = 13 * Angle(degrees: 38).sine / Angle(degrees: 38).cosine
    let played = play(Self.right) { Self.stroke(13, rise, in: 1000 * 13 / Angle(degrees: 38).cosine / 500) }
    #expect(played.transitions == ["swipe recognized"])
  }

  @Test(.recognition("F7")) func `the wrong way fails at once and for good`() {
    var player = Player(Self.right)
    player.play(
      Script {
        down(1, 50, 50, at: 0)
        move(1, to: 48.4, 50, at: 20)
      })
    #expect(player.pipeline.state(of: .swipe) == .failed)
    player.play(Script { drag(1, from: (48.4, 50), to: (70, 50), over: 20...220) })
    #expect(player.lines.isEmpty)
  }

  @Test(.recognition("F8")) func `three fingers may land one after the other`() {
    let played = play(Pipeline { SwipeGestureRecognizer(touches: 3) }) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 70)
      down(3, 90, 50, at: 140)
      together(
        drag(1, from: (50, 50), to: (50, 70), over: 140...340), drag(2, from: (70, 50), to: (70, 70), over: 140...340),
        drag(3, from: (90, 50), to: (90, 70), over: 140...340))
    }
    #expect(played.transitions == ["swipe recognized"])
    #expect(played.events.first?.gesture.direction == .down)
  }

  @Test(.recognition("F10")) func `two fingers that part are a pinch`() {
    let pipeline = Pipeline {
      SwipeGestureRecognizer(touches: 2).simultaneousWithAll()
      PinchGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 80, 50, at: 0)
      down(2, 100, 50, at: 0)
      together(
        drag(1, from: (80, 50), to: (70, 50), over: 0...80), drag(2, from: (100, 50), to: (110, 50), over: 0...80))
    }
    #expect(played.first(.swipe) == nil)
    #expect(played.transitions.first == "pinch began")
  }

  @Test(arguments: [(100, 140.0, 0), (500, 140, 1), (500, 160, 0)])
  func `the last of the fingers lands within the landing window and the duration`(
    duration: Int, landing: Double, count: Int
  ) {
    let swipe = SwipeGestureRecognizer(touches: 2, directions: .right, maximumDuration: .milliseconds(duration))
    let played = play(Pipeline { swipe }) {
      down(1, 50, 50, at: 0)
      down(2, 50, 70, at: landing)
      together(
        drag(1, from: (50, 50), to: (70, 50), over: landing...landing + 80),
        drag(2, from: (50, 70), to: (70, 70), over: landing...landing + 80))
    }
    #expect(played.events.count == count)
  }

  @Test(.recognition("F12"), arguments: [(490.0, 1), (510.0, 0)])
  func `the time of two fingers counts from the first one's landing`(arrival: Double, count: Int) {
    let played = play(Pipeline { SwipeGestureRecognizer(touches: 2, directions: .right) }) {
      down(1, 50, 50, at: 0)
      down(2, 50, 70, at: 140)
      move(1, to: 70, 50, at: arrival)
      move(2, to: 70, 70, at: arrival)
    }
    #expect(played.events.count == count)
  }

  @Test(.recognition("F12"), arguments: [(0.9, 1), (1.1, 0)])
  func `the clock that starts with the motion starts with a millimetre`(creep: Double, count: Int) {
    let played = play(Pipeline { SwipeGestureRecognizer(directions: .right, clock: .motionStart) }) {
      down(1, 50, 50, at: 0)
      move(1, to: 50 + creep, 50, at: 100)
      move(1, to: 70, 50, at: 620)
    }
    #expect(played.events.count == count)
  }

  @Test func `A swipe at the lift wants speed at the lift`() {
    let pipeline = Pipeline { SwipeGestureRecognizer(directions: .right, trigger: .lift(speed: 50)) }
    #expect(play(pipeline) { Self.stroke(20, 0, in: 200) }.lines == ["swipe recognized 208"])
    let stopped = play(pipeline) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (70, 50), over: 0...200)
      up(1, at: 400)
    }
    #expect(stopped.lines.isEmpty)
  }

  /// 400 flicks of 20 to 40 mm to the four sides, after a first report the other way, or after a rest in which the finger trembles.
  @Test(.recognition("N22"), arguments: [0.02, 0.1, 0.3]) func `a flick after a trembling start is a swipe`(
    tremble: Double
  ) {
    var draw = HandDraw(seed: 22)
    var swiped = 0
    for number in 0..<400 {
      let direction = SwipeDirection.allCases[2 * (number % 4)]
      let start = Point(x: 100, y: 100)
      let rest = number.isMultiple(of: 2) ? 8.0 : draw.random.number(16...120)
      let stroke = direction.vector * draw.random.number(20...40)
      let time = stroke.length / draw.random.number(0.2...0.6)
      var steps = [down(1, start.x, start.y, at: 0)]
      for report in stride(from: 8.0, through: rest, by: 8) {
        let offset =
          rest == 8 ? direction.vector * -tremble : Vector(dx: draw.normal(tremble), dy: draw.normal(tremble))
        steps.append(move(1, to: start.x + offset.dx, start.y + offset.dy, at: report))
      }
      steps += drag(
        1, from: (start.x, start.y), to: (start.x + stroke.dx, start.y + stroke.dy), over: rest...rest + time)
      steps.append(up(1, at: rest + time + 8))
      let events = play(Pipeline { SwipeGestureRecognizer() }) { steps }.events
      if events.map(\.gesture.direction) == [direction] { swiped += 1 }
    }
    #expect(swiped == 400)
  }

  private static func rightThenLeft(fingers: Int32 = 1) -> [Step] {
    together(
      (1...fingers).flatMap { finger in
        let y = 50 + 20 * Double(finger)
        return [down(finger, 50, y, at: 0)] + drag(finger, from: (50, y), to: (80, y), over: 0...120)
          + drag(finger, from: (80, y), to: (30, y), over: 120...300) + [up(finger, at: 308)]
      })
  }

  @Test(.recognition("N23"), arguments: [1, 2]) func `right and then left is a swipe to the left if the lift decides`(
    fingers: Int
  ) {
    let pipeline = Pipeline { SwipeGestureRecognizer(touches: fingers, trigger: .lift(speed: 50)) }
    let played = play(pipeline) { Self.rightThenLeft(fingers: Int32(fingers)) }
    #expect(played.lines == ["swipe recognized 308"])
    #expect(played.events.first?.gesture.direction == .left)
    #expect(played.events.first.map { abs($0.gesture.translation.dx + 50) < 1 } == true)
    let right = Pipeline { SwipeGestureRecognizer(touches: fingers, directions: .right, trigger: .lift(speed: 50)) }
    #expect(play(right) { Self.rightThenLeft(fingers: Int32(fingers)) }.lines.isEmpty)
  }

  @Test(.recognition("N23"))
  func `a swipe in motion is decided before the turn, and not by a finger that stops for one`() {
    #expect(
      play(Pipeline { SwipeGestureRecognizer() }) { Self.rightThenLeft() }.events.map(\.gesture.direction) == [.right])
    // It slows down from 150 mm/s to 9 before it has gone far enough.
    let creeping = play(
      Pipeline { SwipeGestureRecognizer(directions: .right, minimumDistance: 13, minimumFastDistance: 13) }
    ) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (62, 50), over: 0...80)
      drag(1, from: (62, 50), to: (64.5, 50), over: 80...350)
      drag(1, from: (64.5, 50), to: (40, 50), over: 350...400)
    }
    #expect(creeping.lines.isEmpty)
  }
}

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

  /// Spreads two fingers by 20 mm, then turns them by 40 degrees, then moves them by 20 mm.
  private var components: [GestureComponents] {
    func pair(_ span: Double, _ degrees: Double, _ dx: Double, at time: Double) -> [Step] {
      let arm = Vector(angle: Angle(degrees: degrees)) * (span / 2)
      return [
        move(1, to: 100 + dx - arm.dx, 100 - arm.dy, at: time),
        move(2, to: 100 + dx + arm.dx, 100 + arm.dy, at: time),
      ]
    }
    let played = play(Pipeline { TransformGestureRecognizer() }) {
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

  @Test func `the components of a transform begin one after the other`() {
    #expect(
      components == [
        .scale, [.scale, .rotation], [.scale, .rotation, .translation], [.scale, .rotation, .translation],
      ])
  }
}
