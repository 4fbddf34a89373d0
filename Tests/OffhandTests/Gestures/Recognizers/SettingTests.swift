import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Values that the owner sets, and gestures that begin late because they waited: both count from there.
@Suite struct SettableValueTests {
  /// Two fingers `span` millimetres apart around (100, 100), turned by `degrees`.
  private func pair(_ span: Double, _ degrees: Double = 0, dx: Double = 0, at time: Double) -> [Step] {
    let arm = Vector(angle: Angle(degrees: degrees)) * (span / 2)
    return [
      move(1, to: 100 + dx - arm.dx, 100 - arm.dy, at: time), move(2, to: 100 + dx + arm.dx, 100 + arm.dy, at: time),
    ]
  }

  private static let landing = [down(1, 75, 100, at: 0), down(2, 125, 100, at: 0)]

  private static let degree = 0.017453292519943295

  @Test func `A rotation that is set goes on from there`() throws {
    var player = Player(Pipeline { RotationGestureRecognizer() })
    player.play(Script(steps: Self.landing + pair(50, 10, at: 8)))
    player.pipeline.set(.rotation(Angle(degrees: 90)), of: .rotation)
    player.play(Script(steps: pair(50, 15, at: 16)))
    #expect(abs(try #require(player.last(.rotation)).gesture.rotation.radians - 95 * Self.degree) < 1e-9)
    player.pipeline.set(.rotation(Angle(radians: .nan)), of: .rotation)
    player.pipeline.set(.scale(3), of: .rotation)
    player.play(Script(steps: pair(50, 16, at: 24)))
    #expect(abs(try #require(player.last(.rotation)).gesture.rotation.radians - 96 * Self.degree) < 1e-9)
  }

  @Test func `A scale that is set starts the speed anew with the next step`() throws {
    var player = Player(Pipeline { PinchGestureRecognizer() })
    player.play(Script(steps: Self.landing + pair(60, at: 8) + pair(70, at: 16)))
    player.pipeline.set(.scale(1), of: .pinch)
    player.play(Script(steps: pair(75, at: 24)))
    #expect(abs(try #require(player.last(.pinch)).gesture.scaleVelocity - (75.0 / 70 - 1) / 0.008) < 1e-6)
  }

  @Test func `An edge pan's translation that is set goes on from there`() throws {
    let edge = ScreenEdgePanGestureRecognizer(from: .left, of: [Rect(x: 0, y: 0, width: 300, height: 190)])
    var player = Player(Pipeline { edge })
    player.play(Script { down(1, 1, 90, at: 0) })
    player.play(Script(steps: drag(1, from: (1, 90), to: (31, 90), over: 0...100)))
    player.pipeline.set(.translation(Vector(dx: 7, dy: 1)), of: .screenEdgePan)
    player.play(Script(steps: [move(1, to: 34, 90, at: 108)]))
    #expect(try #require(player.events.last).gesture.translation == Vector(dx: 10, dy: 1))
  }

  @Test func `A component of a transform that has not begun begins at its identity, whatever is set`() throws {
    for value in [Vector.zero, Vector(dx: 100, dy: 0)] {
      var player = Player(Pipeline { TransformGestureRecognizer() })
      player.play(Script(steps: Self.landing + pair(60, at: 8)))
      #expect(player.last(.transform)?.gesture.components == .scale)
      for step in 1...8 {
        player.pipeline.set(.translation(value), of: .transform)
        player.play(Script(steps: pair(60, dx: 0.5 * Double(step), at: 8 + 8 * Double(step))))
      }
      let gesture = try #require(player.last(.transform)).gesture
      // By default the threshold is no part of it.
      #expect(gesture.components.contains(.translation) && gesture.translation.length <= 100 + 4)
      #expect(value != .zero || gesture.translation.length < 3)
    }
  }

