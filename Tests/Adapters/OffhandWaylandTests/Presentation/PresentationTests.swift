import Offhand
import Testing
@testable import OffhandWayland

struct PresentationPolicyTests {
  private let now = Timestamp(seconds: 10)

  private func pacing(awaits: Bool = false, last: Double? = nil, interval: Duration? = nil) -> FramePacing {
    var pacing = FramePacing()
    pacing.awaitsCallback = awaits
    pacing.lastCallback = last.map { Timestamp(seconds: $0) }
    pacing.refreshInterval = interval
    pacing.drawingTime = .milliseconds(2)
    return pacing
  }

  @Test func `immediate does not wait for the compositor, and does not spin`() {
    #expect(PresentationPolicy.immediate.opportunity(pacing(awaits: true), at: now) == .now)
    var justCommitted = pacing(awaits: true)
    justCommitted.lastCommit = Timestamp(seconds: 9.999)
    #expect(PresentationPolicy.immediate.opportunity(justCommitted, at: now) == .at(Timestamp(seconds: 10.001)))
    #expect(PresentationPolicy.immediate.opportunity(justCommitted, at: Timestamp(seconds: 10.001)) == .now)
  }

  @Test func `frame callback waits for the compositor`() {
    #expect(PresentationPolicy.frameCallback.opportunity(pacing(awaits: true), at: now) == .later)
    #expect(PresentationPolicy.frameCallback.opportunity(pacing(), at: now) == .now)
  }

  @Test func `late latch waits until the drawing just fits`() {
    let policy = PresentationPolicy.lateLatch
    let known = pacing(last: 9.999, interval: .milliseconds(16))
    #expect(policy.opportunity(known, at: now) == .at(Timestamp(seconds: 10.010)))
    #expect(policy.opportunity(known, at: Timestamp(seconds: 10.010)) == .now)
    #expect(policy.opportunity(pacing(awaits: true, last: 9.999, interval: .milliseconds(16)), at: now) == .later)
    #expect(policy.opportunity(pacing(last: 9.999), at: now) == .now)
    #expect(policy.opportunity(pacing(interval: .milliseconds(16)), at: now) == .now)
  }

  @Test func `automatic draws late where the compositor says when frames are seen, and at once elsewhere`() {
    let policy = PresentationPolicy.automatic
    var known = pacing(awaits: true, last: 9.999, interval: .milliseconds(16))
    #expect(policy.opportunity(known, at: now) == .now)
    known.reportsPresentations = true
    #expect(policy.opportunity(known, at: now) == .later)
    known.awaitsCallback = false
    #expect(policy.opportunity(known, at: now) == PresentationPolicy.lateLatch.opportunity(known, at: now))
    #expect(policy.opportunity(known, at: now) != .now)
  }
}

struct PresentationTrackerTests {
  private func window(clock: Int64 = 1) throws -> FakeWindow {
    let server = try FakeServer.withWindows()
    server.answer(WpPresentation.self, "bind", WpPresentation.self, "clock_id", .number(clock))
    server.offer(WpPresentation.self, version: 1)
    return try FakeWindow(server)
  }

  private func show(_ window: FakeWindow) throws {
    try window.draw()
    try window.server.send(WlBuffer.self, number: Int32(window.server.objects(WlBuffer.self)) - 1, "release")
    try window.connection.roundTrip()
  }

  @Test func `what a discarded commit showed counts with the next that is seen`() throws {
    let window = try window()
    for _ in 0..<3 { try show(window) }
    try window.server.send(WpPresentationFeedback.self, "discarded")
    try window.server.send(WpPresentationFeedback.self, "discarded")
    try window.server.send(WpPresentationFeedback.self, "presented", 0, 100, 5, 16_666_667, 0, 0, 0)
    try window.connection.roundTrip()
    let seen = window.surface.takePresentations()
    #expect(seen.map(\.commits) == [1...3])
    #expect(seen.first?.time == Timestamp(nanoseconds: 100_000_000_005))
    #expect(seen.first?.uncertainty == .zero)
    #expect(seen.first?.refreshInterval == .nanoseconds(16_666_667))
    #expect(window.surface.feedbackCounts == (1, 2))
    #expect(window.surface.takePresentations().isEmpty)
    try show(window)
    try window.server.send(WpPresentationFeedback.self, "presented", 0, 101, 0, 0, 0, 0, 0)
    try window.connection.roundTrip()
    let next = window.surface.takePresentations()
    #expect(next.map(\.commits) == [4...4])
    #expect(next.first?.refreshInterval == nil)
  }

  @Test func `a compositor that never replies gets at most eight requests`() throws {
    let window = try window()
    for _ in 0..<20 { try show(window) }
    #expect(window.server.count(WpPresentation.self, "feedback") == PresentationTracker.patience)
    #expect(window.surface.takePresentations().isEmpty)
  }

  @Test func `a compositor that replies late gets further requests`() throws {
    let window = try window()
    try show(window)
    try window.server.send(WpPresentationFeedback.self, "presented", 0, 1, 0, 0, 0, 0, 0)
    try window.connection.roundTrip()
    for _ in 0..<20 { try show(window) }
    #expect(window.server.count(WpPresentation.self, "feedback") == 21)
  }

  @Test func `another clock is brought onto the monotonic one`() throws {
    let raw: Int64 = 4
    let window = try window(clock: raw)
    try show(window)
    let now = monotonicNow()
    var clock = PresentationClock(id: UInt32(raw))
    let there = clock.monotonic(0)
    // A moment of the raw clock that is now on the monotonic one.
    let moment = now - there
    let (seconds, attoseconds) = moment.components
    try window.server.send(
      WpPresentationFeedback.self, "presented", 0, .number(seconds), .number(attoseconds / 1_000_000_000), 0, 0, 0, 0)
    try window.connection.roundTrip()
    let seen = try #require(window.surface.takePresentations().first)
    // Between the two readings the clocks may drift by some hundred parts in a million.
    #expect(abs((seen.time - now).wholeNanoseconds) < 1_000_000)
    #expect(seen.uncertainty > .zero)
  }
}
