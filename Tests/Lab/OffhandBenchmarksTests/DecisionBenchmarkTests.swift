import Foundation
import Offhand
import Testing

@testable import OffhandBenchmarks

/// Verdicts are judged by what could be known, and when.
@Suite struct DecisionBenchmarkTests {
  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  /// Two taps of one finger, 200 ms apart, from `start` on.
  private func taps(_ count: Int, from start: Int64) -> [TouchFrame] {
    (0..<count).flatMap { number in
      let begin = start + Int64(number) * 200
      return [(begin, Touch.Phase.began), (begin + 50, .ended)].map { moment, phase in
        var frame = TouchFrame(timestamp: Self.time(moment))
        var touch = Touch(
          id: Touch.ID(rawValue: UInt64(begin)), position: Point(x: 50, y: 50), landingTime: Self.time(begin))
        touch.phase = phase
        frame.append(touch)
        return frame
      }
    }
  }

  private func truth(_ expected: String, tolerated: Set<String> = []) -> GroundTruth {
    GroundTruth(
      kind: "kind", expected: expected, decidable: Self.time(1040), start: Self.time(1000), tolerated: tolerated)
  }

  private func kind(_ truth: GroundTruth, taps count: Int = 1) throws -> Decisions {
    let workload = Workload(name: "w", rate: 100, frames: taps(count, from: 1000), truths: [truth])
    let result = DecisionBenchmark.run(
      Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer()
      }, on: workload)
    return try #require(result.first)
  }

  @Test func `a verdict is as late as it comes after the moment at which it could be known`() throws {
    let kind = try kind(truth("tap"))
    #expect(kind.latencyMs?.median.rounded() == 10 && kind.latencyMs?.count == 1)
    #expect(kind.misses == 0 && kind.misfires.isEmpty)
  }

  @Test func `a second verdict is a mistake`() throws {
    #expect(try kind(truth("tap"), taps: 2).misfires == ["tap": 1])
  }

  @Test func `a wrong verdict is a mistake unless it is tolerated, and a recognizer that is not there misses nothing`()
    throws
  {
    let wrong = try kind(truth("pan"))
    #expect(wrong.misfires == ["tap": 1] && wrong.misses == 1)
    #expect(try kind(truth("pan", tolerated: ["tap"])).misfires.isEmpty)
    let absent = try kind(truth("pinch"))
    #expect(!absent.judged && absent.misses == 0)
  }

  @Test func `a workload file begins at 0, in pixels`() {
    let text = Workload(name: "w", rate: 100, frames: taps(1, from: 1000)).fileText
    #expect(text == "frame,t_us,type,id,x,y\n0,0,d,1000,600,600\n1,50000,u,1000,600,600\n")
  }
}
