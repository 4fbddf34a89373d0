import Offhand
import OffhandTesting
import Testing

/// Follows as many fingers as it is told, from their first motion on.
private struct Follower: GestureRecognizer {
  static var name: GestureName { "follow" }
  var touchRequirement: TouchRequirement
  private var hasBegun = false

  init(_ requirement: TouchRequirement) { touchRequirement = requirement }

  mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if hasBegun { return group.count < touchRequirement.minimum ? .ended : .changed }
    guard group.count >= touchRequirement.minimum, group.touches.intersects(table.moved) else { return .unchanged }
    hasBegun = true
    return .began
  }

  func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture { Gesture() }
  mutating func reset() { hasBegun = false }
}

/// Proposes to begin at once, and never says more.
private struct Silent: GestureRecognizer {
  static var name: GestureName { "silent" }
  var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 1) }
  private var hasProposed = false

  mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    defer { hasProposed = true }
    return hasProposed ? .unchanged : .began
  }

  func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture { Gesture() }
  mutating func reset() { hasProposed = false }
}

/// Only taps receive touches to the left of the line at 100 mm, and others only those to the right of it.
private let sides = Answers(receives: { ($1.position.x < 100) == ($0 == .tap) })

/// Which touches an attempt takes, keeps and returns.
@Suite struct AttemptTests {
  @Test func `the touches of an event come in the order in which they landed`() {
    var pipeline = Pipeline { PinchGestureRecognizer() }
    pipeline.delegate = sides
    let played = play(pipeline) {
      // The first finger is nobody's, so its index is free again when the last one lands.
      down(1, 20, 50, at: 0)
      down(2, 120, 50, at: 10)
      up(1, at: 20)
      down(3, 140, 50, at: 30)
      move(3, to: 160, 50, at: 40)
    }
    #expect(played.transitions == ["pinch began"])
    #expect(played.touches.first?.map(\.position.x) == [120, 160])
  }

