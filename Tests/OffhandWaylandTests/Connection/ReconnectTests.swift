import Offhand
import Testing

@testable import OffhandWayland

struct ReconnectTests {
  @Test func `waits double, have a limit, and end`() {
    var schedule = ReconnectSchedule(firstDelay: .milliseconds(100), longestDelay: .milliseconds(500), attempts: 5)
    var delays: [Duration] = []
    while let delay = schedule.nextDelay() { delays.append(delay) }
    #expect(delays == [100, 200, 400, 500, 500].map { .milliseconds($0) })
    schedule.reset()
    #expect(schedule.nextDelay() == .milliseconds(100))
    var usual = ReconnectSchedule()
    var sum = Duration.zero
    while let delay = usual.nextDelay() { sum += delay }
    #expect(sum > .seconds(100) && sum < .seconds(150))
  }

  @Test func `after a loss everything is made anew on another connection`() throws {
    var lost: FakeWindow? = try FakeWindow()
    let source = WaylandTouchSource(surface: try #require(lost).surface)
    try lost?.draw()
    let connection = try #require(lost?.connection)
    try connection.roundTrip()
    lost?.server.close()
    let error = #expect(throws: ConnectionError.self) {
      try connection.pump(until: "the loss") { false }
    }
    #expect(error?.isWorthRetrying == true)
    let next = try FakeWindow()
    #expect(try next.draw() == .committed(1))
    // What is left of the old connection goes without harm, whatever goes first.
    lost = nil
    try source.dispatch(at: .zero) { _ in }
    #expect(try next.draw() == .committed(2))
  }
}
