/// A recognizer as data: what a configuration file or a caller from C says about it.
///
/// Settings that are `nil` keep the recognizer's own default. Nothing is checked until a pipeline is made of the descriptions; what is
/// wrong with them is then a `PipelineError`.
///
///     let descriptions = [
///       RecognizerDescription(.tap).with { $0.requirements = ["three-fingers"] },
///       RecognizerDescription(.pan, name: "three-fingers", fingers: 3),
///     ]
///     var pipeline = try Pipeline(descriptions)
public struct RecognizerDescription: Sendable, Hashable {
  /// The kind of a recognizer. Its raw value is the name of a recognizer that has no other.
  public enum Kind: String, Sendable, CaseIterable {
    /// ``TapGestureRecognizer``.
    case tap
    /// ``LongPressGestureRecognizer``.
    case longPress = "long-press"
    /// ``PanGestureRecognizer``.
    case pan
    /// ``SwipeGestureRecognizer``.
    case swipe
    /// ``PinchGestureRecognizer``.
    case pinch
    /// ``RotationGestureRecognizer``.
    case rotation
    /// ``TransformGestureRecognizer``.
    case transform
    /// ``ScreenEdgePanGestureRecognizer``.
    case screenEdgePan = "screen-edge-pan"
    /// ``TapDragGestureRecognizer``.
    case tapDrag = "tap-drag"
    /// ``SequenceGestureRecognizer``.
    case sequence

    /// What there is to know of its recognizers.
    package var recognizer: DescribableType {
      switch self {
      case .tap: DescribableType(TapGestureRecognizer.self)
      case .longPress: DescribableType(LongPressGestureRecognizer.self)
      case .pan: DescribableType(PanGestureRecognizer.self)
      case .swipe: DescribableType(SwipeGestureRecognizer.self)
      case .pinch: DescribableType(PinchGestureRecognizer.self)
      case .rotation: DescribableType(RotationGestureRecognizer.self)
      case .transform: DescribableType(TransformGestureRecognizer.self)
      case .screenEdgePan: DescribableType(ScreenEdgePanGestureRecognizer.self)
      case .tapDrag: DescribableType(TapDragGestureRecognizer.self)
      case .sequence: DescribableType(SequenceGestureRecognizer.self)
      }
    }
  }

  /// The kind.
  public var kind: Kind
  /// Its name, priority and relations. Without a name it has that of the kind; no two recognizers of a pipeline have the same.
  public var options = LaneOptions()
  /// The smallest number of fingers; an edge pan always has one.
  public var minimumFingers: Int?
  /// The largest number of fingers; long presses and swipes take an exact number.
  public var maximumFingers: Int?
  /// The number of taps in a row, or before a long press or a tap-drag.
  public var taps: Int?
  /// The directions of a swipe.
  public var directions: SwipeDirections?
  /// The edges of an edge pan. Of other kinds, where their touches must land: along one edge, or in the corner of two that meet.
  public var edges: ScreenEdges?
  /// How far from these edges touches may land, in millimetres, above 0.
  public var depth: Double?
  /// The part of a single edge on which they must land, from 0 at its left or top end to 1.
  public var part: ClosedRange<Double>?
  /// The index of the output on which they must land.
  public var output: Int?
  /// A rectangle on the plane of the outputs, in millimetres, in which they must land.
  public var area: Rect?
  /// Whether an edge pan also begins where two outputs meet.
  public var countsSeams = false
  /// The directions in which the fingers of a pan may move.
  public var axis: PanGestureRecognizer.Axis?
  /// The settings that are numbers.
  package var values = Values()
  /// A distance in millimetres: the largest drift of a tap or a long press; the slop of a pan, a pinch, a transform, an edge pan or a
  /// tap-drag; the arc of a rotation; the smallest length of a slow swipe, or of the drags of a sequence.
  public var distance: Double? {
    get { values[.distance] }
    set { values[.distance] = newValue }
  }
  /// The distance of a pan, a pinch, a rotation, a transform or a tap-drag while the same fingers may still become a tap, in millimetres.
  public var contestedDistance: Double? {
    get { values[.contestedDistance] }
    set { values[.contestedDistance] = newValue }
  }
  /// The displacement towards the user that doubles the scale of a tap-drag, in millimetres, above 0; without it, it does not scale.
  public var doublingDistance: Double? {
    get { values[.doublingDistance] }
    set { values[.doublingDistance] = newValue }
  }
  /// The speed at which the fingers of a swipe must still move as they lift, in millimetres a second, above 0; the lift then decides
  /// (``SwipeGestureRecognizer/Trigger-swift.enum/lift(speed:)``). Without it, the swipe is recognized in motion.
  public var liftSpeed: Double? {
    get { values[.liftSpeed] }
    set { values[.liftSpeed] = newValue }
  }
  /// The steps of a sequence, at most 16; a lift can only be the last one.
  public var steps: [SequenceGestureRecognizer.Step]?
  /// The largest number of steps.
  package static let mostSteps = 16
  /// The largest number of taps.
  private static let mostTaps = 100
  /// A duration: the longest of a tap's press, of a swipe, or until an edge pan begins; the time until a long press begins.
  public var duration: Duration? {
    get {
      // To the nanosecond, as far as a `Double` of seconds holds it.
      values[.duration].map { abs($0) < 1e6 ? .nanoseconds(Int64(($0 * 1e9).rounded())) : .seconds($0) }
    }
    set { values[.duration] = newValue?.inSeconds }
  }

