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

  @Test func `a workload that is written as a file is the same when it is read`() throws {
    for workload in Workload.all(rate: 120) {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("offhand-\(UUID().uuidString).csv")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(WorkloadFile.text(workload).utf8).write(to: file)
      let read = try WorkloadFile.workload(path: file.path, name: workload.name, rate: 120)
      #expect(read.frames.count == workload.frames.count)
      #expect(read.frames.map(\.downCount) == workload.frames.map(\.downCount))
      #expect(read.touchCount == workload.touchCount)
      for (one, other) in zip(read.frames, workload.frames) {
        #expect(one[0].phase == other[0].phase)
        #expect(one[0].position.distance(to: other[0].position) < 1e-3)
      }
    }
  }
}
