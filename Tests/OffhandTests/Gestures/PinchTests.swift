import Offhand
import OffhandTesting
import Testing

@Suite struct PinchTests {
  /// Two fingers on a level, `span` apart around (100, 100).
  static func spread(_ span: Double, at time: Double) -> [Step] {
    [move(1, to: 100 - span / 2, 100, at: time), move(2, to: 100 + span / 2, 100, at: time)]
  }

  static func land(_ span: Double) -> [Step] {
    [down(1, 100 - span / 2, 100, at: 0), down(2, 100 + span / 2, 100, at: 0)]
  }

  @Test func `G1 less than the slop does not begin`() {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(21.9, at: 8)
    }
    #expect(played.lines.isEmpty)
  }

  @Test func `G2 exactly the slop is taken out, however large the step`() {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22.1, at: 8)
    }
    #expect(played.lines == ["pinch began 8"])
    #expect(abs(played.events[0].gesture.scale - 22.1 / 22) < 1e-9)
  }

  @Test func `G3 the scale counts from the threshold`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22, at: 8)
      Self.spread(40, at: 16)
    }
    #expect(abs(try #require(played.last(.pinch)).gesture.scale - 40.0 / 22) < 1e-6)
  }

  @Test func `G6 a finger that lifts and comes back goes on without a jump`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22, at: 8)
      Self.spread(40, at: 16)
      up(2, at: 24)
      move(1, to: 110, 100, at: 32)
      down(3, 150, 100, at: 40)
      move(3, to: 160, 100, at: 48)
      up(1, at: 56)
      up(3, at: 64)
    }
    #expect(played.lines == ["pinch began 8", "pinch changed 16", "pinch changed 48", "pinch ended 64"])
    #expect(abs(played.events[2].gesture.scale - 40.0 / 22 * 50 / 40) < 1e-9)
  }

  @Test func `H1 a turn counts from the threshold`() throws {
    let played = play(Pipeline { RotationGestureRecognizer() }) {
      down(1, 100, 100, at: 0)
      down(2, 160, 100, at: 0)
      for step in 1...10 {
        let angle = Angle(degrees: Double(step) * 2)
        move(2, to: 100 + 60 * angle.cosine, 100 + 60 * angle.sine, at: Double(step) * 8)
      }
    }
    #expect(abs(try #require(played.last(.rotation)).gesture.rotation.degrees - 17) < 1e-6)
  }

  @Test func `G18 content stays under both fingers of a transform`() throws {
    let pipeline = Pipeline {
      TransformGestureRecognizer(
        pan: PanGestureRecognizer(slop: 0), pinch: PinchGestureRecognizer(slop: 0, lockedSlop: 0, lockedShare: 0),
        rotation: RotationGestureRecognizer(
          threshold: .zero, arc: 0, lockedThreshold: .zero, dominance: 0, lockedDominance: 0))
    }
    var player = Player(pipeline)
    let (first, second) = (Point(x: 80, y: 90), Point(x: 130, y: 110))
    player.play(Script(steps: [down(1, 80, 90, at: 0), down(2, 130, 110, at: 0)]))
    for step in 1...100 {
      let time = Double(step) * 8
      let phase = Double(step) / 9
      let map = Similarity(
        scale: 1 + 0.5 * Angle(radians: phase).sine, rotation: Angle(radians: 1.3 * Angle(radians: phase / 2).sine),
        about: Point(x: 100, y: 100),
        translation: Vector(dx: 20 * Angle(radians: phase / 3).sine, dy: 9 * Angle(radians: phase).sine))
      let (p, q) = (map.apply(first), map.apply(second))
      player.play(Script(steps: [move(1, to: p.x, p.y, at: time), move(2, to: q.x, q.y, at: time)]))
      let similarity = try #require(player.last(.transform)).gesture.similarity
      #expect(similarity.apply(first).distance(to: p) < 0.05)
      #expect(similarity.apply(second).distance(to: q) < 0.05)
    }
  }
}
