import Glibc
import LibWebSockets
import OffhandPlatform

/// A WebSocket on the loopback interface, each connection of which is joined to a connection of its own to the service.
///
/// A text message is a line of the service's protocol, without its end; nothing of it is read here. The service limits what its clients
/// ask for, and forgets `changed` lines that a client does not read in time: while a page reads slowly, nothing is taken from the service.
final class PageServer {
  /// The most pages at a time.
  static let mostPages = 16
  /// The longest message of a page in bytes: the service's longest line.
  static let longestMessage = 1 << 16
  /// The longest line of the service in bytes.
  private static let longestLine = 1 << 20
  /// The most connections that have not said yet what they are.
  static let mostUnfinished = 192
  /// The most descriptors: two for a page, one for each connection that has not said yet what it is, and a few of the library.
  private static let mostDescriptors: UInt32 = 256
  /// How long a connection may take to say what it is, in seconds.
  private static let handshakeTime = 2

  /// The two sides of a page.
  private final class Page {
    let socket: OpaquePointer
    var service: OpaquePointer?
    /// Whole lines of the service that the page has not got yet, and the beginning of the next one.
    var lines: [[UInt8]] = []
    var rest: [UInt8] = []
    /// The beginning of a message that comes in fragments.
    var message: [UInt8] = []
    /// Why the connection ends once all lines are sent.
    var end: (status: lws_close_status, reason: String)?

    init(_ socket: OpaquePointer) { self.socket = socket }
  }

  private let rules: PageRules
  private let makeConnection: () throws(KernelError) -> Descriptor
  private let report: (String) -> Void
  private var context: OpaquePointer?
  /// The pages by either of their connections.
  private var pages: [OpaquePointer: Page] = [:]
  private var pageCount = 0
  /// The connections that have not said yet what they are, the oldest first.
  private var unfinished: [OpaquePointer] = []
  /// The protocols' names and the array, which the library refers to while it runs.
  private let protocols: UnsafeMutablePointer<lws_protocols>
  /// The port that it listens at.
  private(set) var port = 0

  private static let serviceProtocol = "offhand-service"

  /// Listens at `port`, or at a free one if it is 0. `makeConnection` connects to the service, `report` takes what is worth a line.
  init(
    port: Int, rules: PageRules, makeConnection: @escaping () throws(KernelError) -> Descriptor,
    report: @escaping (String) -> Void
  ) throws(PageServerError) {
    (self.rules, self.makeConnection, self.report) = (rules, makeConnection, report)
    protocols = .allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    for (index, name) in ["offhand", PageServer.serviceProtocol].enumerated() {
      protocols[index].name = UnsafePointer(strdup(name))
      protocols[index].callback = { socket, reason, _, bytes, count in
        guard let socket, let context = lws_get_context(socket), let owner = lws_context_user(context) else { return 0 }
        return Unmanaged<PageServer>.fromOpaque(owner).takeUnretainedValue().handle(
          reason, of: socket, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
      }
    }
    // Nothing: what it calls errors are the faults of peers, which could fill the log with them.
    lws_set_log_level(0, nil)
    var settings = lws_context_creation_info()
    settings.port = Int32(port)
    settings.protocols = UnsafePointer(protocols)
    settings.user = Unmanaged.passUnretained(self).toOpaque()
    (settings.gid, settings.uid) = (.init(truncatingIfNeeded: -1), .init(truncatingIfNeeded: -1))
    settings.options = UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_DISABLE_IPV6)
    settings.fd_limit_per_thread = PageServer.mostDescriptors
    context = "127.0.0.1".withCString { address in
      settings.iface = address
      return lws_create_context(&settings)
    }
    guard let context, let host = lws_get_vhost_by_name(context, "default") else { throw .occupied(port) }
    self.port = Int(lws_get_vhost_listen_port(host))
  }

  deinit {
    if let context { lws_context_destroy(context) }
    for index in 0..<2 { free(UnsafeMutableRawPointer(mutating: protocols[index].name)) }
    protocols.deallocate()
  }

