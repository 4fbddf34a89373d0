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
    #expect(ImmediatePolicy.immediate.opportunity(pacing(awaits: true), at: now) == .now)
    var justCommitted = pacing(awaits: true)
    justCommitted.lastCommit = Timestamp(seconds: 9.999)
    #expect(ImmediatePolicy.immediate.opportunity(justCommitted, at: now) == .at(Timestamp(seconds: 10.001)))
    #expect(ImmediatePolicy.immediate.opportunity(justCommitted, at: Timestamp(seconds: 10.001)) == .now)
  }

  @Test func `frame callback waits for the compositor`() {
    #expect(FrameCallbackPolicy.frameCallback.opportunity(pacing(awaits: true), at: now) == .later)
    #expect(FrameCallbackPolicy.frameCallback.opportunity(pacing(), at: now) == .now)
  }

  @Test func `late latch waits until the drawing just fits`() {
    let policy = LateLatchPolicy(margin: .milliseconds(3))
    let known = pacing(last: 9.999, interval: .milliseconds(16))
    #expect(policy.opportunity(known, at: now) == .at(Timestamp(seconds: 10.010)))
    #expect(policy.opportunity(known, at: Timestamp(seconds: 10.010)) == .now)
    #expect(policy.opportunity(pacing(awaits: true, last: 9.999, interval: .milliseconds(16)), at: now) == .later)
    #expect(policy.opportunity(pacing(last: 9.999), at: now) == .now)
    #expect(policy.opportunity(pacing(interval: .milliseconds(16)), at: now) == .now)
  }
}
