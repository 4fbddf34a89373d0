import CompositorRig
import Foundation
import HeadlessCompositors
import OffhandPlatform

/// `offhand-web`, and a service that a test plays.
///
/// `$OFFHAND_WEB_VALGRIND` has it run under valgrind.
final class PageRig {
  static let origin = "http://localhost:8080"
  static let token = "abcdefghijklmnop0123"

  let folder: TemporaryFolder
  let program: Program
  let port: Int
  private var listener: UnixListener?

  init(isServed: Bool = true) throws {
    folder = try TemporaryFolder()
    try Files.write(Array("\(PageRig.token)\n".utf8), to: folder.file("token"), permissions: 0o600)
    if isServed { listener = try UnixListener(at: folder.file("offhand.sock")) }
    program = try Program(
      PageRig.command(in: folder) + [
        "--origin", PageRig.origin, "--token-file", folder.file("token"), "--port", "0",
        "--socket", folder.file("offhand.sock"),
      ])
    try program.waitForOutput("ready at ws://127.0.0.1:")
    let rest = program.standardError.split(separator: "ws://127.0.0.1:")[1]
    port = Int(rest.prefix(while: \.isNumber)) ?? 0
  }

  private static func command(in folder: TemporaryFolder) throws -> [String] {
    let built = Program.built("offhand-web")
    guard ProcessInfo.processInfo.environment["OFFHAND_WEB_VALGRIND"] != nil else { return [built] }
    // valgrind cannot read the compiler's debug information.
    try Program(["strip", "-g", "-o", folder.file("offhand-web"), built]).wait()
    return ["valgrind", "-q", folder.file("offhand-web")]
  }

  /// What valgrind reported: lines that begin with the number of the process.
  var faults: [Substring] { program.standardError.split(separator: "\n").filter { $0.hasPrefix("==") } }

  /// A page that is connected as it should be.
  func page() throws -> RawPage {
    let page = try RawPage(port: port, host: nil)
    guard page.isConnected else { throw RigError("not connected: '\(page.answer)'; \(program.summary)") }
    return page
  }

  /// The service's end of the next page's connection.
  func accept() throws -> ServiceEnd {
    var accepted: ServiceEnd?
    try Waiting.until("a connection to the service") {
      if let socket = try listener?.accept() { accepted = ServiceEnd(socket) }
      return accepted != nil
    }
    guard let accepted else { throw RigError("no service listens") }
    return accepted
  }

  /// Accepts what waits, and lets it go.
  func acceptAll() throws { while try listener?.accept() != nil {} }

  /// Ends the service, or starts it.
  func serve(_ isServed: Bool) throws {
    listener = nil
    if isServed { listener = try UnixListener(at: folder.file("offhand.sock")) }
  }
}

/// The service's end of a page's connection.
final class ServiceEnd {
  private let socket: StreamSocket
  private var received: [UInt8] = []

  init(_ socket: consuming StreamSocket) { self.socket = socket }

  /// Sends as much of `text` as fits now, and returns the number of bytes.
  func send(_ text: String) throws -> Int { try socket.send(Array(text.utf8)[...]) }

  /// The next line.
  func line() throws -> String {
    try Waiting.until("a line of the page") {
      _ = try socket.read(into: &received)
      return received.contains(10)
    }
    let line = received.prefix { $0 != 10 }
    received.removeFirst(line.count + 1)
    return String(decoding: line, as: UTF8.self)
  }
}
