import Offhand
import OffhandPlatform
import Testing

struct DeadlineTimerTests {
  @Test func `a past moment is due at once, a disarmed timer never`() throws {
    let timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, key: 7, interest: .reading)
    try timer.arm(.zero)
    let atOnce = try poller.wait(.unlimited)
    let wasReady = poller.isReady(7)
    timer.acknowledge()
    let afterwards = try poller.wait(.none)
    try timer.arm(MonotonicClock.now())
    try timer.arm(nil)
    let disarmed = try poller.wait(.none)
    #expect((atOnce, wasReady) == (1, true))
    #expect((afterwards, disarmed) == (0, 0))
  }

  @Test func `it does not fire early`() throws {
    let timer = try DeadlineTimer()
    var poller = try Poller()
    try poller.add(timer.descriptor, key: 0, interest: .reading)
    let deadline = MonotonicClock.now() + .milliseconds(3)
    try timer.arm(deadline)
    _ = try poller.wait(.unlimited)
    #expect(MonotonicClock.now() >= deadline)
  }
}
