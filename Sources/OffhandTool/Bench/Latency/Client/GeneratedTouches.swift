import Glibc
import Offhand
import OffhandBenchmarks
import OffhandPlatform
import Synchronization

/// The generator on a thread of its own: plays a workload open-loop, into a descriptor or into weston's touch screen, and
/// writes down how late it was.
final class GeneratedTouches: Sendable {
  /// Where touches go.
  enum Way: Sendable {
    /// A descriptor of the program, as from a device node.
    case post(TouchPost)
    /// The touch screen that weston's module makes, listening at `path`, `pixelsPerMillimetre` of whose pixels are a
    /// millimetre of the workload.
    case touchScreen(path: String, pixelsPerMillimetre: Double)
  }

  /// When each input was due and when it was sent.
  private let log = Mutex<[Int64: Int64]>([:])
  private let isStopping = Mutex(false)
  private let workload: Workload
  private let way: Way

  init(_ workload: Workload, way: Way) {
    self.workload = workload
    self.way = way
  }

  /// From the first input to the last.
  var duration: Duration {
    guard let first = workload.frames.first, let last = workload.frames.last else { return .zero }
    return last.timestamp - first.timestamp
  }

  /// When the input that was due at `due` was sent.
  func sent(due: Int64) -> Int64? { log.withLock { $0[due] } }

  /// Sends no more: `play` comes back when the next input would be due.
  func stop() { isStopping.withLock { $0 = true } }

  /// Plays everything from `start` on; comes back when the last input was sent.
  func play(from start: Timestamp) {
    let origin = workload.frames.first?.timestamp ?? .zero
    let generator = OpenLoopGenerator(
      start: start.nanoseconds, offsets: workload.frames.map { $0.timestamp.nanoseconds - origin.nanoseconds })
    var screen: TouchScreenSocket?
    if case .touchScreen(let path, _) = way { screen = TouchScreenSocket(path) }
    generator.run(on: OpenLoopGenerator.SpinningClock()) { index, due, now in
      if isStopping.withLock({ $0 }) { return false }
      log.withLock { $0[due] = now }
      let fingers = fingers(of: workload.frames[index])
      switch way {
      case .post(let post): return post.send(due: due, fingers)
      case .touchScreen(_, let scale): return screen?.send(due: due, fingers, scale: scale) ?? false
      }
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
      // Numbers of a workload's contacts only grow; a panel has few slots.
      return TouchPost.Finger(slot: Int32(touch.id.rawValue % 10), kind: kind)
    }
  }
}
