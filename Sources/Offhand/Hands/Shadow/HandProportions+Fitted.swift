/// The lengths that `scripts/fit-hand` found on the poses of split `fit`; `tabulated` is where it started.
extension HandProportions {
  /// The lengths with the index finger alone on the glass.
  public static let finger = HandProportions(
    indexKnuckle: Joint(74, 0, radius: 18, height: 86),
    littleKnuckle: Joint(45, 59, radius: 24, height: 76),
    middleTip: Joint(17, 36, radius: 14, height: 10),
    littleTip: Joint(13, 31, radius: 11, height: 34),
    thumbTip: Joint(83, -12, radius: 13, height: 32),
    indexBend: Joint(-7, 0, radius: 14, height: 54),
    thumbBend: Joint(-3, -8, radius: 14, height: 34),
    thumbBase: Joint(107, 10, radius: 19, height: 65),
    wrist: Joint(154, 57, radius: 36, height: 127),
    forearm: Joint(254, -2, radius: 39, height: 142),
    fingertip: 8.4, thumb: 14.1, overhang: 8, pull: 0.81, restingThumb: Vector(dx: 6, dy: -53))

  /// The lengths with thumb and index on the glass.
  public static let pinch = HandProportions(
    indexKnuckle: Joint(90, 0, radius: 19, height: 99),
    littleKnuckle: Joint(12, 53, radius: 23, height: 77),
    middleTip: Joint(11, 22, radius: 27, height: 50),
    littleTip: Joint(30, 58, radius: 13, height: 23),
    thumbTip: Joint(55, -28, radius: 13, height: 33),
    indexBend: Joint(-26, 13, radius: 21, height: 58),
    thumbBend: Joint(-22, -19, radius: 9, height: 5),
    thumbBase: Joint(116, -3, radius: 6, height: 56),
    wrist: Joint(134, 40, radius: 36, height: 123),
    forearm: Joint(250, 14, radius: 21, height: 133),
    fingertip: 9.3, thumb: 10.2, overhang: 6, pull: 0.86, restingThumb: Vector(dx: 63, dy: -22))

  /// The lengths with two or three fingers side by side.
  public static let chord = HandProportions(
    indexKnuckle: Joint(78, 6, radius: 26, height: 80),
    littleKnuckle: Joint(58, 60, radius: 19, height: 73),
    middleTip: Joint(39, 23, radius: 8, height: 20),
    littleTip: Joint(49, 53, radius: 7, height: 14),
    thumbTip: Joint(79, -18, radius: 13, height: 23),
    indexBend: Joint(0, -4, radius: 14, height: 41),
    thumbBend: Joint(-2, -9, radius: 14, height: 26),
    thumbBase: Joint(110, -8, radius: 17, height: 49),
    wrist: Joint(158, 36, radius: 37, height: 111),
    forearm: Joint(248, -5, radius: 36, height: 142),
    fingertip: 8.7, thumb: 8.2, overhang: 6, pull: 0.06, restingThumb: Vector(dx: 8, dy: -72))

  /// The lengths with four or five contacts.
  public static let spread = HandProportions(
    indexKnuckle: Joint(67, 3, radius: 17, height: 69),
    littleKnuckle: Joint(54, 64, radius: 20, height: 67),
    middleTip: Joint(22, 22, radius: 12, height: 20),
    littleTip: Joint(36, 57, radius: 11, height: 19),
    thumbTip: Joint(53, -27, radius: 10, height: 32),
    indexBend: Joint(5, 3, radius: 14, height: 41),
    thumbBend: Joint(2, -13, radius: 11, height: 9),
    thumbBase: Joint(111, 1, radius: 22, height: 28),
    wrist: Joint(160, 38, radius: 34, height: 88),
    forearm: Joint(252, -10, radius: 36, height: 134),
    fingertip: 8.6, thumb: 13.2, overhang: 6, pull: 0.66, restingThumb: Vector(dx: 93, dy: -65))
}
