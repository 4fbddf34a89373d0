/// Sends inputs on a fixed schedule, whatever becomes of them.
///
/// The moment an input is due is fixed in advance, never by when the one before was sent or answered, and it is what
/// latency is counted from: if the generator is late, or the program stalls, the inputs that had to wait show it. A
/// generator that waits for each answer sends nothing during a stall, and so measures one slow answer where a user
/// suffered many.
public struct OpenLoopGenerator: Sendable {
  /// What a generator needs of the machine.
  public protocol Clock {
    /// Nanoseconds now.
    func now() -> Int64
    /// Comes back at `time` or later.
    func wait(until time: Int64)
  }

  /// When the schedule begins.
  public let start: Int64
  /// When each input is due, in nanoseconds after `start`.
  public let offsets: [Int64]

  /// A schedule of inputs that are due at `offsets` after `start`.
  public init(start: Int64, offsets: [Int64]) {
    self.start = start
    self.offsets = offsets
  }

  /// A schedule of `count` inputs, `rate` a second.
  public init(start: Int64, rate: Double, count: Int) {
    self.init(start: start, offsets: (0..<count).map { Int64((Double($0) * 1e9 / rate).rounded()) })
  }

  /// When input `index`, from 0, is due.
  public func due(_ index: Int) -> Int64 { start + offsets[index] }

  /// Sends every input; `send` is told which, when it was due, and when it is sent, and answers whether to go on.
  public func run(on clock: some Clock, send: (_ index: Int, _ due: Int64, _ now: Int64) -> Bool) {
    for index in offsets.indices {
      let due = due(index)
      clock.wait(until: due)
      guard send(index, due, clock.now()) else { return }
    }
  }
}

extension OpenLoopGenerator {
  /// The monotonic clock; sleeps until shortly before the moment and then spins, because sleeping alone is late by the
  /// timer's slack and the way back to the processor.
  public struct SpinningClock: Clock, Sendable {
    /// How long before the moment sleeping ends.
    public var spin: Int64

    /// A clock that spins for the last `spin` nanoseconds.
    public init(spin: Int64 = 300_000) { self.spin = spin }

    /// Nanoseconds now.
    public func now() -> Int64 { MonotonicClock.now() }

    /// Comes back at `time`, or late by what the machine does to everybody.
    public func wait(until time: Int64) {
      if time - MonotonicClock.now() > spin { _ = MonotonicClock.sleep(until: time - spin) }
      while MonotonicClock.now() < time {}
    }
  }
}
