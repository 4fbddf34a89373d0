import Glibc
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// A pair of sockets through which a generator hands over frames of touches, one a message: what a device node is to a
/// program, a descriptor that becomes readable.
final class TouchPost: Sendable {
  /// One finger of a frame.
  struct Finger {
    var slot: Int32
    var kind: TouchEvent.Kind
  }

  /// The end that is read.
  let receiving: Int32
  private let sending: Int32
  private static let longestMessage = 64

  /// Throws where the process has no descriptor left.
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

  /// Hands over a frame that was due at `due`; may be called on another thread. Answers whether it went.
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

  /// The next frame, and when it was due; `nil` where none waits.
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
