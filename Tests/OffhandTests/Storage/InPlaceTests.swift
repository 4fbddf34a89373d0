import Testing

@testable import Offhand

@Suite struct InPlaceTests {
  /// Says when it goes.
  private struct Noted: ~Copyable {
    var number: Int
    let gone: @Sendable (Int) -> Void
    deinit { gone(number) }
  }

  @Test func `a value is changed where it lies, and goes with its owner`() async {
    await confirmation { confirm in
      var place = InPlace(
        Noted(number: 1) { number in
          #expect(number == 3)
          confirm()
        })
      place.value.number += 2
      #expect(place.value.number == 3)
    }
  }
}
