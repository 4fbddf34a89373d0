import Offhand
import OffhandRecordings
import OffhandTesting
import Testing

@testable import OffhandService

struct OutgoingQueueTests {
  private func bytes(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  /// Everything that waits, sent in pieces of `size`.
  private func drain(_ queue: inout OutgoingQueue, by size: Int = .max) -> [String] {
    var sent: [UInt8] = []
    while !queue.isEmpty {
      queue.flush { (piece) throws(Never) in
        let part = piece.prefix(size)
        sent += part
        return part.count
      }
    }
    return String(decoding: sent, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `of the changes of a gesture only the latest waits`() {
    var queue = OutgoingQueue()
    var isAdded = true
    isAdded = queue.append(bytes("began")) && isAdded
    for step in 0..<100 { isAdded = queue.append(bytes("changed \(step)"), changing: 1) && isAdded }
    isAdded = queue.append(bytes("changed of another"), changing: 2) && isAdded
    isAdded = queue.append(bytes("ended")) && isAdded
    #expect(isAdded)
    #expect(drain(&queue) == ["began", "changed 99", "changed of another", "ended"])
  }

  @Test func `a line of which a part is sent stays whole`() {
    var queue = OutgoingQueue()
    _ = queue.append(bytes("changed 1"), changing: 1)
    queue.flush { (_) throws(Never) in 4 }
    _ = queue.append(bytes("changed 2"), changing: 1)
    _ = queue.append(bytes("changed 3"), changing: 1)
    #expect(queue.count == 6 + 10)
    #expect(drain(&queue, by: 3) == ["ged 1", "changed 3"])
  }

  @Test func `what exceeds the limit is refused, and the last line says why`() {
    var queue = OutgoingQueue()
    var count = 0
    while queue.append(bytes(String(repeating: "x", count: 999))) { count += 1 }
    #expect(count == OutgoingQueue.limit / 1000)
    queue.flush { (_) throws(Never) in 1 }
    queue.close(with: bytes("closing"))
    #expect(drain(&queue) == [String(repeating: "x", count: 998), "closing"])
  }

  @Test func `whatever is sent when, lines that are no changes arrive once and in order`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var queue = OutgoingQueue()
      var isAdded = true
      var expected: [String] = []
      var sent: [UInt8] = []
      for step in 0..<100 {
        if random.next() % 3 == 0 {
          let line = "line \(step)"
          expected.append(line)
          isAdded = queue.append(bytes(line)) && isAdded
        } else {
          let gesture = random.next() % 2
          isAdded = queue.append(bytes("changed \(step)"), changing: gesture) && isAdded
        }
        if random.next() % 4 == 0 {
          let size = Int(random.next() % 20)
          queue.flush { (piece) throws(Never) in
            sent += piece.prefix(size)
            return min(size, piece.count)
          }
        }
      }
      queue.flush { (piece) throws(Never) in
        sent += piece
        return piece.count
      }
      let lines = String(decoding: sent, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(lines.filter { $0.hasPrefix("line") } == expected)
      #expect(isAdded && queue.isEmpty && queue.count == 0)
    }
  }
}

struct IncomingLinesTests {
  private func pieces(_ lines: inout IncomingLines, _ text: String) -> [IncomingLines.Piece] {
    var pieces: [IncomingLines.Piece] = []
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { buffer in lines.take(buffer) { pieces.append($0) } }
    return pieces
  }

  @Test func `lines come whole, however they arrive`() {
    var lines = IncomingLines(limit: 10)
    #expect(pieces(&lines, "ab") == [])
    #expect(pieces(&lines, "c\n\nde") == [.line(Array("abc".utf8)), .line([])])
    #expect(pieces(&lines, "\n") == [.line(Array("de".utf8))])
  }

  @Test func `a line that is too long is reported once, and the next is a line again`() {
    var lines = IncomingLines(limit: 10)
    #expect(pieces(&lines, "12345678901") == [.tooLong])
    #expect(pieces(&lines, String(repeating: "x", count: 1_000_000)) == [])
    #expect(pieces(&lines, "\nab\n") == [.line(Array("ab".utf8))])
    #expect(pieces(&lines, "1234567890\n") == [.line(Array("1234567890".utf8))])
  }
}

struct StreamRequestTests {
  private func request(_ line: String) throws -> StreamRequest { try StreamRequest(Array(line.utf8)) }

  @Test func `a status names the active program, if one is known`() {
    for (program, ending) in [("foot", #""program":"foot"}}"#), (nil, #""idle":true}}"#)] {
      let bytes = StreamLine.status(
        nil, clients: 1, curtain: .down, hasMenu: false, isUnused: true, program: program)
      let line = String(decoding: bytes, as: UTF8.self)
      #expect(line.hasSuffix(ending + "\n"), "\(line)")
    }
  }

  @Test func `requests are read with the texts or numbers that name them`() throws {
    guard case .subscribe(nil) = try request(#"{"subscribe":"all"}"#).kind else { return #expect(Bool(false)) }
    guard case .number(0x1fffffffffffff)? = try request(#"{"id":9007199254740991,"status":true}"#).id else {
      return #expect(Bool(false))
    }
    #expect(try request(#"{"id":null,"status":true}"#).id == nil)
    let some = try request(#"{"id":"x","subscribe":["a","b"],"version":1}"#)
    guard case .subscribe(["a", "b"]?) = some.kind else { return #expect(Bool(false)) }
    guard case .string("x")? = some.id else { return #expect(Bool(false)) }
    guard case .curtain(.untilTap) = try request(#"{"curtain":"until-tap"}"#).kind else { return #expect(Bool(false)) }
    let menu = try request(#"{"id":4,"menu":[["kbd","Keyboard"],"Off"],"at":[10,20],"timeout":3,"output":"DP-1"}"#)
    guard case .menu(let shown) = menu.kind, case .number(4)? = menu.id else { return #expect(Bool(false)) }
    #expect(shown.rows.map(\.id) == ["kbd", "Off"] && shown.rows.map(\.label) == ["Keyboard", "Off"])
    #expect(shown.place == .point(Point(x: 10, y: 20)) && shown.timeout == 3 && shown.output == "DP-1")
    let scene = try request(#"{"place":{"panel":[200,100],"contacts":[],"overlay":[20,9]}}"#)
    guard case .unsubscribe(["a"]?) = try request(#"{"unsubscribe":["a"]}"#).kind else { return #expect(Bool(false)) }
    guard case .home(false) = try request(#"{"home":false}"#).kind else { return #expect(Bool(false)) }
    guard case .status = try request(#"{"status":true}"#).kind else { return #expect(Bool(false)) }
    guard case .place = scene.kind else { return #expect(Bool(false)) }
  }

  @Test(arguments: [
    ("", "is not JSON"), ("[1]", "the line: expected an object"), (#"{"id":7}"#, "exactly one of"),
    (#"{"id":7,"x":1}"#, "exactly one of"),
    (#"{"id":7,"curtain":"up","subscribe":"all"}"#, "exactly one of"),
    (#"{"id":7,"curtain":"high"}"#, "curtain must be up"),
    (#"{"id":7,"subscribe":"some"}"#, "\"all\" or an array"),
    (#"{"id":7,"subscribe":[1]}"#, "subscribe[0]: expected a text in quotes"),
    (#"{"id":7,"menu":[]}"#, "1 to 32 rows"), (#"{"id":7,"menu":[["a"]]}"#, "must be a row"),
    (#"{"id":7,"menu":["a"],"timeout":-1}"#, "timeout must be"),
    (#"{"id":7,"menu":["\#(String(repeating: "a", count: 201))"]}"#, "a label must have at most 200 characters"),
    (#"{"id":7,"menu":["a"],"at":[1]}"#, "\"finger\" or [x,y]"),
    (#"{"id":7,"place":{"panel":[1,1]}}"#, "place.contacts is missing"),
    (#"{"id":7,"place":{"panel":[0,1],"contacts":[],"overlay":[1,1]}}"#, "panel must be larger than 0"),
    (#"{"id":7,"version":2,"subscribe":"all"}"#, "speaks version 1"), (#"{"id":7,"id":8}"#, "is not JSON"),
    (#"{"id":7,"subscribe":"all""#, "is not JSON"),
    (#"{"id":9007199254740993,"status":true}"#, "id must be a string, or a number within ±9007199254740991"),
    (#"{"id":-9007199254740993,"status":true}"#, "id must be a string"),
  ])
  func `a fault names its reason and the request`(line: String, reason: String) {
    let fault = #expect(throws: StreamFault.self) { try request(line) }
    #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
    if line.contains(#""id":7"#) {
      guard case .number(7)? = fault?.id else { return #expect(Bool(false), "the ID is missing") }
    }
  }

  @Test func `random bytes are faults`() {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array(#"{}[]":,0123456789.-eabcdlmnoprstu \x"#.utf8)
    for _ in 0..<20_000 {
      let line = (0..<Int(random.next() % 40)).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
      do throws(StreamFault) { _ = try StreamRequest(line) } catch { #expect(!error.reason.isEmpty) }
    }
  }
}

struct EventFieldTests {
  @Test(arguments: [0, 1] as [UInt8]) func `an event of the second of two hands says so`(hand: UInt8) {
    var event = GestureEvent(recognizer: 0, name: "pan", state: .began, timestamp: .zero, gesture: Gesture())
    event.handIndex = hand
    let line = JSONWriter.line { $0.gestureEvent(event, touches: []) }
    #expect(String(decoding: line, as: UTF8.self).contains(#""hand_index":1"#) == (hand == 1))
  }
}
