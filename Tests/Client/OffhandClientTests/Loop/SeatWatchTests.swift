import Offhand
import OffhandPlatform
import Testing

@testable import OffhandClient

struct SeatWatchTests {
  @Test(.enabled(if: (try? VirtualTerminal(63)) != nil, "needs a kernel with virtual terminals"))
  func `a session whose terminal is not in front is in the background, which is told once`() throws {
    var told: [SessionWatch.State] = []
    let watch = SessionWatch(try VirtualTerminal(63)) { state, _ in told.append(state) }
    for _ in 0..<2 { try watch.dispatch(at: .zero) }
    #expect(told == [.background])
  }

  @Test func `a session is back half a second after its terminal, when logind has given its rights back`() {
    var state = TerminalState()
    func change(_ isInFront: Bool, _ seconds: Double) -> SessionWatch.State? {
      state.change(isInFront: isInFront, at: Timestamp(seconds: seconds))
    }
    #expect(change(true, 0) == nil && state.due == nil)
    #expect(change(false, 1) == .background && change(false, 2) == nil && state.due == nil)
    #expect(change(true, 3) == nil && state.due == Timestamp(seconds: 3.5))
    // A look at the next user's terminal in between.
    #expect(change(false, 3.2) == nil && state.due == nil)
    #expect(change(true, 4) == nil && change(true, 4.4) == nil && state.due == Timestamp(seconds: 4.5))
    #expect(change(true, 4.5) == .foreground && change(true, 5) == nil && state.due == nil)
  }

  @Test func `a compositor that loses its touch screens has gone to the background, until it has one again`() {
    var watch = SeatWatch()
    #expect(
      [false, true, true, false, false, true].map { watch.change(offersTouch: $0) } == [
        nil, nil, nil, .background, nil, .foreground,
      ])
  }

  @Test func `a compositor that never had a touch screen says nothing`() {
    var watch = SeatWatch()
    #expect(watch.change(offersTouch: false) == nil)
    #expect(watch.change(offersTouch: false) == nil)
  }

  @Test func `the next compositor begins anew in the foreground, and one that was lost in the background stays there`()
  {
    var watch = SeatWatch()
    _ = watch.change(offersTouch: true)
    watch.forgetCompositor()
    #expect(watch.change(offersTouch: false) == nil)
    _ = watch.change(offersTouch: true)
    _ = watch.change(offersTouch: false)
    watch.forgetCompositor()
    #expect(watch.change(offersTouch: false) == nil)
    #expect(watch.change(offersTouch: true) == .foreground)
  }
}
