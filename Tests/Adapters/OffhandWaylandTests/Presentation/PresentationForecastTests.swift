import Offhand
import OffhandTesting
import Testing

@testable import OffhandWayland

/// A compositor that takes frames some time before each refresh, on a clock of its own.
private struct SteadyCompositor {
  var start: Int64
  var interval: Int64
  /// The time before a refresh up to which frames are taken.
  var lead: Int64

  func presentation(ofCommitAt commit: Int64) -> Int64 {
    let distance = commit + lead - start
    return start + (distance <= 0 ? 0 : (distance + interval - 1) / interval) * interval
  }
}

struct PresentationForecastTests {
  private static func time(_ nanoseconds: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds) }

  @Test
  func `a steady compositor's presentations are named from the ninth commit on, and never a time before the commit`() {
    var random = SeededGenerator(seed: 20)
    var (asked, wrong) = (0, 0)
    for _ in 0..<300 {
      let interval = Int64(random.number(4_000_000...40_000_000))
      let compositor = SteadyCompositor(
        start: Int64(random.number(0...1_000_000_000)), interval: interval,
        lead: Int64(random.number(0...Int(interval))))
      var forecast = PresentationForecast()
      var commit = compositor.start + 1_000_000_000
      for number in 1...60 {
        commit += interval + Int64(random.number(0...Int(interval * 3)))
        let seen = compositor.presentation(ofCommitAt: commit)
        if let moment = forecast.presentation(ofCommitAt: Self.time(commit)) {
          #expect(moment >= Self.time(commit))
          if number > 8 {
            asked += 1
            // One interval early or late at most, and rarely.
            let off = abs(moment.nanoseconds - seen)
            #expect(off <= interval + 10)
            if off > 10 { wrong += 1 }
          }
        }
        forecast.note(commit: number, at: Self.time(commit))
        forecast.note(presented: number, at: Self.time(seen), refresh: .nanoseconds(interval))
      }
    }
    #expect(asked > 10_000)
    // The commits that come within what is unknown of the lead.
    #expect(Double(wrong) < 0.05 * Double(asked), "\(wrong) of \(asked)")
  }

  @Test func `commits at one phase are right from the second on, with jitter too`() {
    var random = SeededGenerator(seed: 21)
    let compositor = SteadyCompositor(start: 0, interval: 16_666_667, lead: 7_000_000)
    var forecast = PresentationForecast()
    var wrong = 0
    for number in 1...200 {
      let commit = Int64(number) * compositor.interval + 500_000 + Int64(random.number(0...300_000))
      let seen = compositor.presentation(ofCommitAt: commit)
      if number > 1, forecast.presentation(ofCommitAt: Self.time(commit)) != Self.time(seen) { wrong += 1 }
      forecast.note(commit: number, at: Self.time(commit))
      forecast.note(presented: number, at: Self.time(seen), refresh: .nanoseconds(compositor.interval))
    }
    // A commit that is later in its interval than all before it may be taken for one of the interval before.
    #expect(wrong <= 8, "\(wrong) of 199")
  }

  @Test func `missed refreshes do not lengthen the forecast`() {
    let compositor = SteadyCompositor(start: 0, interval: 10_000_000, lead: 3_000_000)
    var forecast = PresentationForecast()
    for number in 1...40 {
      let commit = Int64(number) * 20_000_000 + Int64(number % 7) * 1_300_000
      let missed = number.isMultiple(of: 9) ? compositor.interval : 0
      forecast.note(commit: number, at: Self.time(commit))
      forecast.note(
        presented: number, at: Self.time(compositor.presentation(ofCommitAt: commit) + missed),
        refresh: .nanoseconds(compositor.interval))
    }
    let commit: Int64 = 1_000_000_000
    #expect(
      forecast.presentation(ofCommitAt: Self.time(commit))
        == Self.time(compositor.presentation(ofCommitAt: commit)))
  }

  @Test func `the interval of the frames that were seen counts, not the one that the compositor states`() {
    // weston with its usual repaint window: 26.3 ms, stated as 16.7.
    let compositor = SteadyCompositor(start: 0, interval: 26_340_000, lead: 16_667_000)
    var forecast = PresentationForecast()
    for number in 1...30 {
      let commit = Int64(number) * compositor.interval + Int64(number % 5) * 5_000_000
      forecast.note(commit: number, at: Self.time(commit))
      forecast.note(
        presented: number, at: Self.time(compositor.presentation(ofCommitAt: commit)), refresh: .nanoseconds(16_666_667)
      )
    }
    let commit = 31 * compositor.interval + 12_000_000
    let seen = compositor.presentation(ofCommitAt: commit)
    let moment = forecast.presentation(ofCommitAt: Self.time(commit))
    #expect(abs((moment?.nanoseconds ?? 0) - seen) < 1_000_000)
  }

  @Test func `without a rate the shortest delay counts, and without presentations nothing is known`() {
    var forecast = PresentationForecast()
    #expect(forecast.presentation(ofCommitAt: .zero) == nil)
    for (number, delay) in [5_000_000, 4_000_000, 9_000_000].enumerated() {
      let commit = Int64(number + 1) * 20_000_000
      forecast.note(commit: number + 1, at: Self.time(commit))
      forecast.note(presented: number + 1, at: Self.time(commit + Int64(delay)), refresh: nil)
    }
    #expect(forecast.presentation(ofCommitAt: Self.time(100_000_000)) == Self.time(104_000_000))
  }

  @Test func `another mode of the output begins anew`() {
    var forecast = PresentationForecast()
    for number in 1...20 {
      forecast.note(commit: number, at: Self.time(Int64(number) * 20_000_000))
      forecast.note(
        presented: number, at: Self.time(Int64(number) * 20_000_000 + 19_000_000), refresh: .milliseconds(20))
    }
    forecast.note(commit: 21, at: Self.time(500_000_000))
    forecast.note(presented: 21, at: Self.time(502_000_000), refresh: .milliseconds(5))
    #expect(forecast.presentation(ofCommitAt: Self.time(503_000_000)) == Self.time(507_000_000))
  }

  @Test func `a compositor that does not say is expected to show a frame at the refresh after its callback`() {
    var pacing = FramePacing()
    let now = Timestamp(seconds: 1)
    func moment() -> Timestamp { PresentationForecast.presentation(ofFrameAt: now, in: pacing) }
    #expect(moment() == now + .milliseconds(8))
    pacing.refreshInterval = .milliseconds(16)
    #expect(moment() == now + .milliseconds(8))
    pacing.lastCallback = now - .milliseconds(6)
    #expect(moment() == now + .milliseconds(10))
    pacing.lastCallback = now - .milliseconds(16)
    #expect(moment() == now + .milliseconds(8))
  }

  @Test func `a surface forecasts its frames from the compositor's feedback`() throws {
    let server = try FakeServer.withWindows()
    server.answer(WpPresentation.self, "bind", WpPresentation.self, "clock_id", .number(1))
    server.offer(WpPresentation.self, version: 1)
    let window = try FakeWindow(server)
    let now = monotonicNow()
    #expect(!window.surface.pacing.reportsPresentations)
    let guess = window.surface.frameTime(at: now)
    #expect(guess.presentation > now && guess.presentation < now + .milliseconds(17))
    try window.draw()
    let committed = try #require(window.surface.pacing.lastCommit)
    let (seconds, attoseconds) = (committed + .milliseconds(3) - .zero).components
    try server.send(
      WpPresentationFeedback.self, "presented", 0, .number(seconds), .number(attoseconds / 1_000_000_000), 50_000_000,
      0,
      0, 0)
    try window.connection.roundTrip()
    let frame = window.surface.frameTime(at: committed + .milliseconds(20))
    #expect(frame.presentation == committed + .milliseconds(53))
    #expect(window.surface.pacing.reportsPresentations)
  }
}
