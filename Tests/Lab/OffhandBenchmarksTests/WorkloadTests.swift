import Foundation
import Offhand
import OffhandBenchmarks
import Testing

struct WorkloadTests {
  @Test(arguments: [60.0, 120, 240, 1000])
  func `the same seed makes the same frames, whole and in order`(rate: Double) {
    for (first, second) in zip(Workload.all(rate: rate), Workload.all(rate: rate)) {
      #expect(first.frames.map(\.timestamp) == second.frames.map(\.timestamp))
      #expect(first.frames.map { $0[0].position } == second.frames.map { $0[0].position })
      #expect(zip(first.frames, first.frames.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
      #expect(first.frames.last?.downCount == 0)
    }
    #expect(Workload.all(rate: rate).map(\.touchCount) == [1, 2, 10, 2])
  }

  @Test func `the pinch ends where its description says`() throws {
    let frames = Workload.pinch(rate: 240).frames
    let both = frames.filter { $0.downCount == 2 }
    let first = try #require(both.first)
    let last = try #require(both.last)
    let span = { (frame: TouchFrame) in frame[0].position.distance(to: frame[1].position) }
    #expect(abs(span(last) / span(first) - 300.0 / 220) < 0.02)
    #expect(abs((both.map(span).max() ?? 0) - 620.0 / 12) < 0.3)
    let direction = { (frame: TouchFrame) in
      let way = frame[1].position - frame[0].position
      return Angle(y: way.dy, x: way.dx).degrees
    }
    #expect(abs(direction(last) - direction(first) + 25) < 1.5)
  }

  @Test func `truths lie in their episodes, in the order of time`() {
    let workload = Workload.gestures(rate: 120, repetitions: 4)
    #expect(workload.truths.count == 44)
    for (truth, next) in zip(workload.truths, workload.truths.dropFirst()) {
      #expect(truth.start <= truth.decidable)
      #expect(truth.decidable < next.start)
    }
    let size = Rect(x: -1, y: -1, width: 162, height: 92)
    #expect(workload.frames.allSatisfy { frame in frame.indices.allSatisfy { size.contains(frame[$0].position) } })
  }
}