  /// Serves until the library fails.
  func run() { while lws_service(context, 0) >= 0 {} }

  private func handle(
    _ reason: lws_callback_reasons, of socket: OpaquePointer, _ bytes: UnsafeRawBufferPointer
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: greet(socket)
    // Whatever a request is for, before the library does anything for it: Debian's can speak HTTP/2, which reads freed memory.
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, LWS_CALLBACK_FILTER_HTTP_CONNECTION,
      LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
      admits(socket) ? 0 : -1
    case LWS_CALLBACK_TIMER: expire(socket)
    case LWS_CALLBACK_ESTABLISHED: begin(socket)
    case LWS_CALLBACK_RECEIVE: take(bytes, of: socket)
    case LWS_CALLBACK_SERVER_WRITEABLE: send(to: socket)
    case LWS_CALLBACK_RAW_RX: take(lines: bytes, of: socket)
    case LWS_CALLBACK_CLOSED: forget(socket)
    case LWS_CALLBACK_RAW_CLOSE: lose(socket)
    case LWS_CALLBACK_WSI_DESTROY: settle(socket)
    // Nothing is served but the WebSocket.
    case LWS_CALLBACK_HTTP: -1
    default: 0
    }
  }
}

/// Why no page can connect.
enum PageServerError: Error, CustomStringConvertible {
  case occupied(Int)

  var description: String {
    switch self {
    case .occupied(let port):
      "cannot listen at port \(port) of 127.0.0.1; another program may, so give another '--port'"
    }
  }
}

// MARK: - Pages

extension PageServer {
  /// Gives a new connection a time to say what it is. Where too many have not said it, the oldest of them makes room.
  private func greet(_ socket: OpaquePointer) -> Int32 {
    unfinished.append(socket)
    lws_set_timer_usecs(socket, Int64(PageServer.handshakeTime) * 1_000_000)
    if unfinished.count > PageServer.mostUnfinished {
      report("a connection was ended: \(PageServer.mostUnfinished) newer ones have not said yet what they are")
      lws_set_timer_usecs(unfinished.removeFirst(), 0)
    }
    return 0
  }

  /// The time of a connection is over, which ends it unless it is a page by now.
  private func expire(_ socket: OpaquePointer) -> Int32 {
    guard pages[socket] == nil else { return 0 }
    if unfinished.contains(socket) {
      report("a connection was ended: its request took longer than \(PageServer.handshakeTime) seconds")
    }
    return -1
  }

  /// A connection has said what it is, or has ended.
  @discardableResult
  private func settle(_ socket: OpaquePointer) -> Int32 {
    unfinished.removeAll { $0 == socket }
    return 0
  }

  private func admits(_ socket: OpaquePointer) -> Bool {
    let refusal = rules.refusal(
      upgrade: header(WSI_TOKEN_UPGRADE, of: socket),
      host: header(WSI_TOKEN_HOST, of: socket), origin: header(WSI_TOKEN_ORIGIN, of: socket),
      token: token(of: socket), port: port)
    if let refusal {
      report("a page was refused: \(refusal.rawValue)")
      return false
    }
    guard pageCount < PageServer.mostPages else {
      report("a page was refused: there are \(PageServer.mostPages) already")
      return false
    }
    return true
  }

  private func begin(_ socket: OpaquePointer) -> Int32 {
    settle(socket)
    let page = Page(socket)
    pages[socket] = page
    pageCount += 1
    do throws(KernelError) {
      let descriptor = try makeConnection()
      // The library closes it, with the connection that it becomes.
      let number = descriptor.release()
      page.service = lws_adopt_descriptor_vhost(
        lws_get_vhost(socket), LWS_ADOPT_SOCKET, lws_sock_file_fd_type(sockfd: number), PageServer.serviceProtocol,
        nil)
      guard let service = page.service else { return -1 }
      pages[service] = page
    } catch {
      report("no connection to the service: \(error)")
      end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the service does not run")
    }
    return 0
  }

