import Offhand
@testable import OffhandBench
import OffhandBenchmarks
import Testing

@Suite struct FingerMotionTests {
  @Test(arguments: FingerMotion.allCases) func `reports are true positions, and every stroke lands and lifts`(
    motion: FingerMotion
  ) throws {
    let workload = motion.workload(rate: 120, count: 600)
    var down: Touch.ID?
    var strokes = 0
    for frame in workload.frames {
      let touch = try #require(frame.count == 1 ? frame[0] : nil)
      switch touch.phase {
      case .began:
        #expect(down == nil)
        down = touch.id
        strokes += 1
      case .ended:
        #expect(down == touch.id)
        down = nil
        continue
      default: #expect(down == touch.id)
      }
      let truth = try #require(motion.position(at: frame.timestamp.seconds))
      #expect(touch.position.distance(to: truth.point) < 0.05)
      #expect(RecognizerBenchmark.bounds.contains(touch.position))
    }
    #expect(down == nil && strokes > 1)
  }

  @Test func `the speeds are those that are stated`() {
    func speed(_ motion: FingerMotion, at time: Double) -> Double {
      guard let before = motion.position(at: time - 0.001), let after = motion.position(at: time + 0.001) else {
        return 0
      }
      return after.point.distance(to: before.point) / 0.002
    }
    #expect(abs(speed(.line, at: 0.5) - 100) < 1e-6)
    #expect(abs(speed(.line, at: 1.5) - 300) < 1e-6)
    #expect(abs(speed(.arc, at: 1) - 150) < 0.1)
    #expect(abs(speed(.zigzag, at: 0.1) - 150) < 1e-6)
    // The fastest moment of a minimum-jerk reach: 15/8 of the mean speed of 150 mm/s.
    #expect(abs(speed(.reach, at: 0.5) - 281.25) < 0.1)
    #expect(speed(.reach, at: 0.2) == 0)
    #expect(!FingerMotion.reach.isMoving(at: 0.2) && FingerMotion.reach.isMoving(at: 0.4))
    #expect(FingerMotion.line.isMoving(at: 0.01) && !FingerMotion.line.isMoving(at: 1.25))
  }
}

@Suite struct LatencyGapTests {
  private func record(_ frames: [LatencyGap.Frame]) -> LatencyRecord {
    var record = LatencyRecord()
    record.claimedInterval = 16_666_667
    record.gap = LatencyRecord.Gap(
      frames: frames, isReadBack: false, seconds: 2, draws: 120, wakeups: 500,
      processorSeconds: 0.1)
    return record
  }

  @Test func `the figures of all runs are taken together`() throws {
    let even = (1...20).map { number in
      LatencyGap.Frame(
        distance: Double(number), lateness: number == 20 ? 17_000_000 : -100_000)
    }
    let gap = try #require(LatencyGap([record(even), record(even)]))
    #expect(gap.millimetres.count == 40 && gap.millimetres.median == 10 && gap.p95 == 19)
    #expect(gap.forecastError?.median == 0.1 && gap.misjudged == 0.05)
    #expect(gap.drawsPerSecond == 60 && gap.wakeupsPerSecond == 250 && gap.processorMilliseconds == 50)
    #expect(LatencyGap([LatencyRecord()]) == nil)
  }

  @Test func `a frame that is seen too early was misjudged as well`() throws {
    let frames = [-17_000_000, 17_000_000, 0, 0].map { LatencyGap.Frame(distance: 1, lateness: $0) }
    #expect(try #require(LatencyGap([record(frames)])).misjudged == 0.5)
  }
}
