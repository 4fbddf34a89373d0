import Offhand

@testable import OffhandOSC

/// Arbitrary datagrams for the reader of TUIO. A byte in front of each says its length and how much time passes before it.
///
/// Every touch ends, and none has a position or a time that is no number.
enum Datagrams {
  /// One input.
  static func take(_ content: [UInt8]) {
    var reader = TUIOReader()
    var assembler = TouchFrameAssembler()
    var now = Timestamp.zero + .seconds(1)
    var (down, last) = (0, Timestamp.zero)
    func take(_ frame: borrowing TouchFrame) {
      precondition(frame.timestamp >= last && frame.timestamp <= now, "time goes back, or ahead")
      for index in frame.indices { precondition(frame[index].position.isFinite) }
      (down, last) = (frame.downCount, frame.timestamp)
    }
    var rest = content[...]
    while let first = rest.popFirst() {
      now = now + .milliseconds(Int(first & 3) * 700)
      let datagram = Array(rest.prefix(Int(first >> 2) * 8))
      rest = rest.dropFirst(datagram.count)
      var events: [TouchSourceEvent] = []
      if let messages = datagram.withUnsafeBytes({ OSCBundle.messages(in: $0) }) {
        reader.read(messages, from: "::1", at: now) { events.append($0) }
      }
      reader.expire(at: now) { events.append($0) }
      for event in events { assembler.add(event, emit: take) }
    }
    now = now + .seconds(10)
    var events: [TouchSourceEvent] = []
    reader.expire(at: now) { events.append($0) }
    for event in events { assembler.add(event, emit: take) }
    assembler.flush(emit: take)
    precondition(down == 0, "sources that are silent have fingers down")
  }
}