  @Test func `the touch of an event that was due before a frame stays readable when another lands in that frame`() {
    var player = Player(
      Pipeline {
        TapGestureRecognizer().requires(toFail: .doubleTap)
        TapGestureRecognizer(taps: 2).named(.doubleTap)
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), up(1, at: 60), down(2, 90, 90, at: 1000)]))
    #expect(player.transitions == ["tap recognized"])
    #expect(player.touches.first?.map(\.position) == [Point(x: 50, y: 50)])
  }

  @Test func `a touch that is replaced in one report ends the pan of the old one, and begins its own`() {
    let played = play(Pipeline { PanGestureRecognizer() }, waiting: 0) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      // No finger is so fast: it is another one.
      move(1, to: 250, 150, at: 16)
      move(1, to: 260, 150, at: 24)
    }
    #expect(played.lines == ["pan began 8", "pan cancelled 16", "pan began 24"])
  }

  @Test func `a gesture claims its touches, and none if it does not cancel them`() {
    for cancels in [true, false] {
      var player = Player(Pipeline { PanGestureRecognizer().with { $0.cancelsTouches = cancels } })
      player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8)]))
      #expect(player.transitions == ["pan began"])
      let claim = player.pipeline.claim(on: player.touches[0][0].id)
      #expect(claim == (cancels ? .captured : []))
    }
  }

  @Test func `a tap that may still come of other fingers does not raise the slop of a pan`() {
    var pipeline = Pipeline {
      TapGestureRecognizer()
      PanGestureRecognizer(contestedSlop: 10).with { $0.isExclusive = true }
    }
    pipeline.delegate = sides
    let played = play(pipeline, waiting: 0) {
      down(1, 50, 50, at: 0)
      down(2, 150, 50, at: 0)
      move(2, to: 155, 50, at: 8)
    }
    #expect(played.lines == ["pan began 8"])
  }

  @Test func `what waits fails when its fingers are gone, whatever it says`() {
    let played = play(
      Pipeline {
        Silent().requires(toFail: .doubleTap)
        TapGestureRecognizer(taps: 2).named(.doubleTap)
      }
    ) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
    }
    #expect(played.lines.isEmpty)
  }

  @Test func `a recognizer that adopts the fingers of an active gesture does not begin beside it`() {
    var player = Player(
      Pipeline {
        PanGestureRecognizer()
        LongPressGestureRecognizer().with { $0.isEnabled = false }
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8)]))
    player.change { $0.enable(.longPress, adopting: .allFingers) }
    player.wait(until: 3000)
    #expect(player.transitions == ["pan began"])
  }

  @Test func `a second finger joins a pan that waits`() {
    var player = Player(Pipeline { PanGestureRecognizer(touches: 1...2) })
    player.pipeline.hold()
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8), down(2, 90, 50, at: 16)]))
    #expect(player.lines.isEmpty)
    player.change { $0.release() }
    #expect(player.transitions == ["pan began"])
    #expect(player.touches.last?.count == 2)
  }

  @Test func `the finger of a swipe is not adopted by the next one`() {
    var player = Player(Pipeline { SwipeGestureRecognizer().with { $0.isExclusive = false } })
    let stroke = drag(1, from: (50, 50), to: (90, 50), over: 0...80)
    player.play(Script(steps: [down(1, 50, 50, at: 0)] + stroke))
    #expect(player.transitions == ["swipe recognized"])
    player.change { $0.enable(.swipe, adopting: .allFingers) }
    player.play(Script(steps: drag(1, from: (90, 50), to: (140, 50), over: 80...160)))
    #expect(player.transitions == ["swipe recognized"])
  }

  @Test func `one finger too many is no part of an active gesture`() {
    let played = play(Pipeline { Follower(TouchRequirement(minimum: 1, maximum: 1)) }, waiting: 0) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
      down(2, 90, 50, at: 16)
      move(1, to: 62, 50, at: 24)
    }
    #expect(played.transitions == ["follow began", "follow changed", "follow changed"])
  }

  @Test func `a touch that is taken away cancels a gesture that can spare none, and no other while enough remain`() {
    func transitions(_ policy: TouchRequirement.CancelPolicy) -> [String] {
      let requirement = TouchRequirement(minimum: 1, maximum: 2, cancelPolicy: policy)
      return play(Pipeline { Follower(requirement) }, waiting: 0) {
        down(1, 50, 50, at: 0)
        down(2, 90, 50, at: 0)
        move(1, to: 60, 50, at: 8)
        cancel(2, at: 16)
        move(1, to: 62, 50, at: 24)
      }.transitions
    }
    #expect(transitions(.any).last == "follow cancelled")
    #expect(transitions(.belowMinimum).last == "follow changed")
  }

  /// Lets nothing begin on the left.
  @Test func `a delegate is asked at every attempt`() {
    var pipeline = Pipeline { PanGestureRecognizer() }
    pipeline.delegate = Answers(begins: { $1.location.x > 100 })
    let played = play(pipeline) {
      down(1, 150, 50, at: 0)
      move(1, to: 170, 50, at: 8)
      up(1, at: 16)
      down(2, 50, 50, at: 1000)
      move(2, to: 70, 50, at: 1008)
      up(2, at: 1016)
    }
    #expect(played.transitions == ["pan began", "pan ended"])
  }

  @Test func `too many fingers begin anew when enough of them have lifted, not before`() {
    let requirement = TouchRequirement(minimum: 2, maximum: 2, restartsWithRemaining: true)
    var player = Player(Pipeline { Follower(requirement) })
    player.play(Script(steps: (1...4).map { down($0, Double($0) * 20, 50, at: 0) }))
    player.play(Script(steps: [up(1, at: 8), move(2, to: 45, 50, at: 16), move(3, to: 65, 50, at: 24)]))
    #expect(player.lines.isEmpty)
    player.play(Script(steps: [up(2, at: 32), move(3, to: 70, 50, at: 40)]))
    #expect(player.lines == ["follow began 40"])
  }
}
