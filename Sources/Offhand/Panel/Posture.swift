/// The use and orientation of a panel; determines the positions of elbow and eye unless they are measured
/// (Design/HandModel.md "Where the forearm comes from", "Occlusion").
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
  /// A phone that lies face up on a table and is touched from any side.
  case faceUp = "face-up"
  /// A phone held and touched by the thumbs.
  case thumbs
  /// Not known.
  case unknown

  /// The posture in which most panels of a size, in millimetres, are used; an application that knows better states its own.
  ///
  /// What a hand closes around is held in a hand: phones reach 82 × 180 mm, and the smallest panels for desks and walls (7 inches)
  /// are 86 × 155 mm. Tablets lie, up to `largestTablet`; laptops and monitors stand on desks, up to `largestMonitor`; larger
  /// panels are in public places. A panel the size of a watch, or of an implausible size, is `unknown`. Tables and phones that lie
  /// face up cannot be recognized by their size.
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

  /// The diagonal in millimetres up to which panels are taken to lie on a table: slightly more than the largest tablets, 13 inches.
  /// Laptops with touch screens begin at 13.3 inches, 338 mm; the few below are taken for tablets.
  static let largestTablet = 345.0
  /// The diagonal in millimetres up to which panels are taken to stand on a desk: 28 inches, the largest that are usually touched
  /// from a chair.
  static let largestMonitor = 720.0

  /// Whether users may walk up to the device from several sides.
  var isApproachable: Bool { self == .kiosk || self == .tabletop }

  /// Whether device and hand move together.
  var isHeld: Bool { self == .handheld || self == .thumbs }

  /// The standard deviation of the forearm's azimuth before any touch is read: what a posture leaves open to people. Around a
  /// phone on a table they sit anywhere (Design/Placing.md case 46).
  var azimuthDeviation: Angle {
    switch self {
    case .flatTablet, .monitor, .kiosk, .tabletop: Angle(degrees: 15)
    case .handheld: Angle(degrees: 12)
    case .faceUp: Angle(degrees: 40)
    case .thumbs: Angle(degrees: 15)
    case .unknown: Angle(degrees: 18)
    }
  }

  /// The azimuth to be expected of a right hand that touches at `position`: half-way between the elbow's direction and the mean of
  /// all, because elbows move along with the hand.
  func expectedAzimuth(at position: UserPoint, in frame: UserFrame) -> Angle {
    if self == .thumbs {
      let aside = frame.halfSize.width + elbow.dx - position.x
      let down = frame.halfSize.height * 0.5 - position.y
      return Angle(y: aside, x: max(down, 1))
    }
    // Forearm and hand are at most 350 mm long: to reach further up, people lean forward.
    let down = min(elbow.dy + frame.halfSize.height - position.y, 350)
    let direction = Angle(y: elbow.dx - position.x, x: down)
    let usual = Angle(degrees: self == .handheld ? 22 : 35)
    return usual + (min(max(direction, Angle(degrees: -20)), Angle(degrees: 80)) - usual) * 0.6
  }

  /// The right elbow, from the middle of the user's edge, in millimetres (Design/HandModel.md "Where the forearm comes from").
  private var elbow: UserVector {
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
}
