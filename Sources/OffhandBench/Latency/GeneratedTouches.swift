import Offhand
import OffhandBenchmarks
import OffhandPlatform
import Synchronization

/// Plays a workload open-loop on a thread of its own, into a descriptor like that of a device node, and records its own lateness.
final class GeneratedTouches: Sendable {
  /// The time each input was sent, by the time it was due.
  private let log = Mutex<[Int64: Int64]>([:])
  private let isStopping = Mutex(false)
  private let workload: Workload
  private let post: TouchPost

  init(_ workload: Workload, into post: TouchPost) {
    self.workload = workload
    self.post = post
  }

  /// Time from the first input to the last.
  var duration: Duration {
    guard let first = workload.frames.first, let last = workload.frames.last else { return .zero }
    return last.timestamp - first.timestamp
  }

  /// The time at which the input due at `due` was sent.
  func sent(due: Int64) -> Int64? { log.withLock { $0[due] } }

  /// Stops sending: `play` returns when the next input would be due.
  func stop() { isStopping.withLock { $0 = true } }

  /// Plays everything from `start` on, and returns when the last input is sent.
  func play(from start: Timestamp) {
    let origin = workload.frames.first?.timestamp ?? .zero
    let generator = OpenLoopGenerator(
      start: start.nanoseconds, offsets: workload.frames.map { $0.timestamp.nanoseconds - origin.nanoseconds })
    generator.run(on: OpenLoopGenerator.SpinningClock()) { index, due, now in
      if isStopping.withLock({ $0 }) { return false }
      log.withLock { $0[due] = now }
      var frame = workload.frames[index]
      frame.timestamp = Timestamp(nanoseconds: due)
      post.send(frame)
      return true
    }
  }
}

/// Frames of touches on their way from a generator: for the program a descriptor that becomes readable, like a device node.
final class TouchPost: Sendable {
  private let frames = Mutex<[TouchFrame]>([])
  private let bell: Doorbell

  /// Throws if the process is out of descriptors.
  init() throws { bell = try Doorbell() }

  /// The descriptor to wait for.
  var descriptor: Int32 { bell.descriptor }

  /// Sends a frame, whose time is that at which it was due, from any thread.
  func send(_ frame: TouchFrame) {
    frames.withLock { $0.append(frame) }
    bell.ring()
  }

  /// The frames that have come.
  func receive() -> [TouchFrame] {
    bell.acknowledge()
    return frames.withLock { frames in
      defer { frames.removeAll(keepingCapacity: true) }
      return frames
    }
  }
}
