import Offhand
import OffhandTesting
import Testing

/// A pipeline is a value: a copy of it is a snapshot, however it is made inside.
@Suite struct PipelineCopyTests {
  private static let recognizers = Pipeline {
    TapGestureRecognizer(touches: 1...2)
    LongPressGestureRecognizer()
    PanGestureRecognizer().simultaneous(with: .pinch)
    PinchGestureRecognizer()
  }

  private static let start = Script {
    down(1, 50, 50, at: 0)
    drag(1, from: (50, 50), to: (62, 50), over: 8...80)
    down(2, 90, 50, at: 88)
    move(2, to: 96, 50, at: 96)
  }

  private static let rest = Script {
    move(1, to: 70, 52, at: 104)
    move(2, to: 110, 50, at: 112)
    up(2, at: 120)
    move(1, to: 75, 52, at: 128)
    up(1, at: 136)
    down(3, 20, 20, at: 300)
    up(3, at: 360)
  }

  @Test func `answers that are kept stay what they were, whatever the pipeline does next`() throws {
    var player = Player(Self.recognizers)
    player.play(Self.start)
    let kept = player.pipeline.events
    let answers = Array(kept)
    #expect(answers.contains { $0.name == .pan && $0.state == .changed })
    player.pipeline.set(.translation(Vector(dx: 500, dy: 500)), of: .pan)
    #expect(player.pipeline.events.map(\.gesture) == answers.map(\.gesture))
    player.pipeline.hand = Hand(side: .left, confidence: 1)
    #expect(player.pipeline.events.map(\.gesture) == answers.map(\.gesture))
    player.play(Self.rest)
    #expect(kept.map(\.gesture) == answers.map(\.gesture))
  }

  @Test func `settings of a copy are its own`() throws {
    let original = Self.recognizers
    var copy = original
    copy.hand = Hand(side: .left, confidence: 1)
    copy.hold()
    try copy.require(.tap, toFail: .pan)
    #expect(original.hand == .unknown)
    #expect(play(original) { Self.tap }.lines == ["tap recognized 60"])
    #expect(play(copy) { Self.tap }.lines.isEmpty)
  }

  private static let tap = [down(1, 50, 50, at: 0), up(1, at: 60)]
}
