import Offhand
import OffhandService
import Testing

@Suite struct CurtainViewTests {
  /// Whether a touch that goes through `positions`, half a second apart, has ended the cleaning after three seconds.
  private static func ends(_ positions: [Double]) -> Bool {
    var curtain = CurtainView(.hold(.seconds(3), text: ""))
    var frame = TouchFrame()
    for (step, x) in positions.enumerated() {
      let time = Timestamp(nanoseconds: 1_000_000_000 + Int64(step) * 500_000_000)
      curtain.advance(to: time)
      if step == 0 {
        frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: x, y: 50), landingTime: time))
      } else {
        frame[0].phase = .moved
        frame[0].position = Point(x: x, y: 50)
      }
      frame.timestamp = time
      curtain.process(frame)
    }
    return curtain.isOver
  }

  @Test func `a finger that rests for three seconds ends the cleaning`() {
    #expect(Self.ends([50, 51, 50, 49, 50, 51, 50]))
    #expect(!Self.ends([50, 51, 50, 49, 50, 51]))
  }

  @Test func `a cloth that wipes does not end the cleaning`() {
    #expect(!Self.ends([50, 70, 90, 110, 90, 70, 50, 70, 90, 110]))
  }
}
