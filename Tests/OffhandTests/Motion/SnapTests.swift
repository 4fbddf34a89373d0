import Offhand
import Testing

@Suite struct SnapTests {
  let snap = Snap()
  let pages: [Double] = [0, 100, 200]

  @Test func `slow goes to the nearest`() {
    #expect(snap.target(from: 40, velocity: 49, among: pages) == 0)
    #expect(snap.target(from: 60, velocity: -49, among: pages) == 1)
  }

  @Test func `fast goes to the one nearest to its projection`() {
    #expect(snap.target(from: 40, velocity: 50, among: pages) == 1)
    #expect(snap.target(from: 10, velocity: 400, among: pages) == 2)
    #expect(snap.target(from: 10, velocity: -4000, among: pages) == 0)
  }

  @Test func `the first of two equally near wins, and no place is no answer`() {
    #expect(snap.target(from: 50, velocity: 0, among: pages) == 0)
    #expect(snap.target(from: 50, velocity: 0, among: []) == nil)
  }

  @Test func `a tray opens by the sign of the velocity, or by the nearer end`() {
    #expect(snap.opens(from: 5, velocity: 60, extent: 100))
    #expect(!snap.opens(from: 95, velocity: -60, extent: 100))
    #expect(snap.opens(from: 51, velocity: -10, extent: 100))
    #expect(!snap.opens(from: 49, velocity: 10, extent: 100))
  }
}
