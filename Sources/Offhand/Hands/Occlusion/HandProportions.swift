/// The lengths of a hand of scale 1 in one grip: where its joints are, from the index fingertip.
///
/// The values were fitted to the silhouettes of a posed articulated hand, starting from the anthropometric tables of
/// Design/HandModel.md "Lengths of hands", "Occlusion", one set for each grip.
package struct HandProportions: Sendable, Hashable {
  package struct Joint: Sendable, Hashable {
    /// Millimetres behind the index fingertip, towards the elbow.
    package var behind: Double
    /// Millimetres towards the little finger's side.
    package var ulnar: Double
    /// Half the width there, in millimetres.
    package var radius: Double
    /// Millimetres above the glass.
    package var height: Double

    /// A joint at a displacement in millimetres from the index fingertip.
    package init(_ behind: Double, _ ulnar: Double, radius: Double, height: Double) {
      self.behind = behind
      self.ulnar = ulnar
      self.radius = radius
      self.height = height
    }
  }

  /// A displacement from the index fingertip, in millimetres.
  package struct Offset: Sendable, Hashable {
    /// Towards the elbow.
    package var behind: Double
    /// Towards the little finger's side.
    package var ulnar: Double
  }

  /// The index finger's knuckle.
  package var indexKnuckle: Joint
  /// The little finger's knuckle.
  package var littleKnuckle: Joint
  /// The middle fingertip where it does not touch.
  package var middleTip: Joint
  /// The little fingertip where it does not touch.
  package var littleTip: Joint
  /// The thumb's tip where it does not touch.
  package var thumbTip: Joint
  /// The index finger's middle joint, as it departs from the middle of fingertip and knuckle.
  package var indexBend: Joint
  /// The thumb's middle joint, as it departs from the middle of tip and base.
  package var thumbBend: Joint
  package var thumbBase: Joint
  package var wrist: Joint
  /// The forearm; its displacement is from the wrist.
  package var forearm: Joint
  /// Half the width of a finger at the glass, in millimetres.
  package var fingertip: Double
  /// Half the width of a thumb at the glass, in millimetres.
  package var thumb: Double
  /// The distance that the fingertip reaches beyond the centre of its contact, in millimetres.
  package var overhang: Double
  /// The share of the thumb's displacement from its usual position that the hand follows, 0 to 1.
  package var pull: Double
  /// The thumb's usual position in a pinch, from which `pull` is measured.
  package var usualThumb: Offset

  /// How far the ring fingertip is ahead of the middle between its neighbours', in millimetres.
  package var ringReach = 8.0

  /// The distance of the hand's start behind the touch, in millimetres: 0 for fingers; for a pen, the position at which it is held.
  package var reach = 0.0
  /// The fingers around a pen, from where it is held.
  package var hold = Joint(0, 0, radius: 0, height: 0)

  /// The lengths of Design/HandModel.md "Occlusion", from which the fit started; but the wrist lies behind the middle of the knuckles, where
  /// people have it, and not behind the index finger's.
  package static let tabulated = HandProportions(
    indexKnuckle: Joint(73, 6, radius: 15, height: 58), littleKnuckle: Joint(62, 62, radius: 16, height: 42),
    middleTip: Joint(22, 24, radius: 11, height: 20), littleTip: Joint(35, 55, radius: 11, height: 22),
    thumbTip: Joint(55, -26, radius: 12, height: 30), indexBend: Joint(0, 0, radius: 11, height: 35),
    thumbBend: Joint(0, -8, radius: 13, height: 30), thumbBase: Joint(120, -8, radius: 18, height: 55),
    wrist: Joint(163, 36, radius: 29, height: 85), forearm: Joint(250, 0, radius: 44, height: 140), fingertip: 9,
    thumb: 12, overhang: 5, pull: 0.3, usualThumb: Offset(behind: 55, ulnar: -15))

  /// A hand that points without effort: the other fingers hover, stretched out beside the index, where the fitted hand curls them in
  /// (Design/HandModel.md "Occlusion").
  package static let relaxed = {
    var hand = finger
    hand.middleTip = Joint(-5, 22, radius: 10, height: 25)
    hand.littleTip = Joint(15, 58, radius: 10, height: 28)
    hand.wrist.ulnar = 27
    return hand
  }()

  /// A hand that writes: the lengths of `tabulated` with the fingers bent around a pen that leans 40° from the glass and is held
  /// 35 mm from its tip, resting on its edge. Assumed (Design/Placing.md case 20).
  package static let pen = HandProportions(
    indexKnuckle: Joint(48, -4, radius: 14, height: 55), littleKnuckle: Joint(58, 44, radius: 16, height: 24),
    middleTip: Joint(8, 12, radius: 10, height: 14), littleTip: Joint(34, 36, radius: 11, height: 10),
    thumbTip: Joint(8, -12, radius: 11, height: 25), indexBend: Joint(0, -6, radius: 11, height: 48),
    thumbBend: Joint(0, -12, radius: 13, height: 40), thumbBase: Joint(92, -6, radius: 18, height: 45),
    wrist: Joint(126, 24, radius: 30, height: 30), forearm: Joint(250, 0, radius: 44, height: 50), fingertip: 10,
    thumb: 11, overhang: 0, pull: 0, usualThumb: Offset(behind: 0, ulnar: 0), reach: 27,
    hold: Joint(0, 0, radius: 10, height: 23))

  /// This hand with its joints moved towards those of `other` by `share`, 0 to 1.
  func mixed(with other: HandProportions, share: Double) -> HandProportions {
    func mix(_ mine: Double, _ its: Double) -> Double { mine + (its - mine) * share }
    func mix(_ mine: Joint, _ its: Joint) -> Joint {
      Joint(
        mix(mine.behind, its.behind), mix(mine.ulnar, its.ulnar), radius: mix(mine.radius, its.radius),
        height: mix(mine.height, its.height))
    }
    var hand = self
    hand.indexKnuckle = mix(indexKnuckle, other.indexKnuckle)
    hand.littleKnuckle = mix(littleKnuckle, other.littleKnuckle)
    hand.middleTip = mix(middleTip, other.middleTip)
    hand.littleTip = mix(littleTip, other.littleTip)
    hand.thumbTip = mix(thumbTip, other.thumbTip)
    hand.indexBend = mix(indexBend, other.indexBend)
    hand.thumbBend = mix(thumbBend, other.thumbBend)
    hand.thumbBase = mix(thumbBase, other.thumbBase)
    hand.wrist = mix(wrist, other.wrist)
    hand.forearm = mix(forearm, other.forearm)
    return hand
  }
}

