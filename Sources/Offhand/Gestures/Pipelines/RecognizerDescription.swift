/// A recognizer as data: what a configuration file or a caller from C says about it.
///
/// Settings that are `nil` keep the recognizer's own default. Nothing is checked until a pipeline is made of the descriptions; what is
/// wrong with them is then a `PipelineError`.
///
///     let descriptions = [
///       RecognizerDescription(.tap),
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
  }

  /// The kind.
  public var kind: Kind
  /// The name, of 1 to 31 UTF-8 bytes; `nil` for that of the kind. No two recognizers of a pipeline have the same.
  public var name: String?
  /// The smallest number of fingers; an edge pan always has one.
  public var minimumFingers: Int?
  /// The largest number of fingers; long presses and swipes take an exact number.
  public var maximumFingers: Int?
  /// The number of taps in a row, or before a long press or a tap-drag.
  public var taps: Int?
  /// The directions of a swipe.
  public var directions: SwipeDirections?
  /// The edges of an edge pan.
  public var edges: ScreenEdges?
  /// The directions in which the fingers of a pan may move.
  public var axis: PanGestureRecognizer.Axis?
  /// A distance in millimetres: the largest drift of a tap or a long press; the slop of a pan, a pinch, a transform, an edge pan or a
  /// tap-drag; the arc of a rotation; the smallest length of a slow swipe.
  public var distance: Double?
  /// The distance of a pan, a pinch, a rotation, a transform or a tap-drag while the same fingers may still become a tap, in millimetres.
  public var contestedDistance: Double?
  /// The displacement towards the user that doubles the scale of a tap-drag, in millimetres, above 0; without it, it does not scale.
  public var doublingDistance: Double?
  /// The speed at which the fingers of a swipe must still move as they lift, in millimetres a second, above 0; the lift then decides
  /// (``SwipeGestureRecognizer/Trigger-swift.enum/lift(speed:)``). Without it, the swipe is recognized in motion.
  public var liftSpeed: Double?
  /// A duration: the longest of a tap's press, of a swipe, or until an edge pan begins; the time until a long press begins.
  public var duration: Duration?
  /// The priority among gestures that begin in the same frame; higher goes first.
  public var priority = 0
  /// The names of the recognizers that must have failed on shared touches before this one begins.
  public var requirements: [String] = []
  /// The names of those that may be active at the same time.
  public var simultaneous: [String] = []
  /// The names of those that this one does not prevent.
  public var notPreventing: [String] = []
  /// The names of those that do not prevent this one.
  public var notPreventedBy: [String] = []
  /// The names of those that, if active, are cancelled when this one begins.
  public var overridden: [String] = []
  /// Whether it may be active at the same time as any other.
  public var isSimultaneousWithAll = false
  /// Whether it takes part at all.
  public var isEnabled = true
  /// Whether it only listens and does not affect other recognizers: it does not keep them from beginning or enlarge their slop, and a
  /// `TouchRelay` delivers its touches as if it were not there.
  public var onlyListens = false
  /// Whether a `TouchRelay` cancels its touches once it is recognized.
  public var cancelsTouches = true
  /// Whether a `TouchRelay` delivers its touches only when it has failed. It then fails if, 150 ms after its first finger landed or once
  /// one has moved by 2.5 mm, more fingers still have to land.
  public var delaysTouchesBegan = false
  /// Whether a `TouchRelay` delivers the lift of its touches only when it has failed.
  public var delaysTouchesEnded = true
  /// Whether a discrete gesture sends `unconfirmed` while it waits for others to fail.
  public var announcesUnconfirmed = false
  /// Whether a failed attempt waits for all its touches to lift before the next.
  public var isExclusive = true

  /// A recognizer of `kind`, for exactly `fingers` fingers if that is given.
  public init(_ kind: Kind, name: String? = nil, fingers: Int? = nil) {
    self.kind = kind
    self.name = name
    minimumFingers = fingers
    maximumFingers = fingers
  }

  // MARK: Checks

  /// The name by which errors call it.
  var label: String { name ?? kind.rawValue }

  /// The options, with all names made.
  func options(at index: Int) throws(PipelineError) -> LaneOptions {
    var options = LaneOptions()
    options.name = try gestureName(label, at: index)
    options.priority = priority
    options.isEnabled = isEnabled
    options.requirements = try gestureNames(requirements, at: index)
    options.simultaneous = try gestureNames(simultaneous, at: index)
    options.isSimultaneousWithAll = isSimultaneousWithAll
    options.notPreventing = try gestureNames(notPreventing, at: index)
    options.notPreventedBy = try gestureNames(notPreventedBy, at: index)
    options.overridden = try gestureNames(overridden, at: index)
    options.onlyListens = onlyListens
    options.cancelsTouches = cancelsTouches
    options.delaysTouchesBegan = delaysTouchesBegan
    options.delaysTouchesEnded = delaysTouchesEnded
    options.announcesUnconfirmed = announcesUnconfirmed
    options.isExclusive = isExclusive
    return options
  }

  private func gestureNames(_ texts: [String], at index: Int) throws(PipelineError) -> [GestureName] {
    var names: [GestureName] = []
    for text in texts { names.append(try gestureName(text, at: index)) }
    return names
  }

  private func gestureName(_ text: String, at index: Int) throws(PipelineError) -> GestureName {
    do throws(GestureNameError) { return try GestureName(text) } catch {
      throw PipelineError(index, label, .invalidName(text, error))
    }
  }

  /// The number of fingers, from `usual` where it does not say; no fewer than `least`, no more than a frame holds.
  func fingers(_ usual: ClosedRange<Int>, atLeast least: Int = 1, at index: Int) throws(PipelineError) -> ClosedRange<
    Int
  > {
    let minimum = minimumFingers ?? min(usual.lowerBound, maximumFingers ?? .max)
    let maximum = maximumFingers ?? max(usual.upperBound, minimum)
    guard minimum >= least, minimum <= maximum, maximum <= TouchFrame.capacity else {
      let allowed = "they are \(least) to \(TouchFrame.capacity), the smaller number first"
      throw PipelineError(index, label, .impossible("fingers", "\(minimum) to \(maximum)", allowed))
    }
    return minimum...maximum
  }

  /// The number of fingers of a recognizer that takes an exact number, at most `most`.
  func exactFingers(atMost most: Int = TouchFrame.capacity, at index: Int) throws(PipelineError) -> Int {
    let count = minimumFingers ?? maximumFingers ?? 1
    guard count == maximumFingers ?? count, count >= 1, count <= most else {
      let given = count == maximumFingers ?? count ? "\(count)" : "\(count) to \(maximumFingers ?? count)"
      let allowed =
        most == 1 ? "a \(kind.rawValue) has one" : "a \(kind.rawValue) has an exact number from 1 to \(most)"
      throw PipelineError(index, label, .impossible("fingers", given, allowed))
    }
    return count
  }

  /// Checks the settings that are numbers, and that no setting is given that the kind does not have.
  func check(at index: Int) throws(PipelineError) {
    for (setting, value) in [("distance", distance), ("contestedDistance", contestedDistance)] {
      if let value, !(value >= 0 && value.isFinite) {
        throw PipelineError(index, label, .impossible(setting, "\(value)", "it is 0 mm or more"))
      }
    }
    if let doublingDistance, !(doublingDistance > 0 && doublingDistance.isFinite) {
      throw PipelineError(index, label, .impossible("doublingDistance", "\(doublingDistance)", "it is more than 0 mm"))
    }
    if let liftSpeed, !(liftSpeed > 0 && liftSpeed.isFinite) {
      throw PipelineError(index, label, .impossible("liftSpeed", "\(liftSpeed)", "it is more than 0 mm/s"))
    }
    if let duration, duration < .zero {
      throw PipelineError(index, label, .impossible("duration", "\(duration)", "it is 0 s or more"))
    }
    if let taps, taps < (kind == .longPress ? 0 : 1) {
      throw PipelineError(index, label, .impossible("taps", "\(taps)", "a \(kind.rawValue) has 1 or more"))
    }
    if directions?.isEmpty ?? false {
      throw PipelineError(index, label, .impossible("directions", "none", "a swipe has one or more"))
    }
    if edges?.isEmpty ?? false {
      throw PipelineError(index, label, .impossible("edges", "none", "an edge pan has one or more"))
    }
    let settings: [(String, isGiven: Bool, Set<Kind>)] = [
      ("taps", taps != nil, [.tap, .longPress, .tapDrag]),
      ("directions", directions != nil, [.swipe]),
      ("edges", edges != nil, [.screenEdgePan]),
      ("axis", axis != nil, [.pan]),
      ("contestedDistance", contestedDistance != nil, [.pan, .pinch, .rotation, .transform, .tapDrag]),
      ("doublingDistance", doublingDistance != nil, [.tapDrag]),
      ("liftSpeed", liftSpeed != nil, [.swipe]),
      ("duration", duration != nil, [.tap, .longPress, .swipe, .screenEdgePan]),
    ]
    for (setting, isGiven, kinds) in settings where isGiven && !kinds.contains(kind) {
      throw PipelineError(index, label, .unknownSetting(setting, kind))
    }
  }
}

