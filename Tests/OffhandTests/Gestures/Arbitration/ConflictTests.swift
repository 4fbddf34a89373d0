import Offhand
import OffhandTesting
import Testing

/// Which of several gestures on the same fingers go on.
@Suite struct ConflictTests {
  private static let stroke: [Step] =
    [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (90, 50), over: 0...80) + [up(1, at: 90)]

  @Test func `what waits for a gesture that is cancelled does not come`() {
    let requirement = TouchRequirement(minimum: 1, maximum: 1)
    var player = Player(
      Pipeline {
        LongPressGestureRecognizer(minimumPressDuration: .milliseconds(300)).requires(toFail: "moves")
        Mover(requirement).named("moves").with { $0.isSimultaneousWithAll = true }
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 50.5, 50, at: 8)]))
    player.change { $0.disable("moves") }
    player.wait(until: 2000)
    #expect(player.transitions == ["moves began", "moves cancelled"])
  }

  @Test func `an observer that allows all is prevented by none, whichever begins first`() {
    let played = play(
      Pipeline {
        PanGestureRecognizer()
        SwipeGestureRecognizer().with { $0.isSimultaneousWithAll = true }
      }
    ) { Self.stroke }
    #expect(played.transitions.first == "pan began")
    #expect(played.transitions.contains("swipe recognized"))
  }

  @Test func `a press that will have to wait for a pinch loses nothing to a pan of the other finger`() {
    var pipeline = Pipeline {
      LongPressGestureRecognizer().requires(toFail: .pinch)
      PinchGestureRecognizer(slop: 50)
      PanGestureRecognizer()
    }
    // The press receives the left finger, the pan the right one, the pinch both.
    pipeline.delegate = Answers(receives: { recognizer, touch in
      switch recognizer {
      case .longPress: touch.position.x < 100
      case .pan: touch.position.x >= 100
      default: true
      }
    })
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 150, 50, at: 0)
      move(2, to: 150, 70, at: 8)
    }
    #expect(played.transitions.contains("long-press began"))
  }

  @Test func `a tap of a finger that an active pan has taken as well does not come`() {
    var pipeline = Pipeline {
      PanGestureRecognizer(touches: 1...2)
      TapGestureRecognizer()
    }
    // The finger that began the pan was no loss to the tap.
    pipeline.delegate = Answers(receives: { $0 != .tap || $1.position.x >= 100 })
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      drag(1, from: (50, 50), to: (50, 90), over: 0...80)
      down(2, 150, 50, at: 88)
      up(2, at: 140)
      up(1, at: 200)
    }
    #expect(played.transitions.first == "pan began")
    #expect(!played.transitions.contains("tap recognized"))
  }

  @Test func `events of gestures that are active together keep the order of the pipeline`() {
    var player = Player(
      Pipeline {
        Mover(TouchRequirement(minimum: 1, maximum: 1), until: 120).with { $0.isSimultaneousWithAll = true }
        PanGestureRecognizer()
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (130, 50), over: 0...160)))
    let lines = player.transitions
    #expect(lines.starts(with: ["mover began", "pan began", "mover changed", "pan changed"]))
    let end = lines.firstIndex(of: "mover ended") ?? 0
    #expect(lines[max(0, end - 1)] == "pan changed" && lines[end + 1] == "pan changed")
    #expect(lines.filter { $0 == "pan changed" }.count == 19)
    #expect(lines[..<end].filter { $0 == "pan changed" }.count == lines[..<end].filter { $0 == "mover changed" }.count)
  }
}

/// Active from the first motion on, until it comes beyond a column.
private struct Mover: GestureRecognizer {
  static var name: GestureName { "mover" }
  var touchRequirement: TouchRequirement
  private let limit: Double
  private var hasBegun = false

  init(_ requirement: TouchRequirement, until limit: Double = .infinity) {
    touchRequirement = requirement
    self.limit = limit
  }

  mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    if hasBegun, group.centroid.x > limit { return .ended }
    if group.touches.isEmpty { return hasBegun ? .ended : .failed }
    guard group.touches.intersects(table.moved) else { return .unchanged }
    defer { hasBegun = true }
    return hasBegun ? .changed : .began
  }

  func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture { Gesture() }
  mutating func reset() { hasBegun = false }
}
