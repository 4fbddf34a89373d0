import Offhand
import Testing

@Suite struct PostureTests {
  @Test(
    arguments: [
      (62, 110, .handheld), (160, 76, .handheld), (84, 185, .handheld), (85, 185, .flatTablet), (84, 186, .flatTablet),
      (155, 86, .flatTablet), (217, 136, .flatTablet), (136, 217, .flatTablet), (280, 201, .flatTablet),
      (295, 184, .monitor), (527, 296, .monitor), (620, 349, .monitor), (708, 398, .kiosk), (1650, 930, .kiosk),
      (40, 40, .unknown), (39, 79, .unknown), (0, 0, .unknown), (1, 1, .unknown), (3200, 1800, .unknown),
      (.nan, 100, .unknown),
    ] as [(Double, Double, Posture)])
  func `the size of a panel suggests how it stands`(width: Double, height: Double, posture: Posture) {
    #expect(Posture(of: Size(width: width, height: height)) == posture)
  }
}
