/// How a panel stands and is used: it says where elbow and eye are when nobody measures them (placement.md §2.2, §2.3).
public enum Posture: String, Sendable, Hashable, CaseIterable {
  /// A tablet that lies on a table.
  case flatTablet = "flat-tablet"
  /// An upright monitor on a desk.
  case monitor
  /// An upright panel that people stand at.
  case kiosk
  /// A panel that is a table.
  case tabletop
  /// A phone or small tablet in one hand, touched with the other.
  case handheld
  /// A phone that lies on a table with its face up and is poked from any side.
  case faceUp = "face-up"
  /// A phone held and touched by the thumbs.
  case thumbs
  /// Nobody said.
  case unknown

  /// What the size of a panel alone suggests, in millimetres: how most panels of that size stand. An application that knows
  /// better says so.
  ///
  /// What a hand closes around is held in a hand: phones reach 82 × 180 mm, and the smallest panels for desks and walls (7 inches)
  /// are 86 × 155 mm. Tablets lie, up to `largestTablet`; laptops and monitors stand on desks, up to `largestMonitor`; larger
  /// panels are where people walk past. What is as small as a watch, or has no size that can be true, tells nothing. That a panel
  /// is a table, or lies with its face up, no size tells.
  public init(of panel: Size) {
    let shorter = min(panel.width, panel.height)
    let longer = max(panel.width, panel.height)
    let diagonal = Vector(dx: panel.width, dy: panel.height).length
    guard Size.isPlausible(panel), longer >= 80 else {
      self = .unknown
      return
    }
    if (40...84).contains(shorter), longer <= 185 {
      self = .handheld
    } else {
      self = diagonal <= Posture.largestTablet ? .flatTablet : diagonal <= Posture.largestMonitor ? .monitor : .kiosk
    }
  }

  /// The diagonal up to which panels are taken to lie on a table, in millimetres: that of the largest tablets, 13 inches, and a
  /// little. Laptops with touch screens begin at 13.3 inches, 338 mm; the few below are taken for tablets.
  public static let largestTablet = 345.0
  /// The diagonal up to which panels are taken to stand on a desk, in millimetres: 28 inches, the largest that are usually
  /// touched from a chair. Whoever touches a larger one stands before it.
  public static let largestMonitor = 720.0

  /// Whether people walk around the device, or along it.
  var isApproachable: Bool { self == .kiosk || self == .tabletop }

  /// Whether device and hand move together.
  var isHeld: Bool { self == .handheld || self == .thumbs }
}

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
  var elbow: UserVector {
    switch self {
    case .flatTablet: UserVector(dx: 230, dy: 200)
    case .monitor: UserVector(dx: 220, dy: 260)
    case .kiosk: UserVector(dx: 250, dy: 260)
    case .tabletop: UserVector(dx: 220, dy: 200)
    case .handheld: UserVector(dx: 130, dy: 260)
    case .thumbs: UserVector(dx: 5, dy: 0)
    case .faceUp, .unknown: UserVector(dx: 220, dy: 230)
    }
  }

  /// The azimuth to be expected of a right hand that touches at `place`, degrees: half-way between what the elbow says and the
  /// mean of all, because elbows move along with the hand.
  func expectedAzimuth(at place: UserPoint, in frame: UserFrame) -> Double {
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
}
