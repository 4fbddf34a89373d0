import Testing

@testable import OffhandClient

struct SeatWatchTests {
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
