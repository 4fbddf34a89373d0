import Offhand
import OffhandTesting
import Testing

/// What an owner asks of a pipeline between frames.
@Suite struct PipelineRequestTests {
  @Test func `a tap that waits for a second one does not come after everything was cancelled`() {
    var player = Player(
      Pipeline {
        TapGestureRecognizer().requires(toFail: .doubleTap)
        TapGestureRecognizer(taps: 2).named(.doubleTap)
      })
    player.play(Script(steps: [down(1, 50, 50, at: 0), up(1, at: 60)]))
    player.change { $0.cancel(at: Timestamp(nanoseconds: 100_000_000)) }
    player.wait(until: 2000)
    #expect(player.lines.isEmpty)
    #expect(player.pipeline.isIdle)
  }

  @Test func `a value for a gesture that has not begun is ignored`() throws {
    var player = Player(Pipeline { PinchGestureRecognizer(slopPolicy: .included) })
    player.play(Script(steps: [down(1, 50, 50, at: 0), down(2, 90, 50, at: 0)]))
    player.change { $0.set(.scale(5), of: .pinch) }
    player.play(Script(steps: [move(2, to: 100, 50, at: 8)]))
    let began = try #require(player.first(.pinch, .began))
    #expect(abs(began.gesture.scale - 1.25) < 1e-9)
  }

  @Test func `a request that counts from the next frame on leaves the events, and a player keeps each once`() {
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8)]))
    let (lines, before) = (player.lines, player.pipeline)
    for request in [
      { $0.set(.translation(.zero), of: .pan) }, { $0.setOutputs([]) }, { $0.setEnabled(.pan, true) }, { $0.hold() },
    ] as [(inout Pipeline<ConfiguredRecognizer<PanGestureRecognizer>>) -> Void] {
      var pipeline = before
      request(&pipeline)
      #expect(pipeline.events.map { "\($0.name) \($0.state)" } == player.transitions)
      player.change(request)
    }
    #expect(player.lines == lines)
    player.change { $0.disable(.pan) }
    #expect(player.transitions == ["pan began", "pan cancelled"])
  }

  @Test func `a value for an event of another pipeline is ignored`() throws {
    var other = Player(Pipeline { PinchGestureRecognizer() })
    other.play(Script(steps: [down(1, 50, 50, at: 0), down(2, 90, 50, at: 0), move(2, to: 120, 50, at: 8)]))
    let foreign = try #require(other.first(.pinch, .began))
    var player = Player(Pipeline { PanGestureRecognizer() })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 70, 50, at: 8)]))
    player.change { $0.set(.translation(Vector(dx: 500, dy: 0)), of: foreign) }
    player.play(Script(steps: [move(1, to: 71, 50, at: 16)]))
    let changed = try #require(player.last(.pan, .changed))
    #expect(changed.gesture.translation.dx < 30)
  }
}
