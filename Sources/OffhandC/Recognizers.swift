import COffhand
import Offhand

extension offhand_recognizer: SizedStruct {
  static var firstSize: Int { 104 }
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
  fileprivate init(_ recognizer: offhand_recognizer, at index: Int) throws(SetupFault) {
    guard let kind = RecognizerDescription.Kind(recognizer.kind) else {
      throw SetupFault(
        "recognizer \(index): kind is \(recognizer.kind.rawValue), which is not a kind that can be requested")
    }
    self.init(kind, name: recognizer.name.map { String(cString: $0) })
    let label = "recognizer \(index) '\(name ?? kind.rawValue)'"
    func given(_ number: UInt32) -> Int? { number == 0 ? nil : Int(clamping: number) }
    minimumFingers = given(recognizer.fingers_min)
    maximumFingers = given(recognizer.fingers_max)
    taps = given(recognizer.taps)
    priority = Int(recognizer.priority)
    if recognizer.distance != 0 { distance = recognizer.distance }
    if recognizer.contested_distance != 0 { contestedDistance = recognizer.contested_distance }
    if recognizer.doubling_distance != 0 { doublingDistance = recognizer.doubling_distance }
    if recognizer.lift_speed != 0 { liftSpeed = recognizer.lift_speed }
    if recognizer.duration != 0 { duration = .nanoseconds(recognizer.duration) }
    if recognizer.directions != 0 {
      guard let bits = UInt8(exactly: recognizer.directions) else {
        throw SetupFault("\(label): directions has bits that are not in enum offhand_direction")
      }
      directions = SwipeDirections(rawValue: bits)
    }
    if recognizer.edges != 0 {
      guard recognizer.edges <= ScreenEdges.all.rawValue else {
        throw SetupFault("\(label): edges has bits that are not in enum offhand_edge")
      }
      edges = ScreenEdges(rawValue: UInt8(recognizer.edges))
    }
    switch recognizer.axis {
    case OFFHAND_AXIS_FREE: break
    case OFFHAND_AXIS_HORIZONTAL: axis = .horizontal
    case OFFHAND_AXIS_VERTICAL: axis = .vertical
    default: throw SetupFault("\(label): axis is \(recognizer.axis.rawValue), which is not an enum offhand_axis")
    }
    requirements = RecognizerDescription.names(recognizer.requires_failure)
    simultaneous = RecognizerDescription.names(recognizer.simultaneous)
    try setFlags(recognizer.flags, label: label)
  }

  private mutating func setFlags(_ flags: UInt32, label: String) throws(SetupFault) {
    var unknown = flags
    func has(_ flag: offhand_recognizer_flags) -> Bool {
      unknown &= ~UInt32(flag.rawValue)
      return flags & UInt32(flag.rawValue) != 0
    }
    isSimultaneousWithAll = has(OFFHAND_SIMULTANEOUS_WITH_ALL)
    onlyListens = has(OFFHAND_LISTENS)
    delaysTouchesBegan = has(OFFHAND_DELAYS_TOUCHES)
    announcesUnconfirmed = has(OFFHAND_ANNOUNCES_UNCONFIRMED)
    guard unknown == 0 else {
      throw SetupFault("\(label): flags has the bits 0x\(String(unknown, radix: 16)), which \(version) does not know")
    }
  }

  /// The names of a list that NULL ends; at most as many as a pipeline has recognizers.
  private static func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var names: [String] = []
    guard let list else { return names }
    while names.count < LaneSet.capacity, let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }
}

extension RecognizerDescription.Kind {
  fileprivate init?(_ kind: offhand_kind) {
    switch kind {
    case OFFHAND_TAP: self = .tap
    case OFFHAND_LONG_PRESS: self = .longPress
    case OFFHAND_PAN: self = .pan
    case OFFHAND_SWIPE: self = .swipe
    case OFFHAND_PINCH: self = .pinch
    case OFFHAND_ROTATION: self = .rotation
    case OFFHAND_TRANSFORM: self = .transform
    case OFFHAND_EDGE_PAN: self = .screenEdgePan
    case OFFHAND_TAP_DRAG: self = .tapDrag
    default: return nil
    }
  }
}

extension offhand_kind {
  init(_ kind: RecognizerDescription.Kind) {
    self =
      switch kind {
      case .tap: OFFHAND_TAP
      case .longPress: OFFHAND_LONG_PRESS
      case .pan: OFFHAND_PAN
      case .swipe: OFFHAND_SWIPE
      case .pinch: OFFHAND_PINCH
      case .rotation: OFFHAND_ROTATION
      case .transform: OFFHAND_TRANSFORM
      case .screenEdgePan: OFFHAND_EDGE_PAN
      case .tapDrag: OFFHAND_TAP_DRAG
      }
  }

  /// The kind of a recognizer of the package's pipelines, by its name.
  init(usual name: GestureName) {
    self =
      switch name {
      case .tap, .doubleTap, .tripleTap: OFFHAND_TAP
      case .longPress: OFFHAND_LONG_PRESS
      case .pan: OFFHAND_PAN
      case .swipe, "three-finger-swipe", "four-finger-swipe": OFFHAND_SWIPE
      case .pinch, "shell-pinch", "handed-pinch": OFFHAND_PINCH
      case .rotation: OFFHAND_ROTATION
      case .transform: OFFHAND_TRANSFORM
      case .screenEdgePan: OFFHAND_EDGE_PAN
      case .tapDrag, .quickScale: OFFHAND_TAP_DRAG
      default: OFFHAND_OTHER
      }
  }
}
