import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct SwitchablePipelineTests {
  private static let taps: any GesturePipeline = Pipeline {
    TapGestureRecognizer().requires(toFail: .doubleTap)
    TapGestureRecognizer(taps: 2).named(.doubleTap)
  }
  private static let pans: any GesturePipeline = Pipeline {
    LongPressGestureRecognizer()
    PanGestureRecognizer()
  }

  private func player(_ pipeline: any GesturePipeline) -> Player<SwitchablePipeline> {
    Player(SwitchablePipeline(pipeline))
  }

  /// Where the first finger of each answer is.
  private func places(_ player: Player<SwitchablePipeline>) -> [Double?] { player.touches.map { $0.first?.position.x } }

  @Test func `With no finger down another takes over at once`() {
    var player = player(Self.taps)
    player.change { $0.replace(with: Self.pans, .whenIdle) }
    #expect(player.pipeline.names == [.longPress, .pan])
    player.play(Script(steps: ArbitrationTests.drag))
    #expect(player.transitions.first == "pan began")
    #expect(player.transitions.last == "pan ended")
  }

  @Test func `A gesture that is on goes on to its end before another takes over`() {
    var player = player(Self.pans)
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    player.change { $0.replace(with: Self.taps, .whenIdle) }
    player.play(Script(steps: [move(1, to: 70, 50, at: 16), up(1, at: 24), down(1, 50, 50, at: 100), up(1, at: 150)]))
    player.wait(until: 1000)
    #expect(player.lines == ["pan began 8", "pan changed 16", "pan ended 24", "tap recognized 450"])
  }

  @Test func `At once: what is on is cancelled, and only fingers that land are seen`() {
    var player = player(Self.pans)
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    player.change { $0.replace(with: Self.pans, .atOnce(Timestamp(nanoseconds: 10_000_000))) }
    #expect(player.lines == ["pan began 8", "pan cancelled 10"])
    #expect(places(player) == [60, 60])
    player.play(
      Script {
        move(1, to: 90, 50, at: 16)
        down(2, 150, 50, at: 24)
        move(2, to: 160, 50, at: 32)
      })
    #expect(player.lines.last == "pan began 32")
    #expect(player.touches.last?.map(\.position.x) == [160])
  }

  @Test(.recognition("A22"), arguments: [true, false])
  func `a deadline that is served late hands over as one that is served in time`(isPunctual: Bool) {
    var player = player(Self.taps)
    player.play(Script(steps: [down(1, 50, 50, at: 0), up(1, at: 50)]))
    player.change { $0.replace(with: Self.pans, .whenIdle) }
    if isPunctual { player.wait(until: 900) }
    player.play(Script(steps: [down(1, 150, 50, at: 1000), move(1, to: 160, 50, at: 1008)]))
    #expect(player.lines == ["tap recognized 350", "pan began 1008"])
    #expect(places(player) == [50, 160])
  }

  @Test func `a frame in which another takes over has events of both, each with its own touches`() {
    var player = player(Self.taps)
    player.play(Script(steps: [down(1, 50, 50, at: 0), up(1, at: 50)]))
    player.change { $0.replace(with: Pipeline { LongPressGestureRecognizer(minimumPressDuration: .zero) }, .whenIdle) }
    player.play(Script(steps: [down(1, 150, 50, at: 1000)]))
    #expect(player.lines == ["tap recognized 350", "long-press began 1000"])
    #expect(places(player) == [50, 150])
  }

  @Test func `The last that was named takes over`() {
    var player = player(Self.pans)
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    player.change { $0.replace(with: Self.taps, .whenIdle) }
    player.change { $0.replace(with: Pipeline { SwipeGestureRecognizer() }, .whenIdle) }
    player.play(Script(steps: [up(1, at: 16)]))
    #expect(player.pipeline.names == [.swipe])
  }

  @Test func `A session that breaks off hands over`() {
    var player = player(Self.pans)
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 60, 50, at: 8)]))
    player.change { $0.replace(with: Self.taps, .whenIdle) }
    player.change { $0.cancel(at: Timestamp(nanoseconds: 9_000_000)) }
    #expect(player.lines == ["pan began 8", "pan cancelled 9"])
    #expect(places(player) == [60, 60])
    #expect(player.pipeline.names == [.tap, .doubleTap])
  }
}
