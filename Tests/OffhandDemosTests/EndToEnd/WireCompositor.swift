import CompositorRig
import Glibc
import OffhandPlatform

/// A compositor of a few bytes: speaks just enough of the wire protocol to answer a client's first words, and goes wrong as
/// it is told.
final class WireCompositor {
  /// What it does wrong.
  enum Fault: Sendable {
    /// Offers no global but these.
    case offersOnly([(interface: String, version: UInt32)])
    /// Objects to the client's first request.
    case objects(code: UInt32, message: String)
    /// Hangs up on the client's first request.
    case hangsUp
  }

  let directory: TemporaryDirectory
  private let listener: Int32

  /// The variables that lead a client to it.
  var environment: [String: String] { ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": "wire"] }

  init(_ fault: Fault) throws {
    directory = try TemporaryDirectory()
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(directory.file("wire").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 1) == 0 else { throw KernelError(call: "bind", code: errno) }
    let socket = listener
    // The thread ends with the client, or when the listener is closed.
    _ = try WorkerThread {
      let client = accept(socket, nil, nil)
      guard client >= 0 else { return }
      WireCompositor.serve(client, fault)
      close(client)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ client: Int32, _ fault: Fault) {
    var pending: [UInt32] = []
    var words = [UInt32](repeating: 0, count: 1024)
    while true {
      let count = read(client, &words, words.count * 4)
      guard count > 0 else { return }
      pending += words[0..<count / 4]
      while pending.count >= 2, pending.count >= Int(pending[1] >> 18) {
        let message = Array(pending.prefix(Int(pending[1] >> 18)))
        pending.removeFirst(message.count)
        guard answer(message, on: client, fault) else { return }
      }
    }
  }

  /// Answers one request to `wl_display`; opcode 0 is `sync`, 1 is `get_registry`.
  private static func answer(_ message: [UInt32], on client: Int32, _ fault: Fault) -> Bool {
    guard message[0] == 1, message.count >= 3 else { return true }
    switch fault {
    case .hangsUp: return false
    case .objects(let code, let text):
      send(event: 0, of: 1, [message[2], code] + string(text), to: client)
      return true
    case .offersOnly(let globals):
      if message[1] & 0xffff == 1 {
        for (name, global) in globals.enumerated() {
          send(event: 0, of: message[2], [UInt32(name + 1)] + string(global.interface) + [global.version], to: client)
        }
      } else {
        send(event: 0, of: message[2], [0], to: client)
      }
      return true
    }
  }

  private static func send(event: UInt32, of object: UInt32, _ arguments: [UInt32], to client: Int32) {
    var words = [object, UInt32(8 + arguments.count * 4) << 16 | event] + arguments
    _ = write(client, &words, words.count * 4)
  }

  private static func string(_ text: String) -> [UInt32] {
    var bytes = Array(text.utf8) + [0]
    let length = UInt32(bytes.count)
    while bytes.count % 4 != 0 { bytes.append(0) }
    let words = stride(from: 0, to: bytes.count, by: 4).map { at in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    return [length] + words
  }
}
