import COffhand
import Offhand

extension offhand_recognizer: SizedStruct {
  static var firstSize: Int { 104 }
}

extension offhand_step: SizedStruct {
  static var firstSize: Int { 40 }
}

extension SequenceGestureRecognizer.Step {
  /// Reads a caller's step. Numbers are checked when a pipeline is made of it.
  init(_ step: UnsafePointer<offhand_step>, size: Int) throws(SetupFault) {
    let step = try offhand_step(reading: step, size: size, named: "step")
    let limit: Duration? = step.limit == 0 ? nil : .nanoseconds(step.limit)
    switch step.action {
    case OFFHAND_HOLD:
      self = .hold(step.duration == 0 ? .milliseconds(500) : .nanoseconds(step.duration), within: limit)
    case OFFHAND_DRAG:
      guard let bits = UInt8(exactly: step.directions) else {
        throw SetupFault(
          "directions has the bits 0x\(String(step.directions, radix: 16)), not those of enum offhand_direction")
      }
      self = .drag(
        bits == 0 ? .straight : SwipeDirections(rawValue: bits), distance: step.distance == 0 ? nil : step.distance,
        within: limit ?? .milliseconds(500))
    case OFFHAND_LIFT: self = .lift(within: limit ?? .milliseconds(500))
    default: throw SetupFault("action is \(step.action.rawValue), which is not an enum offhand_action")
    }
  }
}

extension Handle.Setup {
  /// Reads the recognizers of a caller: `count` structs of the size that the first one says.
  static func descriptions(
    _ recognizers: UnsafePointer<offhand_recognizer>?, count: Int
  ) throws(SetupFault) -> [RecognizerDescription] {
    guard let recognizers else {
      throw SetupFault("recognizers is NULL, but recognizer_count is \(UInt(bitPattern: count))")
    }
    guard (1...LaneSet.capacity).contains(count) else {
      throw SetupFault("there are \(UInt(bitPattern: count)) recognizers; up to \(LaneSet.capacity) are possible")
    }
    let size = recognizers.pointee.size
    var descriptions: [RecognizerDescription] = []
    for index in 0..<count {
      let place = UnsafeRawPointer(recognizers) + index * size
      let recognizer = try offhand_recognizer(
        reading: place.assumingMemoryBound(to: offhand_recognizer.self), size: size, named: "recognizer")
      guard recognizer.size == size else {
        throw SetupFault(
          "recognizer \(index) has the size \(recognizer.size), the first one \(size); all have the same")
      }
      descriptions.append(try RecognizerDescription(recognizer, at: index))
    }
    return descriptions
  }
}

