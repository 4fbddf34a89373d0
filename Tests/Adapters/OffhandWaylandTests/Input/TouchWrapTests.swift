import DesignCases
import Offhand
import Testing

@testable import OffhandWayland

/// Touches of `wl_touch` while its milliseconds of 32 bits wrap.
struct TouchWrapTests {
  private static let period: Int64 = 1 << 32

  /// The events of a finger that lands, moves to the right by `step` pixels every 8 ms, and lifts, each with its time in milliseconds from
  /// the landing at `start`.
  private func events(of reports: Int, step: Double, lifts: Bool, from start: Int64, clock: Int64) -> [String] {
    let surface = SurfaceGeometry(assumedFromPixelWidth: 640, pixelHeight: 480)
    var screen = TouchScreen(
      seat: 1, device: TouchDevice(id: DeviceID(rawValue: 1), name: "wl_touch", surface: surface))
    var assembler = TouchFrameAssembler(habits: .wayland)
    var pipeline = StandardPipeline(outputs: [surface.bounds])
    var lines: [String] = []
    func collect() {
      for event in pipeline.events {
        let time = event.timestamp.nanoseconds / 1_000_000 - start
        lines.append("\(event.name) \(event.state) \(time) \(event.gesture.velocity)")
      }
    }
    func take(_ milliseconds: Int64, _ report: (TouchStamp) -> TouchReport) {
      let stamp = TouchStamp(milliseconds: UInt32(truncatingIfNeeded: clock + milliseconds), nanoseconds: nil)
      let now = Timestamp(nanoseconds: (start + milliseconds) * 1_000_000)
      for report in [report(stamp), .frame] {
        screen.take(report, at: now) { event in
          assembler.add(event) {
            pipeline.process($0)
            collect()
          }
        }
      }
    }
    take(0) { .down(0, surface: nil, x: 200, y: 200, $0) }
    for report in 1...reports {
      take(Int64(report) * 8) { .motion(0, x: 200 + Double(report) * step, y: 200, $0) }
    }
    if lifts { take(Int64(reports) * 8 + 8) { .up(0, $0) } }
    pipeline.advance(to: Timestamp(nanoseconds: (start + 2000) * 1_000_000))
    collect()
    return lines
  }

  @Test(.recognition("A19"), arguments: [(8, 0.0, true), (8, 0.0, false), (20, 16.0, true)])
  func `a tap, a press and a drag are the same when time wraps in the middle of them`(
    reports: Int, step: Double, lifts: Bool
  ) {
    let straight = events(of: reports, step: step, lifts: lifts, from: 10_000, clock: 10_000)
    #expect(!straight.isEmpty)
    for lead: Int64 in [1, 20, 64, 72, 400] {
      let start = Self.period - lead
      #expect(events(of: reports, step: step, lifts: lifts, from: start, clock: start) == straight)
      // A clock of the compositor's own.
      #expect(events(of: reports, step: step, lifts: lifts, from: 10_000, clock: start) == straight)
    }
  }
}
