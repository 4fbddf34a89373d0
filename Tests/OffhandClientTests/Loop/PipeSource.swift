import Glibc
import Offhand
import OffhandClient

/// A pipe as an event source, with a log of its turns.
final class PipeSource: EventSource {
  let reader: Int32
  let writer: Int32
  let name: String
  let log: TurnLog
  var deadline: Timestamp?
  /// What a turn does beyond reading; by default a deadline that has come is taken away.
  var onTurn: (PipeSource, Timestamp) -> Void = { source, now in
    if let deadline = source.deadline, deadline <= now { source.deadline = nil }
  }

  init(_ name: String, log: TurnLog) {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no descriptors left for a pipe")
    reader = ends[0]
    writer = ends[1]
    self.name = name
    self.log = log
  }

  deinit {
    close(reader)
    close(writer)
  }

  var descriptor: Int32? { reader }

  func send() {
    var byte: UInt8 = 1
    precondition(write(writer, &byte, 1) == 1)
  }

  func dispatch(at now: Timestamp) {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 16)
    if poll(&ready, 1, 0) > 0 { _ = read(reader, &bytes, bytes.count) }
    log.turns.append(name)
    onTurn(self, now)
  }
}

/// Who took a turn, in order.
final class TurnLog {
  var turns: [String] = []
}
