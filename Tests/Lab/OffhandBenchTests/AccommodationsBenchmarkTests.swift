import Offhand
import OffhandTesting
import Testing

@testable import OffhandBench

struct AccommodationsBenchmarkTests {
  /// Still taps of 40 to 200 ms.
  private var taps: [TremblingHand.Tap] {
    (0..<100).map { number in (0...4).map { (Double($0) * (0.01 + 0.0004 * Double(number)), .zero) } }
  }

  // Settings were chosen with the seed 1.
  @Test(arguments: [1, 2] as [UInt64])
  func `of a hand that trembles a third or less is wrong or lost, and a steady one loses nothing`(seed: UInt64) {
    let rows = AccommodationsReport(taps, seed: seed).rows
    func missed(_ hand: String, _ accommodations: String, _ size: Double) -> Int {
      rows.filter { $0.hand == hand && $0.accommodations == accommodations && $0.buttonMm == size }
        .reduce(0) { $0 + $1.wrong + $1.lost }
    }
    for size in [9.0, 15, 20] {
      #expect(missed("steady", "tolerance 8", size) <= missed("steady", "none", size), "\(size)")
      let without = missed("trembling", "none", size)
      #expect(without > 50 && missed("trembling", "stillest, repeat", size) * 3 <= without, "\(size)")
    }
    for row in rows where row.accommodations.hasSuffix("repeat") { #expect(row.delayMs == 0, "\(row)") }
  }

  @Test func `a seed gives the same figures again, and another seed others`() {
    let figures = [2, 2, 3].map { seed in
      AccommodationsReport(taps, seed: seed).rows.map { [$0.wrong, $0.lost] }
    }
    #expect(figures[0] == figures[1] && figures[0] != figures[2])
  }

  @Test func `taps are touches that were alone, short and still`() {
    var (frames, assembler) = ([TouchFrame](), TouchFrameAssembler())
    let script = Script {
      down(0, 50, 50, at: 0)
      up(0, at: 80)
      down(0, 50, 50, at: 1000)
      move(0, to: 60, 50, at: 1050)
      up(0, at: 1080)
      down(0, 50, 50, at: 2000)
      down(1, 90, 50, at: 2020)
      up(1, at: 2060)
      up(0, at: 2080)
      down(0, 50, 50, at: 3000)
      up(0, at: 3500)
    }
    script.forEachFrame(assembler: &assembler) { frame in
      var copy = TouchFrame(timestamp: frame.timestamp)
      for index in frame.indices { copy.append(frame[index]) }
      frames.append(copy)
    }
    #expect(TremblingHand.taps(in: frames).map { $0.last?.time } == [0.08])
  }
}
