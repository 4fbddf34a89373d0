import Testing
@testable import Offhand

@Suite struct FixedArrayTests {
  /// Counts how many of its kind there are.
  private final class Counted {
    nonisolated(unsafe) static var count = 0
    init() { Counted.count += 1 }
    deinit { Counted.count -= 1 }
  }

  @Test func `elements are written where they lie`() {
    var array = FixedArray(repeating: 7, count: 3)
    array[1] += 1
    #expect([array[0], array[1], array[2]] == [7, 8, 7])
    #expect(array.address(of: 1).pointee == 8)
  }

  @Test func `what is appended stands behind the others`() {
    var array = FixedArray<String>()
    #expect(array.indices.isEmpty)
    for word in ["a", "b", "c"] { array.append(word) }
    #expect(array.indices.map { array[$0] } == ["a", "b", "c"])
  }

  @Test func `a copy and its original are independent`() {
    var array = FixedArray(repeating: 1, count: 2)
    var copy = array.copied()
    copy[0] = 2
    array[1] = 3
    #expect([array[0], array[1], copy[0], copy[1]] == [1, 3, 2, 1])
  }

  @Test func `elements live as long as the arrays that hold them`() {
    do {
      var array = FixedArray<Counted>()
      array.append(Counted())
      array.append(Counted())
      let copy = array.copied()
      #expect(Counted.count == 2)
      array[0] = Counted()
      #expect(Counted.count == 3)
      _ = copy.count
    }
    #expect(Counted.count == 0)
  }
}

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
