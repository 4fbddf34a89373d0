import Testing

@testable import Offhand

@Suite struct SteadyTurnTests {
  /// What is found where a turn goes through `angles`.
  private static func follow(_ angles: some Sequence<Double>, size: Double = 30) -> [Double] {
    var turn = SteadyTurn()
    return angles.map { angle in
      let direction = Vector(angle: Angle(radians: angle)) * size
      turn.follow(y: direction.dy, x: direction.dx, size: direction.length)
      return turn.radians
    }
  }

  @Test func `it is the angle, however small the steps, and is not wrapped`() {
    for step in [0.0003, 0.01, 0.06, 0.07, 0.4, 2.9, -0.013, -1.3] {
      let angles = (1...2000).map { Double($0) * step }
      for (found, due) in zip(Self.follow(angles), angles) { #expect(abs(found - due) < 1e-10 * max(1, abs(due))) }
    }
  }

  @Test func `to and fro it gathers no errors`() {
    let angles = (0..<100_000).map { Double($0 % 400) * 0.004 }
    #expect(abs((Self.follow(angles).last ?? 0) - 399 * 0.004) < 1e-14)
  }

  @Test func `of two turns that it can mean it takes the one closer to the last`() {
    #expect(abs(Self.follow([3, 3.2])[1] - 3.2) < 1e-12)
    #expect(abs(Self.follow([-3, -3.2])[1] + 3.2) < 1e-12)
  }
}
