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
      return post.send(due: due, fingers(of: workload.frames[index]))
    }
  }

  private func fingers(of frame: TouchFrame) -> [TouchPost.Finger] {
    frame.indices.map { index in
      let touch = frame[index]
      let kind: TouchEvent.Kind =
        switch touch.phase {
        case .began: .down(touch.position)
        case .ended, .cancelled: .up
        default: .motion(touch.position)
        }
      // Identities of a workload's touches only grow, but a panel has few slots.
      return TouchPost.Finger(slot: Int32(touch.id.rawValue % 10), kind: kind)
    }
  }
}

/// A pair of sockets through which a generator sends frames of touches, one per message: for the program a descriptor that becomes
/// readable, like a device node.
final class TouchPost: Sendable {
  /// One touch of a frame.
  struct Finger {
    var slot: Int32
    var kind: TouchEvent.Kind
  }

  private let sockets: UnixSocket.Pair
  private static let longestMessage = 64

  /// Throws if the process is out of descriptors.
  init() throws { sockets = try UnixSocket.pair() }

  /// The descriptor of the receiving end.
  var receiving: Int32 { sockets.first.descriptor }

  /// Sends a frame that was due at `due`, from any thread. Returns whether it was sent.
  func send(due: Int64, _ fingers: [Finger]) -> Bool {
    var words: [Int64] = [due]
    for finger in fingers {
      let (kind, place) =
        switch finger.kind {
        case .down(let place): (Int64(0), place)
        case .motion(let place): (1, place)
        default: (2, Point(x: 0, y: 0))
        }
      words += [Int64(finger.slot), kind, Int64(bitPattern: place.x.bitPattern), Int64(bitPattern: place.y.bitPattern)]
    }
    return words.withUnsafeBytes { sockets.second.send($0) }
  }

  /// The next frame and the time it was due; `nil` if none is waiting.
  func receive() -> (due: Int64, fingers: [Finger])? {
    var words = [Int64](repeating: 0, count: TouchPost.longestMessage)
    guard let count = words.withUnsafeMutableBytes({ sockets.first.receive(into: $0) }), count >= 8 else { return nil }
    var fingers: [Finger] = []
    for at in stride(from: 1, to: count / 8 - 3, by: 4) {
      let place = Point(
        x: Double(bitPattern: UInt64(bitPattern: words[at + 2])),
        y: Double(bitPattern: UInt64(bitPattern: words[at + 3])))
      let kind: TouchEvent.Kind = words[at + 1] == 0 ? .down(place) : words[at + 1] == 1 ? .motion(place) : .up
      fingers.append(Finger(slot: Int32(words[at]), kind: kind))
    }
    return (words[0], fingers)
  }
}
