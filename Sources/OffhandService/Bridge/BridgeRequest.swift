package import Offhand
package import OffhandRecordings

/// A line that the bridge takes: a JSON object.
package enum BridgeRequest: Sendable, Hashable {
  /// The longest line in bytes.
  package static let lengthLimit = 1 << 14
  /// The most gestures: as many as a configuration has.
  private static let mostGestures = 64

  /// What is recognized from now on, instead of what was; the `output` of a gesture is the name of a touch screen. Touches that an exclusive
  /// gesture takes were delivered if the compositor `takesBack` what becomes a palm, and otherwise held until it is decided.
  case gestures([ServiceConfiguration.ListenedGesture], takesBack: Bool)
  /// One touch at this point of a touch screen, in millimetres, that becomes a palm.
  case check(screen: Int, at: Point)

  /// The line as it is sent.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      switch self {
      case .gestures(let gestures, let takesBack):
        writer.key("gestures")
        writer.array { writer in for gesture in gestures { BridgeRequest.write(gesture, to: &writer) } }
        writer.key("way")
        writer.value(takesBack ? "take-back" : "hold")
      case .check(let screen, let point):
        writer.key("check")
        writer.value(screen)
        writer.key("at_mm")
        writer.numbers(point.x, point.y)
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ gesture: ServiceConfiguration.ListenedGesture, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("kind")
      writer.value(gesture.kind.rawValue)
      writer.key("fingers")
      writer.value(gesture.fingers)
      writer.key("taps")
      writer.value(gesture.taps)
      if let direction = gesture.direction {
        writer.key("direction")
        writer.value(direction.rawValue)
      }
      if let output = gesture.output {
        writer.key("output")
        writer.value(output)
      }
      writer.key("exclusive")
      writer.value(gesture.exclusive)
    }
  }

  /// Reads a line. Throws the reason if it has a field that is not known, or asks for something else.
  package init(_ line: [UInt8]) throws(JSONFault) { self = try JSONScanner.read(line, BridgeRequest.read) }

  private static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> BridgeRequest {
    var gestures: [ServiceConfiguration.ListenedGesture]?
    var way: String?
    var screen: Int?
    var point: Point?
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "gestures":
        var found: [ServiceConfiguration.ListenedGesture] = []
        try scanner.array { (scanner) throws(JSONFault) in
          found.append(try gesture(&scanner))
          guard found.count <= mostGestures else { throw scanner.fault("is more than \(mostGestures) gestures") }
        }
        gestures = found
      case "way":
        way = try scanner.string()
        guard way == "hold" || way == "take-back" else { throw scanner.fault("must be hold or take-back") }
      case "check": screen = try scanner.integer()
      case "at_mm":
        var numbers: [Double] = []
        try scanner.array { (scanner) throws(JSONFault) in numbers.append(try scanner.number()) }
        guard numbers.count == 2, numbers.allSatisfy({ abs($0) <= 1e7 }) else { throw scanner.fault("must be [x,y]") }
        point = Point(x: numbers[0], y: numbers[1])
      default: throw scanner.unknown
      }
    }
    switch (gestures, way, screen, point) {
    case (let gestures?, let way?, nil, nil): return .gestures(gestures, takesBack: way == "take-back")
    case (nil, nil, let screen?, let point?): return .check(screen: screen, at: point)
    default: throw scanner.fault("a line has either gestures and way, or check and at_mm")
    }
  }

  private static func gesture(
    _ scanner: inout JSONScanner
  ) throws(JSONFault) -> ServiceConfiguration.ListenedGesture {
    typealias Listened = ServiceConfiguration.ListenedGesture
    var kind: Listened.Kind?
    var gesture = Listened(kind: .tap)
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "kind":
        kind = Listened.Kind(rawValue: try scanner.string())
        if kind == nil { throw scanner.fault("is no kind of gesture") }
      case "fingers": gesture.fingers = try within(1...5, &scanner)
      case "taps": gesture.taps = try within(1...3, &scanner)
      case "direction":
        gesture.direction = Listened.Direction(rawValue: try scanner.string())
        if gesture.direction == nil { throw scanner.fault("is no direction") }
      case "output": gesture.output = try scanner.string()
      case "exclusive": gesture.exclusive = try scanner.bool()
      default: throw scanner.unknown
      }
    }
    guard let kind else { throw scanner.missing("kind") }
    gesture.kind = kind
    return gesture
  }

  private static func within(_ range: ClosedRange<Int>, _ scanner: inout JSONScanner) throws(JSONFault) -> Int {
    let number = try scanner.integer()
    guard range.contains(number) else {
      throw scanner.fault("must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
