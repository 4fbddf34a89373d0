/// How touches count for hands that tremble, press long, or rest on the glass: the settings of ``AccommodatedTouches``. Each is off by
/// default.
///
/// What others call them: `hold` is that of slow keys and of a dwell click, `repeatInterval` that of bounce keys, and a touch that counts
/// where it was stillest that of Smart Touch (Mott et al., CHI 2016).
public struct Accommodations: Sendable, Hashable {
  /// Where a touch counts that stays within the tolerance.
  public enum Location: String, Sendable, CaseIterable {
    /// Where the finger landed, from then on.
    case landing
    /// Where it was stillest. That is known when it lifts, so it lands and lifts for programs then.
    case stillest
    /// Where it lifted, and then.
    case lift
  }

  /// The distance in millimetres from its landing up to which a finger that drifts, rolls or trembles is where it landed. One that goes
  /// farther drags from there.
  public var tolerance = 0.0
  /// Where a touch counts that stays within the tolerance.
  public var location = Location.landing
  /// The time for which a finger must be down before its touch counts. One that lifts sooner never landed; one that drags does not wait.
  public var hold = Duration.zero
  /// The time after the lift of a touch in which another, near it, is the same one: it does not count.
  public var repeatInterval = Duration.zero
  /// The distance from that lift in millimetres.
  public var repeatDistance = 10.0
  /// Whether a finger that stays within the tolerance taps, however long it presses: its touch lands and lifts when it lifts.
  public var tapsOnly = false
  /// Whether a touch that lands beside another, as by the same hand, does not count.
  public var ignoresSecond = false

  /// No accommodation.
  public init() {}

  /// Whether touches stay as they are.
  public var isEmpty: Bool { self == Accommodations() }

  /// Whether a touch counts only when it lifts or drags.
  var waitsForLift: Bool { tapsOnly || location != .landing }

  /// The distance in millimetres from its landing beyond which a finger drags; 0 if all it does is as it was. What waits for the lift needs
  /// one: without a tolerance that of a tap.
  var slop: Double { tolerance == 0 && waitsForLift ? 3.4 : tolerance }
}

extension Accommodations {
  /// A setting by its key: this is the table by which all doors read and write them.
  package enum Setting: String, Sendable, CaseIterable {
    case tolerance = "tolerance_mm"
    case location
    case hold
    case repeatInterval = "repeat"
    case repeatDistance = "repeat_mm"
    case press
    case second

    /// The words that it can be, whose indices stand for them; none of a number.
    package var words: [String] {
      switch self {
      case .location: Location.allCases.map { $0.rawValue }
      case .press: ["long", "tap"]
      case .second: ["counts", "ignored"]
      case .tolerance, .hold, .repeatInterval, .repeatDistance: []
      }
    }

    /// Whether its number is one of seconds, not of millimetres.
    package var isDuration: Bool { self == .hold || self == .repeatInterval }

    /// The values that it can have: seconds, millimetres, or indices of words.
    package var range: ClosedRange<Double> { 0...(words.isEmpty ? isDuration ? 10 : 50 : Double(words.count - 1)) }
  }

  /// The value of a setting: seconds, millimetres, or the index of a word. A value outside its range is ignored.
  package subscript(setting: Setting) -> Double {
    get {
      switch setting {
      case .tolerance: tolerance
      case .location: Double(Location.allCases.firstIndex(of: location) ?? 0)
      case .hold: hold.inSeconds
      case .repeatInterval: repeatInterval.inSeconds
      case .repeatDistance: repeatDistance
      case .press: tapsOnly ? 1 : 0
      case .second: ignoresSecond ? 1 : 0
      }
    }
    set {
      guard setting.range.contains(newValue) else { return }
      switch setting {
      case .tolerance: tolerance = newValue
      case .location: location = Location.allCases[Int(newValue)]
      case .hold: hold = .seconds(newValue)
      case .repeatInterval: repeatInterval = .seconds(newValue)
      case .repeatDistance: repeatDistance = newValue
      case .press: tapsOnly = newValue > 0
      case .second: ignoresSecond = newValue > 0
      }
    }
  }
}