  /// A recognizer of `kind`, for exactly `fingers` fingers if that is given.
  public init(_ kind: Kind, name: GestureName? = nil, fingers: Int? = nil) {
    self.kind = kind
    options.name = name
    minimumFingers = fingers
    maximumFingers = fingers
  }

  /// Changes any of the options.
  public func with(_ change: (inout LaneOptions) -> Void) -> Self {
    var copy = self
    change(&copy.options)
    return copy
  }

  // MARK: Checks

  /// A setting that only some kinds have; all have a distance.
  package enum Setting: String, Sendable, CaseIterable {
    case distance, contestedDistance, duration, doublingDistance, liftSpeed
    case taps, directions, countsSeams, axis, steps

    /// Those that are numbers: this is the table by which all doors read them. In `offhand.h` those after the lift speed stand at the end of
    /// the struct, in this order.
    package static var numbers: [Setting] { allCases.filter { !$0.number.key.isEmpty } }

    /// The key of a number in files, its unit, and whether it may be 0; without a key of other settings.
    package var number: (key: String, unit: String, mayBeZero: Bool) {
      switch self {
      case .distance: ("distance_mm", "mm", true)
      case .contestedDistance: ("contested_distance_mm", "mm", true)
      case .duration: ("duration", "s", true)
      case .doublingDistance: ("doubling_distance_mm", "mm", false)
      case .liftSpeed: ("lift_speed_mm_s", "mm/s", false)
      default: ("", "", false)
      }
    }

    /// What a number can be, in words.
    package var allowed: String {
      let from = number.mayBeZero ? "0" : "more than 0"
      return self == .duration ? "\(from) s or more" : "\(from) to 100,000,000 \(number.unit)"
    }

    /// Whether a number can be `value`.
    package func allows(_ value: Double) -> Bool {
      value.isFinite && (value > 0 || value == 0 && number.mayBeZero) && (self == .duration || value <= Setting.most)
    }

    /// The largest distance and depth in millimetres, and the largest speed.
    fileprivate static let most = 1e8
  }

  /// The settings that are numbers; `nil` keeps the recognizer's own.
  package struct Values: Sendable, Hashable {
    private var values = [Double?](repeating: nil, count: Setting.numbers.count)

    package init() {}

    package subscript(setting: Setting) -> Double? {
      get { values[Setting.numbers.firstIndex(of: setting)!] }
      set { values[Setting.numbers.firstIndex(of: setting)!] = newValue }
    }
  }

  /// The numbers of fingers that a kind can have.
  package enum Fingers: Sendable {
    /// An exact number up to this one, usually one.
    case exact(upTo: Int)
    /// From the lower bound of this range to as many as a frame holds, usually those of the range.
    case range(ClosedRange<Int>)
  }

  /// Where its touches must land; `nil`: anywhere. How deep the band of an edge pan is, it knows itself.
  private var region: LandingRegion? {
    let isEdgePan = kind == .screenEdgePan
    guard area != nil || output != nil || part != nil || edges != nil && !isEdgePan else { return nil }
    var region = LandingRegion()
    (region.area, region.output, region.part) = (area, output, part ?? 0...1)
    if !isEdgePan || part != nil { region.edges = edges ?? [] }
    region.depth = isEdgePan ? .infinity : depth ?? region.depth
    return region
  }

  /// The name by which errors call it.
  package var label: GestureName { options.name ?? kind.recognizer.name }

  /// The numbers of fingers, the usual ones where it does not say.
  func fingers(_ fingers: Fingers, at index: Int) throws(PipelineError) -> ClosedRange<Int> {
    switch fingers {
    case .exact(let most):
      let count = minimumFingers ?? maximumFingers ?? 1
      let maximum = maximumFingers ?? count
      if count == maximum, (1...most).contains(count) { return count...count }
      throw impossible(
        "fingers", count == maximum ? "\(count)" : "\(count) to \(maximum)",
        most == 1 ? "a \(kind.rawValue) has one" : "a \(kind.rawValue) has an exact number from 1 to \(most)", at: index
      )
    case .range(let usual):
      let minimum = minimumFingers ?? min(usual.lowerBound, maximumFingers ?? .max)
      let maximum = maximumFingers ?? max(usual.upperBound, minimum)
      if usual.lowerBound <= minimum, minimum <= maximum, maximum <= TouchFrame.capacity { return minimum...maximum }
      let allowed = "they are \(usual.lowerBound) to \(TouchFrame.capacity), the smaller number first"
      throw impossible("fingers", "\(minimum) to \(maximum)", allowed, at: index)
    }
  }

