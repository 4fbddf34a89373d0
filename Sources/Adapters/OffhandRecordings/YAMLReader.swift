import CPlatform

/// Reads one YAML document from front to back as a stream of libyaml's events, so that memory holds no more than one scalar
/// of it. Wraps `yaml_parser_t`.
///
/// What no recording needs is refused with line and column: anchors, aliases, tags, keys that are not scalars, nesting
/// deeper than ``maximumDepth``, scalars longer than ``maximumLength``. Aliases as keys let 562 bytes expand without end.
final class YAMLReader {
  /// The deepest nesting of lists and mappings that is read.
  static let maximumDepth = 32
  /// The most bytes between two events of the parser: a scalar, or a run of comments.
  static let maximumLength = 4 << 20

  /// The next event in the document.
  enum Event {
    case scalar
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    case end
  }

  /// The state visible to libyaml's callback, which may not access the reader while its methods run.
  private final class Feed {
    let lines: LineReader
    var bytes: [UInt8] = []
    var position = 0
    /// Bytes delivered since the last event.
    var length = 0
    var failure: RecordingError?

    init(_ lines: LineReader) { self.lines = lines }

    /// Copies the next bytes into `buffer`; returns their count, 0 at the end of the file, or `nil` after a failure.
    func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
      do throws(RecordingError) {
        if position == bytes.count {
          guard let line = try lines.next() else { return 0 }
          // libyaml stops at invalid UTF-8, and a kernel's name of a device may hold any bytes.
          bytes = line.allSatisfy { $0 < 0x80 } ? line : Array(String(decoding: line, as: UTF8.self).utf8)
          bytes.append(UInt8(ascii: "\n"))
          position = 0
        }
        let count = min(buffer.count, bytes.count - position)
        length += count
        guard length <= YAMLReader.maximumLength else {
          throw lines.fault("one value is longer than \(YAMLReader.maximumLength) bytes")
        }
        for index in 0..<count { buffer[index] = bytes[position + index] }
        position += count
        return count
      } catch {
        failure = error
        return nil
      }
    }
  }

  private let feed: Feed
  // libyaml keeps pointers into both.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let current: UnsafeMutablePointer<yaml_event_t>
  private var depth = 0

  /// The next event.
  private(set) var event = Event.end

  /// A reader of the document in `lines`, at its first event. Throws if the file cannot be read or does not begin as YAML.
  init(_ lines: LineReader) throws(RecordingError) {
    feed = Feed(lines)
    parser = .allocate(capacity: 1)
    current = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    current.initialize(to: yaml_event_t())
    guard yaml_parser_initialize(parser) != 0 else { throw lines.fault("no memory to read it") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input(
      parser,
      { data, buffer, size, count in
        guard let data, let buffer, let count else { return 0 }
        // Sound: the reader holds the feed, and only its own calls of the parser read.
        let feed = Unmanaged<Feed>.fromOpaque(data).takeUnretainedValue()
        guard let filled = feed.fill(UnsafeMutableBufferPointer(start: buffer, count: size)) else { return 0 }
        count.pointee = filled
        return 1
      }, Unmanaged.passUnretained(feed).toOpaque())
    try advance()
  }

  deinit {
    yaml_event_delete(current)
    yaml_parser_delete(parser)
    current.deallocate()
    parser.deallocate()
  }

  /// The line of what comes next, counted from 1.
  var line: Int { current.pointee.start_mark.line + 1 }

  /// A fault at what comes next.
  func fault(_ reason: String) -> RecordingError { fault(line: line, reason) }

  /// A fault in `line`.
  func fault(line: Int, _ reason: String) -> RecordingError {
    RecordingError(file: feed.lines.path, line: line, reason: reason)
  }

  /// The text of the scalar that comes next.
  var text: String { String(decoding: scalar, as: UTF8.self) }

  /// The integer that the scalar next to come is: a sign and decimal digits. YAML's own rule would read `1:0:0` as a number
  /// to the base of 60, and overflow.
  var integer: Int? {
    guard event == .scalar else { return nil }
    var digits = scalar[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private var scalar: UnsafeBufferPointer<UInt8> {
    guard event == .scalar else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: current.pointee.data.scalar.value, count: current.pointee.data.scalar.length)
  }

  // MARK: Reading

  /// Advances to the next event.
  func advance() throws(RecordingError) {
    repeat {
      yaml_event_delete(current)
      feed.length = 0
      guard yaml_parser_parse(parser, current) != 0 else { throw parserFault() }
    } while current.pointee.type == YAML_STREAM_START_EVENT || current.pointee.type == YAML_DOCUMENT_START_EVENT
      || current.pointee.type == YAML_DOCUMENT_END_EVENT
    let data = current.pointee.data
    switch current.pointee.type {
    case YAML_SCALAR_EVENT:
      event = .scalar
      try refuse(anchor: data.scalar.anchor, tag: data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      event = .sequenceStart
      try refuse(anchor: data.sequence_start.anchor, tag: data.sequence_start.tag)
      depth += 1
    case YAML_MAPPING_START_EVENT:
      event = .mappingStart
      try refuse(anchor: data.mapping_start.anchor, tag: data.mapping_start.tag)
      depth += 1
    case YAML_SEQUENCE_END_EVENT: (event, depth) = (.sequenceEnd, depth - 1)
    case YAML_MAPPING_END_EVENT: (event, depth) = (.mappingEnd, depth - 1)
    case YAML_ALIAS_EVENT: throw refusal("aliases")
    default: event = .end
    }
    guard depth <= YAMLReader.maximumDepth else { throw fault("values nest deeper than \(YAMLReader.maximumDepth)") }
  }

  /// Reads the fields of the mapping that comes next; `field` reads or skips the value of each key. Returns `false` and skips
  /// the value if it is not a mapping.
  @discardableResult
  func mapping(_ field: (String) throws(RecordingError) -> Void) throws(RecordingError) -> Bool {
    guard event == .mappingStart else {
      try skip()
      return false
    }
    try advance()
    while let key = try key() { try field(key) }
    return true
  }

  /// Reads the key that comes next, or the end of its mapping: `nil`.
  func key() throws(RecordingError) -> String? {
    switch event {
    case .scalar:
      let key = text
      try advance()
      return key
    case .mappingEnd:
      try advance()
      return nil
    default: throw refusal("keys that are lists or mappings")
    }
  }

  /// Reads the elements of the list that comes next; `element` reads or skips each. Returns `false` and skips the value if it
  /// is not a list.
  @discardableResult
  func sequence(_ element: () throws(RecordingError) -> Void) throws(RecordingError) -> Bool {
    guard event == .sequenceStart else {
      try skip()
      return false
    }
    try advance()
    while event != .sequenceEnd { try element() }
    try advance()
    return true
  }

  /// Reads the next value, a list of integers, into `numbers`; `nil` for an element that is not an integer. `numbers` stays
  /// empty if the value is not a list.
  func integers(into numbers: inout [Int?]) throws(RecordingError) {
    numbers.removeAll(keepingCapacity: true)
    guard event == .sequenceStart else { return try skip() }
    try advance()
    while event != .sequenceEnd {
      numbers.append(integer)
      try skip()
    }
    try advance()
  }

  /// Skips the next value.
  func skip() throws(RecordingError) {
    if event == .sequenceStart || event == .mappingStart {
      let outside = depth - 1
      while depth > outside { try advance() }
    }
    try advance()
  }

  private func refuse(
    anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?
  ) throws(RecordingError) {
    if anchor != nil { throw refusal("anchors") }
    if tag != nil { throw refusal("tags") }
  }

  private func refusal(_ what: String) -> RecordingError {
    fault("column \(current.pointee.start_mark.column + 1): \(what) are not supported in a recording")
  }

  private func parserFault() -> RecordingError {
    if let failure = feed.failure { return failure }
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
    let last = max(1, feed.lines.number)
    // A character that libyaml refuses has no mark; it is in the line that was fed last.
    let isMarked = parser.pointee.error == YAML_SCANNER_ERROR || parser.pointee.error == YAML_PARSER_ERROR
    return fault(
      line: isMarked ? min(parser.pointee.problem_mark.line + 1, last) : last, "not valid YAML: \(problem)")
  }
}
