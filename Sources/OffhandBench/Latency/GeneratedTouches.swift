import Glibc
import Offhand
import OffhandBenchmarks
import OffhandPlatform
import Synchronization

/// Plays a workload open-loop on a thread of its own, into a descriptor or into weston's touch screen, and records its own lateness.
final class GeneratedTouches: Sendable {
  /// The destination of touches.
  enum Way: Sendable {
    /// A descriptor of the program, like that of a device node.
    case post(TouchPost)
    /// The touch screen of weston's module, which listens at `path`.
    case touchScreen(path: String, pixelsPerMillimetre: Double)
  }

  /// The time each input was sent, by the time it was due.
  private let log = Mutex<[Int64: Int64]>([:])
  private let isStopping = Mutex(false)
  private let workload: Workload
  private let way: Way

  init(_ workload: Workload, way: Way) {
    self.workload = workload
    self.way = way
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

  /// The receiving end.
  let receiving: Int32
  private let sending: Int32
  private static let longestMessage = 64

  /// Throws if the process has no descriptor left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw BenchFault("cannot make a pair of sockets: \(KernelError.reason(errno))")
    }
    (receiving, sending) = (ends[0], ends[1])
  }

  deinit {
    close(receiving)
    close(sending)
  }

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
    return words.withUnsafeBytes { Glibc.send(sending, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
  }

  /// The next frame and the time it was due; `nil` if none is waiting.
  func receive() -> (due: Int64, fingers: [Finger])? {
    var words = [Int64](repeating: 0, count: TouchPost.longestMessage)
    let count = words.withUnsafeMutableBytes { recv(receiving, $0.baseAddress, $0.count, 0) }
    guard count >= 8 else { return nil }
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

/// The socket of the module that gives weston a touch screen (Tests/Rigs/weston-touch).
final class TouchScreenSocket {
  private let descriptor: Int32

  /// Connects to the module at `path`; `nil` if it does not listen.
  init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = descriptor
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends a frame with the timestamp `due`, which weston passes on.
  func send(due: Int64, _ fingers: [TouchPost.Finger], scale: Double) -> Bool {
    let lines = fingers.map { finger in
      switch finger.kind {
      case .down(let place): "down \(finger.slot) \(place.x * scale) \(place.y * scale) \(due)"
      case .motion(let place): "motion \(finger.slot) \(place.x * scale) \(place.y * scale) \(due)"
      default: "up \(finger.slot) \(due)"
      }
    }
    let text = Array((lines + ["frame"]).joined(separator: "\n").utf8)
    return Glibc.send(descriptor, text, text.count, Int32(MSG_NOSIGNAL)) == text.count
  }
}
