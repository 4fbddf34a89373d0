import OffhandPlatform
import Synchronization
import Testing

struct WorkerCrewTests {
  /// A job whose parts are counted by the threads that do them. With atomic numbers alone: ThreadSanitizer does not see the locks
  /// of `Mutex`.
  private final class Parts: Sendable {
    let next = Atomic(0)
    let done = Atomic(0)
    /// A bit for every thread that was there.
    let numbers = Atomic<UInt>(0)
    let count: Int
    /// The number of threads that have to be there before any part is done.
    let expected: Int

    init(_ count: Int, expecting expected: Int = 1) {
      self.count = count
      self.expected = expected
    }

    func work(_ number: Int) {
      numbers.bitwiseOr(1 << UInt(number), ordering: .acquiringAndReleasing)
      let limit = ContinuousClock.now + .seconds(30)
      while numbers.load(ordering: .acquiring).nonzeroBitCount < expected, ContinuousClock.now < limit {}
      while next.wrappingAdd(1, ordering: .relaxed).oldValue < count { done.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  private func crew(helpers: Int, idle: Duration = .seconds(30)) throws -> WorkerCrew<Parts> {
    try WorkerCrew(helpers: helpers, idle: idle) { parts, number in parts.work(number) }
  }

  @Test func `every part is done once, and all before the job is over`() throws {
    let crew = try crew(helpers: 3)
    for round in 0..<2000 {
      let parts = Parts(round % 17)
      crew.run(parts)
      #expect(parts.done.load(ordering: .relaxed) == round % 17)
    }
  }

  @Test func `all threads help, each with its number`() throws {
    let crew = try crew(helpers: 3)
    for _ in 0..<20 {
      let parts = Parts(100, expecting: 4)
      crew.run(parts)
      #expect(parts.numbers.load(ordering: .relaxed) == 0b1111)
    }
    #expect(crew.threadCount == 3)
  }

  @Test func `threads end without a job, and start again for the next`() throws {
    let crew = try crew(helpers: 2, idle: .milliseconds(20))
    #expect(crew.threadCount == 0)
    for _ in 0..<3 {
      crew.run(Parts(10, expecting: 3))
      let limit = ContinuousClock.now + .seconds(30)
      while crew.threadCount > 0, ContinuousClock.now < limit {}
      #expect(crew.threadCount == 0)
    }
  }

  @Test func `nothing of a job is kept`() throws {
    let crew = try crew(helpers: 2)
    weak var kept: Parts?
    for _ in 0..<50 {
      let parts = Parts(10, expecting: 3)
      kept = parts
      crew.run(parts)
    }
    #expect(kept == nil)
  }

  @Test func `there is a processor`() { #expect((1...4096).contains(Processors.available)) }
}