  @Test func `A value of a transform that is not finite changes nothing`() throws {
    let maps = try [false, true].map { isSet in
      var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop })
      player.play(Script(steps: Self.landing + pair(60, 10, dx: 5, at: 8) + [down(3, 160, 160, at: 16)]))
      if isSet { player.pipeline.set(.scale(.nan), of: .transform) }
      player.play(Script(steps: pair(75, 20, dx: 10, at: 24)))
      return try #require(player.last(.transform)).gesture
    }
    #expect(maps[0].anchorLocation == maps[1].anchorLocation && maps[0].offset == maps[1].offset)
  }

  @Test func `Each component of a transform that is set goes on from there, and the map with it`() throws {
    var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop })
    player.play(Script(steps: Self.landing + pair(60, 10, dx: 5, at: 8) + pair(75, 20, dx: 10, at: 16)))
    player.pipeline.set(.translation(.zero), of: .transform)
    player.pipeline.set(.scale(1), of: .transform)
    player.pipeline.set(.rotation(.zero), of: .transform)
    player.play(Script(steps: pair(150, 50, dx: 14, at: 24)))
    let gesture = try #require(player.last(.transform)).gesture
    #expect(abs(gesture.scale - 2) < 1e-9)
    #expect(abs(gesture.rotation.radians - 30 * Self.degree) < 1e-9)
    #expect((gesture.translation - Vector(dx: 4, dy: 0)).length < 1e-9)
    // Content that lay under a finger when the values were set lies under it still.
    let was = Point(x: 110, y: 100) - Vector(angle: Angle(degrees: 20)) * 37.5
    let now = Point(x: 114, y: 100) - Vector(angle: Angle(degrees: 50)) * 75
    #expect((gesture.similarity.apply(was) - now).length < 1e-9)
  }

  @Test func `Content stays under the fingers of a transform whose scale was set`() throws {
    var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop })
    player.play(Script(steps: Self.landing + pair(60, at: 8)))
    player.pipeline.set(.scale(2), of: .transform)
    player.play(Script(steps: pair(75, dx: 4, at: 16)))
    let gesture = try #require(player.last(.transform)).gesture
    #expect(abs(gesture.scale - 2.5) < 1e-9)
    // At twice its size this point lay under the second finger, which was 30 mm from the middle.
    let shown = gesture.similarity.apply(Point(x: 115, y: 100))
    #expect((shown - Point(x: 104 + 37.5, y: 100)).length < 1e-9)
  }

  @Test func `No value that is none gets into a transform`() throws {
    var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop })
    player.play(Script(steps: Self.landing + pair(60, 10, dx: 5, at: 8)))
    player.pipeline.set(.translation(Vector(dx: .nan, dy: 0)), of: .transform)
    player.pipeline.set(.scale(.infinity), of: .transform)
    player.pipeline.set(.scale(0), of: .transform)
    player.pipeline.set(.scale(-1), of: .transform)
    player.pipeline.set(.rotation(Angle(radians: .infinity)), of: .transform)
    player.play(Script(steps: pair(75, 20, dx: 10, at: 16)))
    let gesture = try #require(player.last(.transform)).gesture
    #expect(abs(gesture.scale - 1.5) < 1e-9)
    #expect(abs(gesture.rotation.radians - 20 * Self.degree) < 1e-9)
    #expect((gesture.translation - Vector(dx: 10, dy: 0)).length < 1e-9)
  }

  @Test func `A transform of two fingers goes on where it was when the second is back`() throws {
    var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop(touches: 2...2) })
    player.play(Script(steps: Self.landing + pair(75, 20, dx: 10, at: 8)))
    let before = try #require(player.last(.transform)).gesture
    player.play(
      Script {
        up(2, at: 16)
        move(1, to: 70, 80, at: 24)
        down(2, 110, 80, at: 32)
        move(2, to: 111, 80, at: 40)
      })
    let after = try #require(player.last(.transform)).gesture
    #expect(abs(after.scale / before.scale - 41.0 / 40) < 1e-9)
    #expect((after.translation - before.translation - Vector(dx: 0.5, dy: 0)).length < 1e-9)
    #expect(player.transitions.filter { $0 == "transform began" }.count == 1)
  }

  /// What `recognizer` answers where its owner holds it back while `script` plays, and to `next` after that.
  private func held<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, during script: [Step], then next: [Step]
  ) -> [Gesture] {
    var player = Player(Pipeline { recognizer })
    player.pipeline.hold()
    player.play(Script(steps: script))
    player.change { $0.release() }
    player.play(Script(steps: next))
    return player.events.map(\.gesture)
  }

  @Test(.recognition("J18"))
  func `a pinch, a rotation and a transform that were held begin as if nothing had been done yet`() throws {
    let before = Self.landing + pair(60, 15, dx: 5, at: 8) + pair(75, 30, dx: 10, at: 16)
    let after = pair(90, 40, dx: 12, at: 24)
    let pinch = held(PinchGestureRecognizer(), during: before, then: after)
    #expect(pinch.map(\.scale).first == 1)
    #expect(abs(try #require(pinch.last).scale - 1.2) < 1e-9)
    let rotation = held(RotationGestureRecognizer(dominance: 0), during: before, then: after)
    #expect(rotation.first?.rotation == .zero)
    #expect(abs(try #require(rotation.last).rotation.radians - 10 * Self.degree) < 1e-9)
    let transform = held(TransformGestureRecognizer.withoutSlop, during: before, then: after)
    #expect(transform.first?.similarity == .identity)
    let last = try #require(transform.last)
    #expect(abs(last.scale - 1.2) < 1e-9)
    #expect(abs(last.rotation.radians - 10 * Self.degree) < 1e-9)
    #expect((last.translation - Vector(dx: 2, dy: 0)).length < 1e-9)
    #expect((last.similarity.apply(Point(x: 110, y: 100)) - Point(x: 112, y: 100)).length < 1e-9)
  }

  @Test(.recognition("J18"))
  func `a pan and a transform that were held begin at identity also when a finger of theirs is up, and go on from it`()
    throws
  {
    let before = Self.landing + pair(60, dx: 10, at: 8) + [up(2, at: 16)]
    let after = [down(2, 120, 100, at: 24), move(2, to: 130, 100, at: 32)]
    let pan = held(PanGestureRecognizer(touches: 2...2), during: before, then: after)
    #expect(pan.first?.translation == .zero)
    #expect(try #require(pan.last).translation == Vector(dx: 5, dy: 0))
    let transform = held(TransformGestureRecognizer.withoutSlop(touches: 2...2), during: before, then: after)
    let first = try #require(transform.first)
    #expect(first.similarity == .identity && first.translation == .zero)
    #expect(abs(try #require(transform.last).scale - 50.0 / 40) < 1e-9)
  }

  @Test func `A transform that is set while a finger of it is up goes on from there`() throws {
    var player = Player(Pipeline { TransformGestureRecognizer.withoutSlop(touches: 2...2) })
    player.play(Script(steps: Self.landing + pair(75, 20, dx: 10, at: 8) + [up(2, at: 16)]))
    player.pipeline.set(.scale(1), of: .transform)
    let before = try #require(player.last(.transform)).gesture
    player.play(Script(steps: [move(1, to: 70, 80, at: 24), down(2, 110, 80, at: 32), move(2, to: 120, 80, at: 40)]))
    let after = try #require(player.last(.transform)).gesture
    #expect(abs(after.scale - 50.0 / 40) < 1e-9)
    #expect(abs(after.rotation.radians - before.rotation.radians) < 1e-9)
    #expect((after.translation - before.translation - Vector(dx: 5, dy: 0)).length < 1e-9)
  }

  @Test(.recognition("J18")) func `a long press and an edge pan that were held begin where the finger is`() {
    let press = held(
      LongPressGestureRecognizer(), during: [down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 600)],
      then: [move(1, to: 54, 50, at: 700)])
    #expect(press.map(\.translation) == [.zero, Vector(dx: 3, dy: 0)])
    let output = Rect(x: 0, y: 0, width: 300, height: 190)
    let edge = held(
      ScreenEdgePanGestureRecognizer(from: .left, of: [output]),
      during: [down(1, 1, 90, at: 0)] + drag(1, from: (1, 90), to: (31, 90), over: 0...100),
      then: [move(1, to: 34, 90, at: 108)])
    #expect(edge.map(\.translation) == [.zero, Vector(dx: 3, dy: 0)])
  }
}
