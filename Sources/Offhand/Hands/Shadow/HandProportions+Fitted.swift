/// Lengths fitted to the silhouettes of split `fit`, from `tabulated` on, by the search of `scripts/fit-hand`.
///
/// Found while the shadow had no loose hand yet. Begun anew, the script finds other lengths: silhouettes tell little of joints that
/// hide behind others, and many hands score alike. These were kept, because every figure of the benchmark was measured with
/// them; the script says first how they score: .089, .104, .058 and .048.
extension HandProportions {
  /// The lengths with the index finger alone on the glass.
  public static let finger = HandProportions(
    indexKnuckle: Joint(90, -10, radius: 23, height: 61),
    littleKnuckle: Joint(52, 50, radius: 13, height: 86),
    middleTip: Joint(26, 33, radius: 7, height: 27),
    littleTip: Joint(18, 25, radius: 7, height: 32),
    thumbTip: Joint(81, -30, radius: 13, height: 30),
    indexBend: Joint(-7, 0, radius: 13, height: 65),
    thumbBend: Joint(5, -13, radius: 15, height: 30),
    thumbBase: Joint(104, 5, radius: 19, height: 58),
    wrist: Joint(156, 17, radius: 39, height: 114),
    forearm: Joint(246, 4, radius: 39, height: 141),
    fingertip: 7.9, thumb: 12.3, overhang: 3, pull: 0.76, restingThumb: Vector(dx: 2, dy: -65))

  /// The lengths with thumb and index on the glass.
  public static let pinch = HandProportions(
    indexKnuckle: Joint(93, 0, radius: 18, height: 82),
    littleKnuckle: Joint(17, 53, radius: 21, height: 73),
    middleTip: Joint(11, 31, radius: 16, height: 42),
    littleTip: Joint(26, 65, radius: 12, height: 27),
    thumbTip: Joint(56, -31, radius: 12, height: 18),
    indexBend: Joint(-31, 13, radius: 16, height: 63),
    thumbBend: Joint(-20, -20, radius: 7, height: 3),
    thumbBase: Joint(115, -5, radius: 6, height: 57),
    wrist: Joint(151, 29, radius: 35, height: 108),
    forearm: Joint(251, -9, radius: 25, height: 145),
    fingertip: 10.0, thumb: 8.4, overhang: 4, pull: 0.91, restingThumb: Vector(dx: 63, dy: -26))

  /// The lengths with two or three fingers side by side.
  public static let chord = HandProportions(
    indexKnuckle: Joint(73, -4, radius: 16, height: 81),
    littleKnuckle: Joint(58, 55, radius: 13, height: 80),
    middleTip: Joint(53, 22, radius: 6, height: 10),
    littleTip: Joint(49, 54, radius: 6, height: 27),
    thumbTip: Joint(80, -17, radius: 12, height: 34),
    indexBend: Joint(10, -2, radius: 15, height: 54),
    thumbBend: Joint(-2, -11, radius: 18, height: 35),
    thumbBase: Joint(110, -12, radius: 21, height: 53),
    wrist: Joint(157, 22, radius: 39, height: 105),
    forearm: Joint(249, -3, radius: 38, height: 141),
    fingertip: 6.2, thumb: 11.1, overhang: 7, pull: 0.16, restingThumb: Vector(dx: -20, dy: -99))

  /// The lengths with four or five contacts.
  public static let spread = HandProportions(
    indexKnuckle: Joint(73, 5, radius: 16, height: 72),
    littleKnuckle: Joint(54, 64, radius: 16, height: 67),
    middleTip: Joint(22, 24, radius: 11, height: 19),
    littleTip: Joint(34, 59, radius: 11, height: 21),
    thumbTip: Joint(55, -26, radius: 12, height: 30),
    indexBend: Joint(3, 5, radius: 14, height: 39),
    thumbBend: Joint(2, -17, radius: 6, height: 5),
    thumbBase: Joint(111, -4, radius: 19, height: 30),
    wrist: Joint(160, 34, radius: 34, height: 83),
    forearm: Joint(253, -7, radius: 36, height: 130),
    fingertip: 8.4, thumb: 8.6, overhang: 2, pull: 0.66, restingThumb: Vector(dx: 93, dy: -64))
}
