import CompositorRig
import Glibc
import Logging
import Offhand
import OffhandPixman
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandClient

/// A program that is kept from its work while touches come.
@Suite(.serialized, .ownThreads, .enabled(if: Weston.isAvailable, "needs weston: scripts/setup compositors"))
struct LateTouchTests {
  /// Writes down what a finger has made.
  private struct Listening: QuietView {
    var pipeline = Pipeline {
      TapGestureRecognizer()
      LongPressGestureRecognizer()
    }
    var lines: [String] = []
    var landed: Timestamp?

    mutating func process(_ frame: borrowing TouchFrame) {
      if landed == nil { landed = frame.timestamp }
      pipeline.process(frame)
      lines += pipeline.events.map { "\($0.name) \($0.state)" }
    }
    mutating func advance(to time: Timestamp) {
      pipeline.advance(to: time)
      lines += pipeline.events.map { "\($0.name) \($0.state)" }
    }
    var deadline: Timestamp? { pipeline.deadline }
    func isAnimating(at time: Timestamp) -> Bool { true }
    func draw(for frame: FrameTime, into list: inout DisplayList) {
      list.circle(center: Point(x: Double(frame.presentation.nanoseconds / 1_000_000 % 40), y: 20), radius: 5, .white)
    }
  }

  @Test func `a stalled program turns no tap of a recording into a long press`() throws {
    let (weston, folder) = (try Weston(), try TemporaryFolder())
    let path = try folder.write(recordingLine("tap", every: 0.45) { _ in [(1, 50, 50)] }, to: "tap.jsonl")
    let program = try ViewProgram(
      Listening(), title: "Test", renderer: Renderer(fonts: try FontBook()),
      input: TouchInput(.recording(path), filters: [], recordingEnd: .exits), display: ViewDisplay(), posture: nil,
      observer: nil, at: .named(weston.socketPath), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var hasStalled = false
    var lines: [String] = []
    program.onFrame = { view, now in
      lines = view.lines
      if !lines.isEmpty { program.stop() }
      guard let landed = view.landed, now - landed > .milliseconds(350), !hasStalled else { return }
      // The lift and the deadline are both over then.
      hasStalled = true
      usleep(500_000)
    }
    try program.run()
    // Where the machine was busy for longer, the lift came before the stall.
    #expect(lines == ["tap recognized"], "\(hasStalled)")
  }
}
