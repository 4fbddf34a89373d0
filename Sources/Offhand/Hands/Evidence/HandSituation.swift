/// What a source of evidence may look at: one hand's contacts as a left and as a right hand would have put them.
public struct HandSituation: Sendable {
  /// The contacts in the user's frame, in the order of landing.
  public var contacts: ContactList
  /// How the hand is put on the glass.
  public var grip: Grip
  /// Whether the finger of a pinch that lay below is above by now: which of the two is the thumb, they told when they landed.
  public var isCrossed = false
  /// How much likelier the first of two contacts is the thumb than the second, by their sizes, in nats; 0 where those are not known.
  public var firstThumbLogOdds = 0.0
  /// The azimuth to be expected of a right and of a left hand here, degrees.
  public var expectedAzimuth: (right: Double, left: Double)
  /// How the panel stands and is used.
  public var posture: Posture
  /// The way that the first contact went.
  public var path: TouchPath
  /// How likely a single contact on a handheld device is a thumb, from what earlier strokes told; 0 to 1.
  public var thumbProbability = 0.5
  /// The contact ellipse of the first contact, if the device can be trusted with it.
  public var shape: ContactShape?
  /// From the fingers' middle to a palm that was felt within the last second.
  public var palm: Vector?
  /// Half the panel's extent as the user sees it.
  public var halfPanel: Size

  /// Whether device and hand move together, so that the arm comes from below: a pinch then tells the hand well.
  public var isHandheld: Bool { posture.isHeld }
}