extension RecognizerDescription {
  /// Reads what a caller says about a recognizer. Numbers are checked when a pipeline is made of it.
  init(_ recognizer: offhand_recognizer, at index: Int) throws(SetupFault) {
    guard let kind = Kind(recognizer.kind) else {
      throw SetupFault(
        "recognizer \(index): kind is \(recognizer.kind.rawValue), which is not a kind that can be requested")
    }
    let label = "recognizer \(index) '\(recognizer.name.map { String(cString: $0) } ?? kind.rawValue)'"
    func gestureName(_ name: UnsafePointer<CChar>) throws(SetupFault) -> GestureName {
      let text = String(cString: name)
      do throws(GestureNameError) { return try GestureName(text) } catch {
        throw SetupFault("\(label): '\(text)' is no name: \(error)")
      }
    }
    /// The names of a list that NULL ends; at most as many as a pipeline has recognizers.
    func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?) throws(SetupFault) -> [GestureName] {
      var names: [GestureName] = []
      guard let list else { return names }
      while names.count < LaneSet.capacity, let name = list[names.count] { names.append(try gestureName(name)) }
      return names
    }
    func given(_ number: UInt32) -> Int? { number == 0 ? nil : Int(clamping: number) }
    self.init(kind)
    if let name = recognizer.name { options.name = try gestureName(name) }
    minimumFingers = given(recognizer.fingers_min)
    maximumFingers = given(recognizer.fingers_max)
    taps = given(recognizer.taps)
    for (setting, value) in zip(Setting.numbers, recognizer.numbers) where value != 0 { values[setting] = value }
    if recognizer.depth != 0 { depth = recognizer.depth }
    if recognizer.part_from != 0 || recognizer.part_to != 0 {
      guard recognizer.part_from < recognizer.part_to else {
        throw SetupFault(
          "\(label): part_from is \(recognizer.part_from), which is not below part_to, \(recognizer.part_to)")
      }
      part = recognizer.part_from...recognizer.part_to
    }
    if recognizer.output != 0 { output = Int(clamping: UInt(bitPattern: recognizer.output) - 1) }
    if let first = recognizer.steps {
      guard (1...Self.mostSteps).contains(recognizer.step_count) else {
        throw SetupFault(
          "\(label): step_count is \(UInt(bitPattern: recognizer.step_count)), not 1 to \(Self.mostSteps)")
      }
      let size = first.pointee.size
      var steps: [SequenceGestureRecognizer.Step] = []
      for index in 0..<recognizer.step_count {
        let step = UnsafeRawPointer(first) + index * size
        do throws(SetupFault) {
          steps.append(try .init(step.assumingMemoryBound(to: offhand_step.self), size: size))
        } catch {
          throw SetupFault("\(label): step \(index): \(error.reason)")
        }
      }
      self.steps = steps
    }
    let area = Rect(recognizer.area)
    if area != Rect(origin: .origin, size: .zero) { self.area = area }
    if recognizer.directions != 0 {
      guard let bits = UInt8(exactly: recognizer.directions) else {
        throw SetupFault(
          "\(label): directions has the bits 0x\(String(recognizer.directions, radix: 16)), not those of enum offhand_direction"
        )
      }
      directions = SwipeDirections(rawValue: bits)
    }
    if recognizer.edges != 0 {
      guard recognizer.edges <= ScreenEdges.all.rawValue else {
        throw SetupFault(
          "\(label): edges has the bits 0x\(String(recognizer.edges, radix: 16)), not those of enum offhand_edge")
      }
      edges = ScreenEdges(rawValue: UInt8(recognizer.edges))
    }
    switch recognizer.axis {
    case OFFHAND_AXIS_FREE: break
    case OFFHAND_AXIS_HORIZONTAL: axis = .horizontal
    case OFFHAND_AXIS_VERTICAL: axis = .vertical
    default: throw SetupFault("\(label): axis is \(recognizer.axis.rawValue), which is not an enum offhand_axis")
    }
    options.priority = Int(recognizer.priority)
    options.requirements = try names(recognizer.requires_failure)
    options.simultaneous = try names(recognizer.simultaneous)
    var unknown = recognizer.flags
    func has(_ flag: offhand_recognizer_flags) -> Bool {
      unknown &= ~UInt32(flag.rawValue)
      return recognizer.flags & UInt32(flag.rawValue) != 0
    }
    options.isSimultaneousWithAll = has(OFFHAND_SIMULTANEOUS_WITH_ALL)
    options.onlyListens = has(OFFHAND_LISTENS)
    options.delaysTouchesBegan = has(OFFHAND_DELAYS_TOUCHES)
    options.announcesUnconfirmed = has(OFFHAND_ANNOUNCES_UNCONFIRMED)
    options.isEnabled = !has(OFFHAND_DISABLED)
    countsSeams = has(OFFHAND_SEAMS)
    guard unknown == 0 else {
      throw SetupFault("\(label): flags has the bits 0x\(String(unknown, radix: 16)), which \(version) does not know")
    }
  }
}

extension offhand_recognizer {
  /// The settings that are numbers, in the order of the domain's table. Those that came later stand at the end of the struct: nothing here
  /// names them.
  fileprivate var numbers: [Double] {
    let first = [distance, contested_distance, Double(duration) / 1e9, doubling_distance, lift_speed]
    let later = RecognizerDescription.Setting.numbers.count - first.count
    return withUnsafeBytes(of: self) { bytes in
      first + (0..<later).map { bytes.load(fromByteOffset: bytes.count - 8 * (later - $0), as: Double.self) }
    }
  }
}

extension RecognizerDescription.Kind {
  /// What C calls it, and the word for it: its raw value, as C can keep it.
  var inC: (kind: offhand_kind, word: StaticString) {
    switch self {
    case .tap: (OFFHAND_TAP, "tap")
    case .longPress: (OFFHAND_LONG_PRESS, "long-press")
    case .pan: (OFFHAND_PAN, "pan")
    case .swipe: (OFFHAND_SWIPE, "swipe")
    case .pinch: (OFFHAND_PINCH, "pinch")
    case .rotation: (OFFHAND_ROTATION, "rotation")
    case .transform: (OFFHAND_TRANSFORM, "transform")
    case .screenEdgePan: (OFFHAND_EDGE_PAN, "screen-edge-pan")
    case .tapDrag: (OFFHAND_TAP_DRAG, "tap-drag")
    case .sequence: (OFFHAND_SEQUENCE, "sequence")
    }
  }

  /// The kind that C calls `kind`; `nil` if there is none.
  init?(_ kind: offhand_kind) {
    guard let known = Self.allCases.first(where: { $0.inC.kind == kind }) else { return nil }
    self = known
  }
}

extension offhand_kind {
  /// The kind of a recognizer of the package's pipelines, by its name.
  init(usual name: GestureName) {
    let name = name.description
    let kind: RecognizerDescription.Kind? =
      switch name {
      case "double-tap", "triple-tap": .tap
      case "three-finger-swipe", "four-finger-swipe": .swipe
      case "shell-pinch", "handed-pinch": .pinch
      case "quick-scale": .tapDrag
      default: .init(rawValue: name)
      }
    self = kind?.inC.kind ?? OFFHAND_OTHER
  }
}
