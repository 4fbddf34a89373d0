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

  @Test func `a copy goes on from where it was taken, to the last bit`() {
    var original = Player(Self.recognizers)
    original.play(Self.start)
    var snapshot = original
    original.play(Self.rest)
    snapshot.play(Self.rest)
    #expect(original.lines.count > 6)
    #expect(snapshot.lines == original.lines)
    #expect(snapshot.events.map(\.gesture) == original.events.map(\.gesture))
  }

  @Test func `what happens to a copy does not happen to its original`() {
    var original = Player(Self.recognizers)
    original.play(Self.start)
    var copy = original.pipeline
    copy.disable(.pan)
    copy.cancel(at: Timestamp(nanoseconds: 100_000_000))
    #expect(copy.isIdle)
    #expect(original.pipeline.state(of: .pan) == .active)
    var untouched = Player(Self.recognizers)
    untouched.play(Self.start)
    original.play(Self.rest)
    untouched.play(Self.rest)
    #expect(original.lines == untouched.lines)
  }

  @Test func `what happens to the original does not happen to a copy`() {
    var original = Player(Self.recognizers)
    original.play(Self.start)
    let copy = original.pipeline
    let answers = copy.events.map(\.gesture)
    original.play(Self.rest)
    #expect(copy.state(of: .pan) == .active)
    #expect(!copy.isIdle)
    #expect(copy.events.map(\.gesture) == answers)
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
