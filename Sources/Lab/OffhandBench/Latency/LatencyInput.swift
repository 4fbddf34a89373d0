import Offhand
import OffhandBenchmarks
import OffhandClient
import OffhandPlatform

/// Reads touches, assembles frames, runs a pipeline, and records the time of each step.
final class LatencyInput: EventSource {
  private(set) var inputs: [LatencyRecord.Input] = []
  /// The touches that are down.
  private var fingers: [Touch.ID] = []
  private(set) var prediction: ViewPrediction

  private let post: TouchPost
  private var assembler = TouchFrameAssembler(habits: .libinput)
  private var pipeline: any GesturePipeline
  private var (woken, sent): (Int64, Int64) = (0, 0)

  init(_ post: TouchPost, pipeline: any GesturePipeline, prediction: ViewPrediction) {
    self.post = post
    self.prediction = prediction
    self.pipeline = pipeline
    // The pauses between strokes are shorter than the teleport guard allows.
    assembler.teleportGuard = nil
  }

  var descriptor: Int32? { post.descriptor }

  var deadline: Timestamp? { pipeline.deadline }

  func dispatch(at now: Timestamp) throws {
    woken = now.nanoseconds
    for (frame, sent) in post.receive() {
      self.sent = sent
      for index in frame.indices {
        let event = LatencyInput.event(of: frame[index], at: frame.timestamp)
        assembler.add(.touch(event)) { process(copy $0) }
      }
      assembler.add(.frame(LatencyInput.device, frame.timestamp)) { process(copy $0) }
    }
    assembler.endBatch { process(copy $0) }
    if let due = pipeline.deadline, due <= now { pipeline.advance(to: now) }
  }

  private static let device = DeviceID(rawValue: 1)

  /// What a panel reports of `touch`.
  private static func event(of touch: Touch, at time: Timestamp) -> TouchEvent {
    let kind: TouchEvent.Kind =
      switch touch.phase {
      case .began: .down(touch.position)
      case .ended, .cancelled: .up
      default: .motion(touch.position)
      }
    // Identities of a workload's touches only grow, but a panel has few slots.
    return TouchEvent(device: device, slot: Int32(touch.id.rawValue % 10), timestamp: time, kind: kind)
  }

  /// The positions at which the touches are drawn in `frame`, in mm.
  func positions(for frame: FrameTime) -> [Point] { fingers.compactMap { prediction.position(of: $0, for: frame) } }

  /// Notes that all inputs so far are in the commit `number`.
  func carry(in number: Int) {
    for index in inputs.indices.reversed() {
      if inputs[index].commit != nil { return }
      inputs[index].commit = number
    }
  }

  private func process(_ frame: TouchFrame) {
    let assembled = MonotonicClock.now().nanoseconds
    pipeline.process(frame)
    let decided = MonotonicClock.now().nanoseconds
    let due = frame.timestamp.nanoseconds
    inputs.append(
      LatencyRecord.Input(scheduled: due, sent: sent, woken: woken, assembled: assembled, decided: decided))
    prediction.record(frame)
    fingers = frame.indices.filter { frame[$0].isDown }.map { frame[$0].id }
  }
}
