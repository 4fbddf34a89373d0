import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct TouchRelayTests {
  /// What the layer below sees of `steps`, as lines such as `moved 8`.
  static func relay<R: RecognizerGroup>(_ pipeline: Pipeline<R>, _ steps: [Step], until end: Double = 5000) -> [String]
  {
    var pipeline = pipeline
    var relay = TouchRelay()
    var assembler = TouchFrameAssembler()
    var lines: [String] = []
    func note() { lines += relay.deliveries.map { "\($0.touch.phase) \($0.timestamp.nanoseconds / 1_000_000)" } }
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      relay.relay(frame, after: pipeline)
      note()
    }
    pipeline.advance(to: Timestamp(nanoseconds: Int64(end * 1e6)))
    relay.relay(upTo: Timestamp(nanoseconds: Int64(end * 1e6)), after: pipeline)
    note()
    return lines
  }

  @Test(.recognition("J11")) func `a captured finger is cancelled once`() {
    let lines = Self.relay(
      Pipeline { PanGestureRecognizer() },
      [
        down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 8), move(1, to: 55, 50, at: 16), move(1, to: 56, 50, at: 24),
        up(1, at: 32),
      ])
    #expect(lines == ["began 0", "moved 8", "cancelled 16"])
  }

  @Test(.recognition("J11")) func `a recognizer that fails captures nothing`() {
    let lines = Self.relay(
      Pipeline { LongPressGestureRecognizer() },
      [down(1, 50, 50, at: 0), move(1, to: 55, 50, at: 8), up(1, at: 16)])
    #expect(lines == ["began 0", "moved 8", "ended 16"])
  }

  @Test(.recognition("J12")) func `what was delayed comes in order with its own stamps`() {
    let lines = Self.relay(
      Pipeline { SwipeGestureRecognizer(maximumDuration: .milliseconds(200)).with { $0.delaysTouchesBegan = true } },
      [
        down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 100), move(1, to: 52, 50, at: 208),
        move(1, to: 53, 50, at: 216),
        up(1, at: 224),
      ])
    #expect(lines == ["began 0", "moved 100", "moved 208", "moved 216", "ended 224"])
    let held = Self.relay(
      Pipeline { SwipeGestureRecognizer().with { $0.delaysTouchesBegan = true } },
      [down(1, 50, 50, at: 0), move(1, to: 51, 50, at: 100)], until: 400)
    #expect(held.isEmpty)
  }

  @Test func `The lift of a tap that may become a double tap is held back`() {
    let doubleTap = Pipeline { TapGestureRecognizer(taps: 2) }
    #expect(Self.relay(doubleTap, [down(1, 50, 50, at: 0), up(1, at: 60)], until: 200) == ["began 0"])
    #expect(Self.relay(doubleTap, [down(1, 50, 50, at: 0), up(1, at: 60)]) == ["began 0", "ended 60"])
  }
}