/// Lengths fitted to the silhouettes of split `fit`, from `tabulated` on, by a random search (Design/HandModel.md "Occlusion").
extension HandProportions {
  /// The lengths with the index finger alone on the glass.
  package static let finger = HandProportions(
    indexKnuckle: Joint(90, -10, radius: 23, height: 61), littleKnuckle: Joint(52, 50, radius: 13, height: 86),
    middleTip: Joint(26, 33, radius: 7, height: 27), littleTip: Joint(18, 25, radius: 7, height: 32),
    thumbTip: Joint(81, -30, radius: 13, height: 30), indexBend: Joint(-7, 0, radius: 13, height: 65),
    thumbBend: Joint(5, -13, radius: 15, height: 30), thumbBase: Joint(104, 5, radius: 19, height: 58),
    wrist: Joint(156, 17, radius: 39, height: 114), forearm: Joint(246, 4, radius: 39, height: 141), fingertip: 7.9,
    thumb: 12.3, overhang: 3, pull: 0.76, usualThumb: Offset(behind: 2, ulnar: -65))

  /// The lengths with thumb and index on the glass.
  package static let pinch = HandProportions(
    indexKnuckle: Joint(81, 8, radius: 13, height: 84), littleKnuckle: Joint(43, 59, radius: 15, height: 91),
    middleTip: Joint(27, 23, radius: 9, height: 43), littleTip: Joint(19, 59, radius: 11, height: 33),
    thumbTip: Joint(50, -23, radius: 10, height: 30), indexBend: Joint(-18, 1, radius: 12, height: 57),
    thumbBend: Joint(-9, -19, radius: 9, height: 7), thumbBase: Joint(120, -3, radius: 13, height: 84),
    wrist: Joint(169, 33, radius: 38, height: 108), forearm: Joint(251, -10, radius: 31, height: 124), fingertip: 7.7,
    thumb: 8.1, overhang: 6, pull: 0.99, usualThumb: Offset(behind: 90, ulnar: -20))

  /// The lengths with two or three fingers side by side.
  package static let chord = HandProportions(
    indexKnuckle: Joint(73, -4, radius: 16, height: 81), littleKnuckle: Joint(58, 55, radius: 13, height: 80),
    middleTip: Joint(53, 22, radius: 6, height: 10), littleTip: Joint(49, 54, radius: 6, height: 27),
    thumbTip: Joint(80, -17, radius: 12, height: 34), indexBend: Joint(10, -2, radius: 15, height: 54),
    thumbBend: Joint(-2, -11, radius: 18, height: 35), thumbBase: Joint(110, -12, radius: 21, height: 53),
    wrist: Joint(157, 22, radius: 39, height: 105), forearm: Joint(249, -3, radius: 38, height: 141), fingertip: 6.2,
    thumb: 11.1, overhang: 7, pull: 0.16, usualThumb: Offset(behind: -20, ulnar: -99))

  /// The lengths with four or five contacts.
  package static let spread = HandProportions(
    indexKnuckle: Joint(73, 5, radius: 16, height: 72), littleKnuckle: Joint(54, 64, radius: 16, height: 67),
    middleTip: Joint(22, 24, radius: 11, height: 19), littleTip: Joint(34, 59, radius: 11, height: 21),
    thumbTip: Joint(55, -26, radius: 12, height: 30), indexBend: Joint(3, 5, radius: 14, height: 39),
    thumbBend: Joint(2, -17, radius: 6, height: 5), thumbBase: Joint(111, -4, radius: 19, height: 30),
    wrist: Joint(160, 34, radius: 34, height: 83), forearm: Joint(253, -7, radius: 36, height: 130), fingertip: 8.4,
    thumb: 8.6, overhang: 2, pull: 0.66, usualThumb: Offset(behind: 93, ulnar: -64))
}
