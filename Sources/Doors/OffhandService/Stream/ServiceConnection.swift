import OffhandPlatform
package import OffhandRecordings

/// A blocking connection to the service, for commands used in scripts: sends a request and waits for its reply.
package struct ServiceConnection: ~Copyable {
  private let socket: StreamSocket
  private var incoming: IncomingLines
  private var lines: [[UInt8]]
  /// Whether the first line has come.
  private var isGreeted: Bool

  /// The path of the socket: `offhand.sock` in `$XDG_RUNTIME_DIR`. Throws unless that variable is an absolute path.
  package static func defaultPath() throws(ServiceError) -> String {
    guard let directory = Environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { throw .noRuntimeDirectory }
    return "\(directory)/offhand.sock"
  }

  /// The longest wait for what needs no person.
  private static let patience = Duration.seconds(2)

  /// Connects to the service at `path`. Throws if no service listens there, or if it does not accept in time.
  package init(to path: String) throws(ServiceConnectionError) {
    let socket: StreamSocket
    do throws(KernelError) { socket = try StreamSocket.connection(to: path) } catch {
      throw .notRunning(path, error.reason)
    }
    // All stored last, for Swift 6.2, as in `Poller`.
    self.socket = socket
    incoming = IncomingLines(limit: 1 << 20)
    lines = []
    isGreeted = false
  }

  /// Sends the request that `body` writes, and returns the fields of its reply, skipping the hello and events before it. Waits for
  /// at most `patience`, or without a limit if that is `nil`.
  package mutating func request(
    patience: Duration?, _ body: (inout JSONWriter) -> Void
  ) throws(ServiceConnectionError) -> [String: JSONValue] {
    // It comes at once, while what is asked for may take a person's time.
    if !isGreeted { lines.insert(try next(patience: ServiceConnection.patience), at: 0) }
    isGreeted = true
    try send(
      JSONWriter.line { writer in
        writer.field("id", 1)
        body(&writer)
      })
    while true {
      let line = try next(patience: patience)
      let value: JSONValue
      do throws(JSONFault) {
        value = try JSONScanner.read(line) { (scanner) throws(JSONFault) in try scanner.value() }
      } catch {
        throw .failed("the service sent invalid JSON: \(error.reason)")
      }
      guard case .object(let fields) = value else { continue }
      if case .string(let reason)? = fields["closing"] { throw .failed("the service closed the connection: \(reason)") }
      if case .string(let reason)? = fields["error"] { throw .failed(reason) }
      if fields["id"] != nil { return fields }
    }
  }

  private func send(_ bytes: [UInt8]) throws(ServiceConnectionError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(KernelError) { rest = rest.dropFirst(try socket.send(rest)) } catch { throw .lost(error.reason) }
      guard rest.isEmpty || Descriptor.wait(for: socket.descriptor, .writing, atMost: ServiceConnection.patience) else {
        throw .failed("the service did not read within \(ServiceConnection.patience)")
      }
    }
  }

  /// The next line.
  private mutating func next(patience: Duration?) throws(ServiceConnectionError) -> [UInt8] {
    let end = patience.map { ContinuousClock.now + $0 }
    while lines.isEmpty {
      let remaining = end.map { $0 - ContinuousClock.now }
      if let remaining, remaining <= .zero { throw .failed("the service did not reply within \(patience ?? .zero)") }
      Descriptor.wait(for: socket.descriptor, .reading, atMost: remaining)
      let found: [IncomingLines.Piece]?
      do throws(KernelError) { found = try socket.receive(&incoming) } catch { throw .lost(error.reason) }
      guard let found else { throw .lost("it ended") }
      for case .line(let line) in found { lines.append(line) }
    }
    return lines.removeFirst()
  }
}

/// Why a command got no reply.
package enum ServiceConnectionError: Error, CustomStringConvertible {
  case notRunning(String, String)
  case lost(String)
  case failed(String)

  package var description: String {
    switch self {
    case .notRunning(let path, let reason): "no service listens at \(path) (\(reason)); start 'offhand serve'"
    case .lost(let reason): "the connection to the service was lost: \(reason)"
    case .failed(let reason): reason
    }
  }
}
