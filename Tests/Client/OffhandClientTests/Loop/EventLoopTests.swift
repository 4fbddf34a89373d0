import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandClient

// A loop that is never woken again would wait for hours.
struct EventLoopTests {
  let log = TurnLog()
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func `sources take turns in the order of adding, then the body, once`() throws {
    let input = PipeSource("input", log: log)
    let display = PipeSource("display", log: log)
    loop.add(input)
    loop.add(display)
    display.send()
    input.send()
    try loop.round(.none) { _ in log.turns.append("draw") }
    #expect(log.turns == ["input", "display", "draw"])
  }

  @Test func `a source that is removed in a round takes no turn in it, and one that is added twice takes one`() throws {
    let (first, second) = (PipeSource("first", log: log), PipeSource("second", log: log))
    first.onTurn = { _, _ in loop.remove(second) }
    loop.add(first)
    loop.add(second)
    loop.add(first)
    first.send()
    second.send()
    try loop.round(.none) { _ in }
    #expect(log.turns == ["first"])
  }

  @Test func `a terminal that is closed ends the loop as a signal to end does, unless the program outlives it`() async {
    await #expect(processExitsWith: .success) {
      for isIgnored in [false, true] {
        signal(SIGHUP, isIgnored ? SIG_IGN : SIG_DFL)
        var received = 0
        let source = try SignalSource { received += 1 }
        for number in [SIGHUP, SIGTERM] { raise(number) }
        source.dispatch(at: Timestamp(nanoseconds: 0))
        #expect(received == (isIgnored ? 1 : 2))
      }
    }
  }

  @Test func `only sources with something to do take a turn`() throws {
    let input = PipeSource("input", log: log)
    loop.add(input)
    loop.add(PipeSource("display", log: log))
    input.send()
    try loop.round(.none) { _ in }
    try loop.round(.none) { _ in }
    #expect(log.turns == ["input"])
  }

  @Test func `a deadline wakes the loop at its moment, once`() throws {
    let source = PipeSource("timed", log: log)
    let deadline = MonotonicClock.now() + .milliseconds(5)
    source.deadline = deadline
    loop.add(source)
    var woke = Timestamp.zero
    try loop.round(.unlimited) { woke = $0 }
    #expect(log.turns == ["timed"])
    #expect(woke >= deadline)
    // The timer that has rung wakes nobody again.
    let writer = source.writer
    let sender = try WorkerThread {
      usleep(20_000)
      _ = write(writer, "1", 1)
    }
    try loop.round(.unlimited) { _ in }
    #expect(log.turns == ["timed", "timed"])
    sender.join()
  }

  @Test(arguments: [true, false])
  func `the earliest of several deadlines comes first, whichever source was added first`(isInOrder: Bool) throws {
    let late = PipeSource("late", log: log)
    let early = PipeSource("early", log: log)
    let start = MonotonicClock.now()
    // So far apart that no halt of the machine makes both due at once.
    late.deadline = start + .seconds(3600)
    early.deadline = start + .milliseconds(2)
    for source in isInOrder ? [early, late] : [late, early] { loop.add(source) }
    var woke = Timestamp.zero
    try loop.round(.unlimited) { woke = $0 }
    #expect(woke >= start + .milliseconds(2))
    #expect(log.turns == ["early"])
    late.deadline = MonotonicClock.now()
    try loop.round(.unlimited) { _ in }
    #expect(log.turns == ["early", "late"])
  }

  @Test func `a deadline served is none: it does not spin the loop`() throws {
    let deadline = MonotonicClock.now()
    let loop = try EventLoop(now: { deadline })
    let stubborn = PipeSource("stubborn", log: log)
    stubborn.onTurn = { _, _ in }
    stubborn.deadline = deadline
    loop.add(stubborn)
    for _ in 0..<5 { try loop.round(.none) { _ in } }
    #expect(log.turns == ["stubborn"])
    stubborn.send()
    for _ in 0..<5 { try loop.round(.none) { _ in } }
    #expect(log.turns == ["stubborn", "stubborn"], "also after a turn for another reason")
  }

  @Test func `a deadline that moves after being stuck is served again`() throws {
    let source = PipeSource("source", log: log)
    source.onTurn = { _, _ in }
    source.deadline = MonotonicClock.now()
    loop.add(source)
    try loop.round(.unlimited) { _ in }
    source.deadline = MonotonicClock.now()
    try loop.round(.unlimited) { _ in }
    #expect(log.turns == ["source", "source"])
  }

  @Test func `a deadline that was stuck is served again after a turn without one`() throws {
    let source = PipeSource("source", log: log)
    source.onTurn = { _, _ in }
    let deadline = MonotonicClock.now()
    source.deadline = deadline
    loop.add(source)
    try loop.round(.none) { _ in }
    source.deadline = nil
    source.send()
    try loop.round(.none) { _ in }
    source.deadline = deadline
    try loop.round(.none) { _ in }
    #expect(log.turns.count == 3)
  }

  @Test func `the timer is armed again for a deadline of the same moment`() throws {
    let (first, second) = (PipeSource("first", log: log), PipeSource("second", log: log))
    let deadline = MonotonicClock.now() + .milliseconds(2)
    first.deadline = deadline
    loop.add(first)
    try loop.round(.unlimited) { _ in }
    second.deadline = deadline
    loop.add(second)
    try loop.round(.unlimited) { _ in }
    #expect(log.turns == ["first", "second"])
  }

  @Test func `a deadline that is taken back wakes nobody`() throws {
    // By its clock no deadline is due, however late the loop looks.
    let loop = try EventLoop(now: { .zero })
    let source = PipeSource("source", log: log)
    source.deadline = MonotonicClock.now() + .milliseconds(5)
    loop.add(source)
    try loop.round(.none) { _ in }
    source.deadline = nil
    let writer = source.writer
    let sender = try WorkerThread {
      usleep(50_000)
      _ = write(writer, "1", 1)
    }
    try loop.round(.unlimited) { _ in }
    #expect(log.turns == ["source"])
    sender.join()
  }

  @Test func `sources prepare before every wait, whether they have a turn or not`() throws {
    let source = SendingSource()
    loop.add(source)
    for _ in 0..<3 { try loop.round(.none) { _ in } }
    #expect(source.preparations == 3 && source.turns == 0)
  }

  @Test func `run draws before it waits, and ends after stop`() throws {
    let source = PipeSource("source", log: log)
    source.onTurn = { _, _ in loop.stop() }
    loop.add(source)
    source.send()
    var drawings = 0
    try loop.run { _ in drawings += 1 }
    #expect(drawings == 2)
    #expect(log.turns == ["source"])
  }

  /// Whether nothing wakes the loop for 20 ms. A signal to this process may wake it once, a descriptor that stays readable always does.
  private func staysAsleep() throws -> Bool {
    let clock = PipeSource("clock", log: log)
    loop.add(clock)
    defer { loop.remove(clock) }
    for _ in 0..<3 {
      let end = MonotonicClock.now() + .milliseconds(20)
      clock.deadline = end
      var woke = Timestamp.zero
      try loop.round(.unlimited) { woke = $0 }
      if woke >= end { return true }
    }
    return false
  }

  @Test func `a source that is removed is not heard, and does not wake the loop`() throws {
    let source = PipeSource("gone", log: log)
    loop.add(source)
    try loop.round(.none) { _ in }
    loop.remove(source)
    source.send()
    #expect(try staysAsleep())
    #expect(!log.turns.contains("gone"))
  }

  @Test func `a loop that was stopped runs again`() throws {
    let source = PipeSource("source", log: log)
    loop.add(source)
    for _ in 0..<2 {
      source.send()
      var turns = 0
      try loop.run { _ in
        turns += 1
        if turns == 2 { loop.stop() }
      }
      #expect(turns == 2)
    }
  }

  @Test func `a source that cannot write has a turn when it can, and none when it has written`() throws {
    let source = WritingSource(log: log)
    loop.add(source)
    try loop.round(.none) { _ in }
    #expect(log.turns.isEmpty)
    source.isBlockedOnWriting = true
    try loop.round(.none) { _ in }
    #expect(log.turns == ["writable"])
    source.isBlockedOnWriting = false
    #expect(try staysAsleep())
  }

  @Test func `a source that opens another descriptor is heard on that one alone`() throws {
    let (old, new) = (PipeSource("old", log: log), PipeSource("new", log: log))
    let source = SwitchingSource(old, log: log)
    loop.add(source)
    try loop.round(.none) { _ in }
    source.current = new
    try loop.round(.none) { _ in }
    new.send()
    try loop.round(.none) { _ in }
    #expect(log.turns == ["new"])
    old.send()
    #expect(try staysAsleep())
  }

  @Test func `an alarm rings at its time, once for each time that it is set`() {
    let alarm = Alarm()
    alarm.set(Timestamp(seconds: 10))
    alarm.dispatch(at: Timestamp(seconds: 9))
    #expect(!alarm.hasRung && alarm.deadline == Timestamp(seconds: 10))
    alarm.dispatch(at: Timestamp(seconds: 10))
    #expect(alarm.hasRung && alarm.deadline == nil)
    alarm.set(Timestamp(seconds: 20))
    #expect(!alarm.hasRung)
    alarm.clear()
    #expect(alarm.deadline == nil)
  }

  @Test func `a heartbeat beats at its first time, and then at every interval`() {
    var beats = 0
    let heartbeat = Heartbeat(every: .seconds(2), first: Timestamp(seconds: 10)) { beats += 1 }
    heartbeat.dispatch(at: Timestamp(seconds: 9))
    #expect(beats == 0 && heartbeat.deadline == Timestamp(seconds: 10))
    heartbeat.dispatch(at: Timestamp(seconds: 10))
    #expect(beats == 1 && heartbeat.deadline == Timestamp(seconds: 12))
  }

  @Test func `results of another thread arrive in order on the loop's thread`() throws {
    var received: [Int] = []
    let work = try BackgroundWork<Int>()
    // Started before anything receives its results, as before there is a program.
    try work.start { deliver in for number in 1...100 { deliver(number) } }
    work.receive = { received.append($0) }
    loop.add(work)
    while received.count < 100 { try loop.round(.unlimited) { _ in } }
    #expect(received == Array(1...100))
    #expect(try staysAsleep())
    #expect(received.count == 100)
    try work.start { $0(101) }
    try loop.round(.unlimited) { _ in }
    #expect(received.count == 101 && received.last == 101)
  }
}

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

/// The end of a pipe that can always be written to.
private final class WritingSource: EventSource {
  private let pipe: PipeSource
  private let log: TurnLog
  var isBlockedOnWriting = false

  init(log: TurnLog) {
    pipe = PipeSource("pipe", log: log)
    self.log = log
  }

  var descriptor: Int32? { pipe.writer }
  func dispatch(at now: Timestamp) { log.turns.append("writable") }
}

/// Counts how often it prepares for a wait.
private final class SendingSource: EventSource {
  private(set) var preparations = 0
  private(set) var turns = 0
  let descriptor: Int32? = nil

  func prepareToWait() { preparations += 1 }
  func dispatch(at now: Timestamp) { turns += 1 }
}

/// Reads one pipe, and later another.
private final class SwitchingSource: EventSource {
  var current: PipeSource
  private let log: TurnLog

  init(_ first: PipeSource, log: TurnLog) {
    current = first
    self.log = log
  }

  var descriptor: Int32? { current.reader }
  func dispatch(at now: Timestamp) { current.dispatch(at: now) }
}

/// Who took a turn, in order.
final class TurnLog {
  var turns: [String] = []
}
