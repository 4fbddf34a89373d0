import Offhand
import OffhandTesting
import Testing

@testable import OffhandService

struct IdleScheduleTests {
  private typealias Change = IdleSchedule.Change

  private func schedule(_ stages: (after: Int, warning: Int)..., followsCompositor: Bool = false) -> IdleSchedule {
    IdleSchedule(
      stages.map { .init(after: .seconds($0.after), warning: .seconds($0.warning)) },
      followsCompositor: followsCompositor, at: .zero)
  }

  private func second(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  /// Everything that is due at `seconds`.
  private func changes(_ schedule: inout IdleSchedule, at seconds: Double) -> [Change] {
    var changes: [Change] = []
    while let change = schedule.next(at: second(seconds)) { changes.append(change) }
    return changes
  }

  @Test func `a stage begins after its warning, and ends with the first touch`() {
    var schedule = schedule((60, 15))
    #expect(schedule.deadline == second(45))
    #expect(changes(&schedule, at: 44.9).isEmpty)
    #expect(changes(&schedule, at: 45) == [.warn(0, until: second(60))])
    #expect(schedule.deadline == second(60))
    #expect(changes(&schedule, at: 60) == [.begin(0)])
    #expect(schedule.deadline == nil)
    schedule.touch(at: second(100), isHeld: true)
    #expect(changes(&schedule, at: 100) == [.end(0)])
    schedule.touch(at: second(101), isHeld: false)
    #expect(schedule.deadline == second(146))
  }

  @Test func `a touch during the warning withdraws it`() {
    var schedule = schedule((60, 15))
    _ = changes(&schedule, at: 45)
    schedule.touch(at: second(59), isHeld: false)
    #expect(changes(&schedule, at: 60) == [.withdraw(0)])
    #expect(changes(&schedule, at: 103).isEmpty)
    #expect(changes(&schedule, at: 104) == [.warn(0, until: second(119))])
  }

  @Test func `a use of which the compositor tells between two calls ends a stage`() {
    var schedule = schedule((60, 0), followsCompositor: true)
    schedule.rest(since: .zero)
    #expect(changes(&schedule, at: 60) == [.begin(0)])
    schedule.rest(since: nil)
    schedule.rest(since: second(70))
    #expect(changes(&schedule, at: 71) == [.end(0)])
    schedule.rest(since: second(71))
    #expect(changes(&schedule, at: 130.9).isEmpty && changes(&schedule, at: 131) == [.begin(0)])
  }

  @Test(arguments: [false, true])
  func `while a finger rests nothing begins, however long and whatever the compositor says`(followsCompositor: Bool) {
    var schedule = schedule((60, 15), followsCompositor: followsCompositor)
    schedule.touch(at: second(1), isHeld: true)
    if followsCompositor { schedule.rest(since: second(1)) }
    #expect(schedule.deadline == nil && changes(&schedule, at: 100_000).isEmpty)
    schedule.touch(at: second(100_000), isHeld: false)
    #expect(changes(&schedule, at: 100_000).isEmpty && schedule.deadline == second(100_045))
  }

  @Test func `a process that stood still for hours shows the whole warning before the stage begins`() {
    var schedule = schedule((60, 15), (600, 0))
    #expect(changes(&schedule, at: 36_000) == [.warn(0, until: second(36_015))])
    #expect(changes(&schedule, at: 36_014).isEmpty)
    #expect(changes(&schedule, at: 36_015) == [.begin(0), .begin(1)])
  }

  @Test
  func
    `with patience a stage and its warning take as many times as long, and those that are late come at once without`()
  {
    var schedule = schedule((60, 15), (120, 0))
    schedule.patience = 10
    #expect(changes(&schedule, at: 449).isEmpty && schedule.deadline == second(450))
    #expect(changes(&schedule, at: 450) == [.warn(0, until: second(600))])
    #expect(changes(&schedule, at: 600) == [.begin(0)])
    schedule.patience = 1
    #expect(changes(&schedule, at: 600) == [.begin(1)])
  }

  @Test func `stages follow one another and end in the reverse order`() {
    var schedule = schedule((60, 0), (70, 20), (600, 0))
    #expect(changes(&schedule, at: 60) == [.begin(0), .warn(1, until: second(80))])
    #expect(changes(&schedule, at: 80) == [.begin(1)])
    #expect(changes(&schedule, at: 600) == [.begin(2)])
    schedule.touch(at: second(700), isHeld: false)
    #expect(changes(&schedule, at: 700) == [.end(2), .end(1), .end(0)])
  }

  @Test func `a compositor that reports idleness counts, also for keys and pointers`() {
    var schedule = schedule((60, 15), followsCompositor: true)
    #expect(schedule.deadline == nil)
    schedule.rest(since: second(100))
    #expect(changes(&schedule, at: 145) == [.warn(0, until: second(160))])
    schedule.rest(since: nil)
    #expect(changes(&schedule, at: 150) == [.withdraw(0)])
    #expect(schedule.deadline == nil)
  }

  @Test func `while no touches are heard nothing begins, and what has begun stays until a touch`() {
    var schedule = schedule((1, 0), (3, 0))
    #expect(changes(&schedule, at: 1) == [.begin(0)])
    for time in [2.0, 50] { schedule.hear(false, at: second(time)) }
    #expect(schedule.deadline == nil && changes(&schedule, at: 100).isEmpty)
    for time in [100.0, 100.5] { schedule.hear(true, at: second(time)) }
    #expect(changes(&schedule, at: 100.9).isEmpty && changes(&schedule, at: 101) == [.begin(1)])
    schedule.hear(false, at: second(102))
    schedule.touch(at: second(110), isHeld: false)
    #expect(changes(&schedule, at: 110) == [.end(1), .end(0)])
    #expect(changes(&schedule, at: 200).isEmpty)
    schedule.hear(true, at: second(200))
    #expect(schedule.deadline == second(201))
  }

  @Test func `while no touches are heard no warning is shown, and afterwards it is shown whole`() {
    var schedule = schedule((60, 15))
    #expect(changes(&schedule, at: 45) == [.warn(0, until: second(60))])
    schedule.hear(false, at: second(50))
    #expect(changes(&schedule, at: 50) == [.withdraw(0)])
    schedule.hear(true, at: second(100))
    #expect(changes(&schedule, at: 100) == [.warn(0, until: second(115))])
  }

  @Test func `a touch screen that is gone for a moment again and again keeps no stage away`() {
    var schedule = schedule((10, 0))
    for time in [4.0, 8] {
      schedule.hear(false, at: second(time))
      #expect(changes(&schedule, at: time).isEmpty)
      schedule.hear(true, at: second(time + 0.25))
    }
    #expect(changes(&schedule, at: 10.4).isEmpty && changes(&schedule, at: 10.5) == [.begin(0)])
  }

  @Test(arguments: 1...20)
  func `in a day of touches no stage begins early, during a touch or without its warning, and each ends`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var schedule = schedule((60, 15), (300, 0))
    var (now, latest) = (0.0, 0.0)
    var isHeld = false
    var warned: Double?
    var begun: Set<Int> = []
    var count = 0
    func take(_ change: Change) {
      switch change {
      case .warn(let index, let end):
        #expect(index == 0 && !isHeld && now >= latest + 45 && end == second(now + 15))
        warned = now
      case .withdraw: warned = nil
      case .begin(let index):
        #expect(!isHeld && now >= latest + (index == 0 ? 60 : 300) && begun.insert(index).inserted)
        if index == 0 { #expect(warned.map { now >= $0 + 15 } ?? false) }
        count += 1
      case .end(let index): #expect(begun.remove(index) != nil)
      }
    }
    while now < 86_400 {
      // A touch comes after a moment or after minutes; the loop wakes for the deadline, sometimes much later.
      let touch = now + Double(Int.random(in: 0...(Bool.random(using: &random) ? 20 : 900), using: &random))
      while let due = schedule.deadline, due < second(touch) {
        now = max(now, due.seconds(since: .zero)) + (random.next() % 10 == 0 ? 40 : 0)
        while let change = schedule.next(at: second(now)) { take(change) }
      }
      now = max(now, touch)
      (latest, isHeld) = (now, !isHeld)
      schedule.touch(at: second(now), isHeld: isHeld)
      while let change = schedule.next(at: second(now)) { take(change) }
      #expect(begun.isEmpty)
    }
    #expect(count > 50)
  }
}
