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