/// The reason why a pipeline cannot be made: which recognizer, and what is wrong with it.
public struct PipelineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with a recognizer.
  public enum Reason: Sendable, Hashable {
    /// A text, its own name or that of another in a relation, is not a valid name.
    case invalidName(String, GestureNameError)
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
  public var name: String
  /// What is wrong with it.
  public var reason: Reason

  init(_ recognizer: Int, _ name: String, _ reason: Reason) {
    self.recognizer = recognizer
    self.name = name
    self.reason = reason
  }

  init(_ recognizer: Int, _ name: GestureName, _ reason: Reason) {
    self.init(recognizer, name.description, reason)
  }

  /// The recognizer, the error and its remedy, in one line.
  public var description: String {
    let problem =
      switch reason {
      case .invalidName(let text, let error): "'\(text)' is no name: \(error)"
      case .duplicateName(let other): "recognizer \(other) has this name already; give them different names"
      case .relation(let error): error.description
      case .tooManyRecognizers:
        "a pipeline holds \(LaneSet.capacity) recognizers at most, on all its targets together; divide them among several pipelines"
      case .impossible(let setting, let value, let allowed): "\(setting) cannot be \(value): \(allowed)"
      case .unknownSetting(let setting, let kind): "a \(kind.rawValue) has no setting '\(setting)'; leave it out"
      }
    return "recognizer \(recognizer) '\(name)': \(problem)"
  }
}
