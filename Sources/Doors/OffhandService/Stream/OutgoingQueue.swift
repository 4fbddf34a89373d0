package import OffhandPlatform

/// The lines that a client has not read yet: bounded, and with as few of them as it needs.
///
/// Of a gesture's `changed` lines only the latest is kept; every other line is delivered, in order, or the connection is closed.
package struct OutgoingQueue: Sendable {
  /// The most bytes that wait for a client; beyond it the connection is closed.
  package static let limit = 1 << 16

  /// A line that waits.
  private struct Entry {
    var bytes: [UInt8]
    /// The number of the gesture of which it is a `changed` line; `nil` for every other line.
    var gesture: UInt64?
  }

  private var entries: [Entry] = []
  /// The number of entries at the front that are sent.
  private var sentEntries = 0
  /// The number of bytes of the first unsent entry that are sent.
  private var sentBytes = 0
  /// The number of bytes that wait.
  package private(set) var count = 0

  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { count == 0 }

  /// Adds a line; `gesture` is the number of the gesture if it is one of its `changed` lines. Returns false, and adds nothing, if too
  /// much waits already.
  package mutating func append(_ bytes: [UInt8], changing gesture: UInt64? = nil) -> Bool {
    if let gesture, let last = entries.indices.last(where: { entries[$0].gesture == gesture }), isUnsent(last) {
      count += bytes.count - entries[last].bytes.count
      entries[last].bytes = bytes
      return true
    }
    guard count + bytes.count <= OutgoingQueue.limit else { return false }
    entries.append(Entry(bytes: bytes, gesture: gesture))
    count += bytes.count
    return true
  }

  /// Replaces everything that waits, except the rest of a line that is partly sent, by one last line.
  package mutating func close(with bytes: [UInt8]) {
    let first = sentBytes > 0 ? sentEntries + 1 : sentEntries
    entries.removeLast(entries.count - first)
    entries.append(Entry(bytes: bytes, gesture: nil))
    count = entries[sentEntries...].reduce(0) { $0 + $1.bytes.count } - sentBytes
  }

  /// Sends what waits: `send` takes bytes and returns how many of them it could send. Returns when everything is sent, or when `send`
  /// took less than it was given.
  package mutating func flush<Failure: Error>(_ send: (ArraySlice<UInt8>) throws(Failure) -> Int) throws(Failure) {
    while sentEntries < entries.count {
      let piece = entries[sentEntries].bytes[sentBytes...]
      let sent = try send(piece)
      count -= sent
      guard sent == piece.count else {
        sentBytes += sent
        break
      }
      sentEntries += 1
      sentBytes = 0
    }
    // Removed in one step: a line at a time would move the whole queue for each.
    entries.removeFirst(sentEntries)
    sentEntries = 0
  }

  /// Whether nothing of the entry is sent yet.
  private func isUnsent(_ index: Int) -> Bool { index > sentEntries || (index == sentEntries && sentBytes == 0) }
}

/// Cuts what a client sends into lines, in bounded memory.
package struct IncomingLines: Sendable {
  /// A piece of what was received.
  package enum Piece: Sendable, Hashable {
    /// A line without its end.
    case line([UInt8])
    /// A line that is longer than the limit, reported once and then skipped.
    case tooLong
  }

  private let limit: Int
  private var partial: [UInt8] = []
  private var isSkipping = false

  /// Lines of at most `limit` bytes.
  package init(limit: Int = StreamRequest.lengthLimit) { self.limit = limit }

  /// Takes bytes, and passes each complete line to `body`.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end], body)
      if !isSkipping { body(.line(partial)) }
      partial.removeAll(keepingCapacity: true)
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    add(rest, body)
  }

  private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ body: (Piece) -> Void) {
    guard !isSkipping else { return }
    guard partial.count + bytes.count <= limit else {
      partial.removeAll()
      isSkipping = true
      return body(.tooLong)
    }
    partial.append(contentsOf: bytes)
  }
}

extension StreamSocket {
  /// Cuts what has arrived into lines, at most 16 kB at a time. Returns `nil` once the other end has closed its side.
  package func receive(_ lines: inout IncomingLines) throws(KernelError) -> [IncomingLines.Piece]? {
    var found: [IncomingLines.Piece]? = []
    // `withUnsafeTemporaryAllocation` does not pass on typed errors.
    let result = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      Result { () throws(KernelError) in
        switch try receive(into: buffer) {
        case .bytes(let count): lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { found?.append($0) }
        case .nothing: break
        case .end: found = nil
        }
      }
    }
    try result.get()
    return found
  }
}
