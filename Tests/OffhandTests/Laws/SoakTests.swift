import Offhand
import OffhandTesting
import Testing

@Suite struct SoakTests {
  /// 8 hours of event time in some thousand reports; `scripts/test` gives it all that a panel of 120 hertz has in 8 hours.
  /// More fingers come and go than a pipeline has places for.
  @Test(arguments: [Soak.Fingers.stay, .change])
  func `M9 ten fingers on a closed path of eight hours come back to where they were`(_ fingers: Soak.Fingers) {
    let gesture = Soak.gesture(after: 70, fingers)
    #expect(abs(gesture.scale - 1) < 1e-6)
    #expect(abs(gesture.rotation.radians) < 1e-6)
    if fingers == .stay { #expect(gesture.translation.length < 1e-6) }
  }
}
