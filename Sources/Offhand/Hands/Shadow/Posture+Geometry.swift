extension Posture {
  /// How the forearm's direction varies where the contacts do not tell, in degrees: what a posture fixes, people vary. Around
  /// a phone on a table they sit anywhere (placement.md case 46).
  var azimuthDeviation: Double {
    switch self {
    case .flatTablet, .monitor, .kiosk, .tabletop: 15
    case .handheld: 12
    case .faceUp: 40
    case .thumbs: 15
    case .unknown: 18
    }
  }

  /// Where the right elbow is: millimetres to the right of, and below, the middle of the user's edge (placement.md §2.2).
  var elbow: Vector {
    switch self {
    case .flatTablet: Vector(dx: 230, dy: 200)
    case .monitor: Vector(dx: 220, dy: 260)
    case .kiosk: Vector(dx: 250, dy: 260)
    case .tabletop: Vector(dx: 220, dy: 200)
    case .handheld: Vector(dx: 130, dy: 260)
    case .thumbs: Vector(dx: 5, dy: 0)
    case .faceUp, .unknown: Vector(dx: 220, dy: 230)
    }
  }

  /// The azimuth to be expected of a right hand that touches at `place`, degrees: half-way between what the elbow says and the
  /// mean of all, because elbows move along with the hand.
  func expectedAzimuth(at place: Point, in frame: UserFrame) -> Double {
    if self == .thumbs {
      let aside = frame.halfSize.width + elbow.dx - place.x
      let down = frame.halfSize.height * 0.5 - place.y
      return Angle(y: aside, x: max(down, 1)).degrees
    }
    // Forearm and hand are not longer than that: to reach further up, people lean forward.
    let down = min(elbow.dy + frame.halfSize.height - place.y, 350)
    let direction = Angle(y: elbow.dx - place.x, x: down).degrees
    let usual = self == .handheld ? 22.0 : 35.0
    return usual + (min(max(direction, -20), 80) - usual) * 0.6
  }

  /// Where the eye usually is, in the user's frame.
  func eye(in frame: UserFrame) -> EyeProjection {
    switch self {
    case .flatTablet: EyeProjection(x: 0, y: 300, z: 420)
    case .monitor: EyeProjection(x: 0, y: -60, z: 620)
    case .kiosk: EyeProjection(x: 0, y: -50, z: 500)
    case .tabletop: EyeProjection(x: 0, y: frame.halfSize.height + 200, z: 550)
    case .handheld, .thumbs: EyeProjection(x: 0, y: 80, z: 330)
    case .faceUp, .unknown: EyeProjection(x: 0, y: 150, z: 450)
    }
  }
}
