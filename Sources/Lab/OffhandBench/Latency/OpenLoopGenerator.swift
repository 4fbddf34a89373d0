import Offhand
import OffhandBenchmarks
import OffhandPlatform
import Synchronization

/// Sends inputs on a fixed schedule, independent of the program under test.
///
/// The time an input is due is fixed in advance, and latency counts from it: if the generator is late or the program stalls, the
/// latencies of the inputs that had to wait show it. A generator that waits for each reaction sends nothing during a stall, and
/// measures one slow input instead of many.
struct OpenLoopGenerator: Sendable {
  /// The clock of a generator, in nanoseconds.
  protocol Clock {
    func now() -> Int64
    /// Returns at `time` or later.
    func wait(until time: Int64)
  }

  /// The start of the schedule, in ns.
  let start: Int64
  /// The time each input is due, in ns after `start`.
  let offsets: [Int64]

  /// Calls `send` for every input with its index, the time it was due and the present time, until it returns false.
  func run(on clock: some Clock, send: (_ index: Int, _ due: Int64, _ now: Int64) -> Bool) {
    for (index, offset) in offsets.enumerated() {
      clock.wait(until: start + offset)
      guard send(index, start + offset, clock.now()) else { return }
    }
  }

  /// The monotonic clock. Sleeps until shortly before the time and then spins, because a sleep alone ends late by the timer's slack and
  /// the scheduling delay.
  struct SpinningClock: Clock {
    /// Time before the end at which it wakes to spin, in ns.
    private static let spin: Int64 = 300_000

    func now() -> Int64 { BenchmarkClock.now() }

    func wait(until time: Int64) {
      if time - now() > SpinningClock.spin { BenchmarkClock.sleep(until: time - SpinningClock.spin) }
      while now() < time {}
    }
  }
}

/// Frames of touches on their way from a generator: for the program a descriptor that becomes readable, like a device node.
final class TouchPost: Sendable {
  private let state = Mutex<(frames: [(frame: TouchFrame, sent: Int64)], isClosed: Bool)>(([], false))
  private let bell: Doorbell

  /// Throws if the process is out of descriptors.
  init() throws { bell = try Doorbell() }

  var descriptor: Int32 { bell.descriptor }

  /// Plays `workload` open-loop from `start` on, and returns when the last frame is sent. The time of a frame becomes that at which it was
  /// due.
  func play(_ workload: Workload, from start: Timestamp) {
    let origin = workload.frames.first?.timestamp ?? .zero
    let offsets = workload.frames.map { $0.timestamp.nanoseconds - origin.nanoseconds }
    let generator = OpenLoopGenerator(start: start.nanoseconds, offsets: offsets)
    generator.run(on: OpenLoopGenerator.SpinningClock()) { index, due, now in
      var frame = workload.frames[index]
      frame.timestamp = Timestamp(nanoseconds: due)
      let isOpen = state.withLock { state in
        if !state.isClosed { state.frames.append((frame, now)) }
        return !state.isClosed
      }
      if isOpen { bell.ring() }
      return isOpen
    }
  }

  /// Ends `play` when the next frame would be due.
  func close() { state.withLock { $0.isClosed = true } }

  /// The frames that have come, with the times at which they were sent.
  func receive() -> [(frame: TouchFrame, sent: Int64)] {
    bell.acknowledge()
    return state.withLock { state in
      defer { state.frames.removeAll(keepingCapacity: true) }
      return state.frames
    }
  }
}
