import Glibc
import Offhand

/// The socket of the module that gives weston a touch screen (Tests/Rigs/weston-touch).
final class TouchScreenSocket {
  private let descriptor: Int32

  /// Connects to the module at `path`; `nil` where nobody listens.
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

  /// Sends a frame with the stamp `due`, so that weston passes on when it was due and not when it came.
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