  /// Takes a part of a message, and passes it on once it is whole.
  private func take(_ bytes: UnsafeRawBufferPointer, of socket: OpaquePointer) -> Int32 {
    guard let page = pages[socket], let service = page.service, page.end == nil else { return 0 }
    guard lws_frame_is_binary(socket) == 0 else {
      return end(page, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "a request is text")
    }
    guard page.message.count + bytes.count <= PageServer.longestMessage else {
      return end(page, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a request has at most \(PageServer.longestMessage) bytes")
    }
    page.message += bytes
    guard lws_is_final_fragment(socket) != 0, lws_remaining_packet_payload(socket) == 0 else { return 0 }
    guard !page.message.contains(UInt8(ascii: "\n")) else {
      return end(page, LWS_CLOSE_STATUS_POLICY_VIOLATION, "a message is one line")
    }
    page.message.append(UInt8(ascii: "\n"))
    defer { page.message.removeAll(keepingCapacity: true) }
    let sent = try? StreamSocket.send(page.message[...], to: lws_get_socket_fd(service))
    guard sent == page.message.count else {
      return end(page, LWS_CLOSE_STATUS_POLICY_VIOLATION, "requests come faster than the service reads them")
    }
    return 0
  }

  private func send(to socket: OpaquePointer) -> Int32 {
    guard let page = pages[socket] else { return 0 }
    if !page.lines.isEmpty {
      let line = page.lines.removeFirst()
      let before = Int(offhand_lws_pre)
      var room = [UInt8](repeating: 0, count: before)
      room += line
      let sent = room.withUnsafeMutableBufferPointer {
        lws_write(socket, $0.baseAddress.map { $0 + before }, line.count, LWS_WRITE_TEXT)
      }
      guard sent >= line.count else { return -1 }
      lws_callback_on_writable(socket)
    } else if let end = page.end {
      var reason = Array(end.reason.utf8)
      lws_close_reason(socket, end.status, &reason, reason.count)
      return -1
    } else if let service = page.service {
      lws_rx_flow_control(service, 1)
    }
    return 0
  }

  /// Has the page told why, after what it has still to get.
  @discardableResult
  private func end(_ page: Page, _ status: lws_close_status, _ reason: String) -> Int32 {
    if page.end == nil { page.end = (status, reason) }
    lws_callback_on_writable(page.socket)
    return 0
  }

  private func forget(_ socket: OpaquePointer) -> Int32 {
    guard let page = pages.removeValue(forKey: socket) else { return 0 }
    pageCount -= 1
    if let service = page.service {
      pages[service] = nil
      lws_set_timeout(service, PENDING_TIMEOUT_USER_OK, offhand_lws_kill)
    }
    return 0
  }

  private func header(_ name: lws_token_indexes, of socket: OpaquePointer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room in
      let count = lws_hdr_copy(socket, room.baseAddress, Int32(room.count), name)
      return count > 0 ? String(decoding: UnsafeRawBufferPointer(room)[..<Int(count)], as: UTF8.self) : ""
    }
  }

  private func token(of socket: OpaquePointer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { room in
      lws_get_urlarg_by_name(socket, "token=", room.baseAddress, Int32(room.count)).map { String(cString: $0) } ?? ""
    }
  }
}

// MARK: - The service

extension PageServer {
  private func take(lines bytes: UnsafeRawBufferPointer, of service: OpaquePointer) -> Int32 {
    guard let page = pages[service] else { return -1 }
    var rest = bytes[...]
    while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
      page.lines.append(page.rest + rest[..<newline])
      page.rest.removeAll(keepingCapacity: true)
      rest = rest[(newline + 1)...]
    }
    page.rest += rest
    guard page.rest.count <= PageServer.longestLine else { return -1 }
    if !page.lines.isEmpty {
      lws_rx_flow_control(service, 0)
      lws_callback_on_writable(page.socket)
    }
    return 0
  }

  private func lose(_ service: OpaquePointer) -> Int32 {
    guard let page = pages.removeValue(forKey: service) else { return 0 }
    page.service = nil
    end(page, LWS_CLOSE_STATUS_GOINGAWAY, "the service has ended")
    return 0
  }
}
