import Offhand
import Testing

@testable import OffhandBridge

/// What a twin writes, and what it leaves out; what programs make of it is in `TwinRelayLawTests`.
struct SlotWriterTests {
  private var writer = SlotWriter(slots: 4, largestID: 100)

  /// The codes and values of what was written since the last call, without the types.
  private mutating func written() -> [[Int32]] {
    var events: [[Int32]] = []
    writer.endReport()
    writer.hold.drain { $0.forEach { events.append([Int32($0.code), $0.value]) } }
    return events
  }

  @Test mutating func `of the slots only what changes is written, and each is named once`() throws {
    let (x, y) = (EvdevCode.positionX, EvdevCode.positionY)
    #expect(writer.land(in: 2, as: 7) == 2)
    writer.set(x, 10, in: 2)
    writer.set(y, 20, in: 2)
    let (slot, id, button) = (Int32(EvdevCode.slot), Int32(EvdevCode.trackingID), Int32(EvdevCode.touch))
    let end = [Int32(EvdevCode.report), 0]
    #expect(written() == [[slot, 2], [id, 7], [Int32(x), 10], [Int32(y), 20], [button, 1], end])
    writer.set(x, 10, in: 2)
    #expect(written() == [])
    writer.set(y, 21, in: 2)
    #expect(written() == [[Int32(y), 21], end])
    writer.lift(2)
    #expect(written() == [[id, -1], [button, 0], end])
  }

  @Test mutating func `a pointer that is where the finger is already is not moved`() {
    for (code, value) in [(EvdevCode.positionX, Int32(10)), (EvdevCode.positionY, 20)] {
      writer.set(code, value, in: 0)
    }
    for (code, value) in [(EvdevCode.x, Int32(10)), (EvdevCode.y, 21)] {
      writer.pass(EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: code, value: value))
    }
    _ = written()
    writer.point(to: 0)
    #expect(written() == [[Int32(EvdevCode.y), 20], [Int32(EvdevCode.report), 0]])
    // A key with the number of an axis is none.
    writer.pass(EvdevEvent(timestamp: .zero, type: EvdevCode.key, code: EvdevCode.x, value: 3))
    _ = written()
    writer.point(to: 0)
    #expect(written() == [])
  }
}
