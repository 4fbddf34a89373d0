import Offhand
import Testing

@testable import OffhandWayland

struct DamageHistoryTests {
  private func rect(_ step: Int) -> PixelRect { PixelRect(x: Int32(step) * 100, y: 0, width: 10, height: 10) }

  @Test func `what changed after a commit is the sum of the later ones`() {
    var history = DamageHistory()
    #expect(history.changes(after: 0) == nil)
    for step in 1...3 { history.record(Damage(rect(step))) }
    #expect(history.changes(after: 3) == Damage())
    #expect(history.changes(after: 2) == Damage(rect(3)))
    #expect(history.changes(after: 1)?.area == 200)
  }

  @Test func `what is forgotten is everything`() {
    var history = DamageHistory()
    for step in 1...20 { history.record(Damage(rect(step))) }
    #expect(history.changes(after: 12) == nil)
    #expect(history.changes(after: 13) != nil)
  }
}