  // Not inlined: each of its callers would be a kilobyte larger.
  @inline(never)
  private func impossible(_ setting: String, _ value: String, _ allowed: String, at index: Int) -> PipelineError {
    PipelineError(index, label, .impossible(setting, value, allowed))
  }

  /// Checks the settings, and that the kind has them; returns the options with the region that they mean. Not inlined into the functions
  /// that make each kind.
  @inline(never)
  func checkedOptions(at index: Int) throws(PipelineError) -> LaneOptions {
    for setting in Setting.numbers {
      guard let value = values[setting], !setting.allows(value) else { continue }
      throw impossible(setting.rawValue, "\(value) \(setting.number.unit)", "it is \(setting.allowed)", at: index)
    }
    if let depth, !(depth > 0 && depth <= Setting.most) {
      throw impossible("depth", "\(depth) mm", "it is more than 0 to 100,000,000 mm", at: index)
    }
    let fewestTaps = kind == .longPress ? 0 : 1
    if let taps, !(fewestTaps...Self.mostTaps).contains(taps) {
      throw impossible("taps", "\(taps)", "a \(kind.rawValue) has \(fewestTaps) to \(Self.mostTaps)", at: index)
    }
    if directions?.isEmpty ?? false { throw impossible("directions", "none", "a swipe has one or more", at: index) }
    let count = edges?.rawValue.nonzeroBitCount
    if count == 0 { throw impossible("edges", "none", "an edge pan has one or more", at: index) }
    if kind != .screenEdgePan, let edges, count ?? 1 > 2 || edges == [.left, .right] || edges == [.top, .bottom] {
      let words = ScreenEdge.allCases.filter { edges.contains(ScreenEdges($0)) }.map { $0.rawValue }
      throw impossible("edges", words.joined(separator: " and "), "it has one, or two that meet", at: index)
    }
    if let part, count != 1 || part.lowerBound < 0 || part.upperBound > 1 {
      let value = "\(part.lowerBound) to \(part.upperBound)"
      throw impossible("part", value, "it is from 0 to 1, of one edge", at: index)
    }
    if let steps, !(1...Self.mostSteps).contains(steps.count) {
      throw impossible("steps", "\(steps.count)", "they are 1 to \(Self.mostSteps)", at: index)
    }
    for step in steps?.indices ?? 0..<0 {
      let isLast = step == steps!.count - 1
      if let fault = SequenceGestureRecognizer.fault(of: steps![step], isLast: isLast) {
        throw impossible("step \(step)", "\(fault.number)", fault.allowed, at: index)
      }
    }
    if let area, area.isEmpty || !area.isFinite {
      let value = "\(area.width) x \(area.height) mm at \(area.minX), \(area.minY)"
      throw impossible("area", value, "it is finite and not empty", at: index)
    }
    let given =
      [
        (.taps, taps != nil), (.directions, directions != nil), (.countsSeams, countsSeams), (.axis, axis != nil),
        (.steps, steps != nil),
      ] + Setting.numbers.map { ($0, values[$0] != nil) }
    let known = kind.recognizer
    for (setting, isGiven) in given where isGiven && !known.has(setting) {
      throw PipelineError(index, label, .unknownSetting(setting.rawValue, kind))
    }
    var options = options
    options.region = region ?? options.region
    return options
  }
}

/// The reason why a pipeline cannot be made: which recognizer, and what is wrong with it.
public struct PipelineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with a recognizer.
  public enum Reason: Sendable, Hashable {
    /// The recognizer with this index has the same name.
    case duplicateName(Int)
    /// It has a relation to a recognizer that does not exist, or waits for one that waits for it.
    case relation(RelationError)
    /// The pipeline is full.
    case tooManyRecognizers
    /// A setting has a value that it cannot have: the setting, the value, and what is allowed.
    case impossible(String, String, String)
    /// Recognizers of this kind do not have the setting.
    case unknownSetting(String, RecognizerDescription.Kind)
  }

  /// The index of the recognizer in its pipeline, from 0.
  public var recognizer: Int
  /// Its name.
  public var name: GestureName
  /// What is wrong with it.
  public var reason: Reason

  init(_ recognizer: Int, _ name: GestureName, _ reason: Reason) {
    self.recognizer = recognizer
    self.name = name
    self.reason = reason
  }

  /// The recognizer, the error and its remedy, in one line.
  public var description: String {
    let problem =
      switch reason {
      case .duplicateName(let other): "recognizer \(other) has this name already; give them different names"
      case .relation(let error): error.description
      case .tooManyRecognizers:
        "a pipeline holds \(LaneSet.capacity) recognizers at most; divide them among several pipelines"
      case .impossible(let setting, let value, let allowed): "\(setting) cannot be \(value): \(allowed)"
      case .unknownSetting(let setting, let kind): "a \(kind.rawValue) has no setting \(setting); leave it out"
      }
    return "recognizer \(recognizer) '\(name)': \(problem)"
  }
}
