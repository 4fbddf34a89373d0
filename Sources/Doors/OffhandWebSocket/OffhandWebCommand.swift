import ArgumentParser
import Glibc
import OffhandCommandLine
import OffhandPlatform

/// `offhand-web`: the service's socket for pages in a browser of this machine.
@main
struct OffhandWebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offhand-web",
    abstract: "Let pages in a browser of this machine talk to 'offhand serve', over a WebSocket.",
    discussion: """
      A page connects with offhand.js: connect({ url: "ws://127.0.0.1:7703", token }). It can do what a client of the socket can.

      Examples:

        head -c 24 /dev/urandom | basenc --base64url > ~/.config/offhand/web-token; chmod 600 ~/.config/offhand/web-token
        offhand-web --token-file ~/.config/offhand/web-token --origin http://localhost:8080
      """,
    version: "0.2.0")

  @Option(
    help: ArgumentHelp(
      """
      An origin that may connect, as the browser names it, or 'null' for pages that are files; frames in a sandbox, of \
      any page, are 'null' too, and only the token keeps those out. May be repeated.
      """,
      valueName: "origin"))
  var origin: [String]

  @Option(
    help: ArgumentHelp("A file with the token that pages give, which other users cannot read.", valueName: "file"))
  var tokenFile: String

  @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 takes a free one.", valueName: "number"))
  var port = 7703

  @Option(help: ArgumentHelp("The service's socket; without it offhand.sock in $XDG_RUNTIME_DIR.", valueName: "path"))
  var socket: String?

  static func main() { start() }

  func validate() throws {
    guard !origin.isEmpty else { throw ValidationError("Name at least one '--origin'.") }
    for origin in origin where !PageRules.isOrigin(origin) {
      throw ValidationError(
        "'\(origin)' is no origin; a browser sends it as http://localhost:8080, without a path, or as null.")
    }
    guard (0...65535).contains(port) else { throw ValidationError("'--port' takes 0 to 65535.") }
    if socket == "" { throw ValidationError("The path of the socket is empty.") }
  }

  func run() throws {
    let rules = PageRules(origins: Set(origin), token: try token())
    let path = try servicePath()
    // The only way to the service: a process that connects there and nowhere else.
    let broker = try FileBroker(named: "offhand-web-con", confinement: Confinement(readable: [], connects: true)) {
      (_) throws(KernelError) in try UnixSocket.stream(to: path)
    }
    var log = SparseLog()
    let server = try PageServer(
      port: port, rules: rules,
      makeConnection: { () throws(KernelError) in
        do throws(KernelError) { return try broker.open(path) } catch {
          guard broker.hasEnded else { throw error }
          // Without it no page would ever be served again.
          StandardError.log("offhand-web: the process that connects to the service has ended")
          Glibc.exit(RunFailure.exitCode)
        }
      },
      report: { event in
        if let line = log.line(event, at: MonotonicClock.now()) { StandardError.log("offhand-web: \(line)") }
      })
    if origin.contains("null") {
      StandardError.log(
        "offhand-web: warning: only the token keeps foreign pages out: their frames in a sandbox are 'null' too")
    }
    let outcome = Confinement(readable: []).apply()
    StandardError.log("offhand-web: ready at ws://127.0.0.1:\(server.port), for \(path); \(outcome)")
    server.run()
  }

  private func token() throws -> [UInt8] {
    var bytes = try Files.contents(of: tokenFile, atMost: 1 << 12)
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
    if let fault = PageRules.fault(inToken: bytes) { throw OffhandWebError.token(tokenFile, fault) }
    guard try !Files.isOpenToOthers(tokenFile) else { throw OffhandWebError.isOpen(tokenFile) }
    return bytes
  }

  private func servicePath() throws -> String {
    if let socket { return socket }
    guard let directory = Environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
      throw OffhandWebError.noRuntimeDirectory
    }
    return "\(directory)/offhand.sock"
  }
}

/// Why `offhand-web` cannot start.
enum OffhandWebError: Error, CustomStringConvertible {
  case token(String, String)
  case isOpen(String)
  case noRuntimeDirectory

  var description: String {
    switch self {
    case .token(let file, let fault): "the token in \(file) does not do: \(fault)"
    case .isOpen(let file): "other users can read \(file); 'chmod 600 \(file)' keeps the token from them"
    case .noRuntimeDirectory: "$XDG_RUNTIME_DIR is not set; name the service's socket with '--socket'"
    }
  }
}
