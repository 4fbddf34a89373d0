package import Offhand
package import OffhandRecordings

/// One line of input of `offhand place`, version 1: a scene and the request for one overlay.
package struct PlaceScene {
  /// The version of input and output that this program reads and writes.
  package static let version = 1

  /// The name of a scene, which is copied to the output.
  package enum Name: Sendable {
    case text(String)
    case number(Double)
  }

  package private(set) var name: Name?
  package private(set) var environment: PanelSetup
  private let request: OverlayRequest
  /// In the order of time.
  private let samples: [(contact: PlaceFields.Contact, tool: Touch.Tool)]

  /// The identity of the overlay of every scene.
  static let overlayID = Overlay.ID(rawValue: 1)
  /// The ids of its contacts.
  var contacts: Set<Int> { Set(samples.map(\.contact.id)) }
  /// Whether it names a gesture.
  var hasGesture: Bool { request.gesture != nil }

  /// Reads a line. Throws the reason if it is invalid, or if it `isStrict` and has a field that nothing reads.
  package init(_ line: [UInt8], isStrict: Bool = false) throws(PlaceFault) {
    let fields: PlaceFields
    do throws(JSONFault) {
      fields = try JSONScanner.read(line) { (scanner) throws(JSONFault) in
        try PlaceFields.read(&scanner, isStrict: isStrict)
      }
    } catch {
      throw PlaceFault(error)
    }
    try self.init(fields)
  }

  /// Checks the fields of a scene. Throws the reason if they are impossible.
  init(_ fields: PlaceFields) throws(PlaceFault) {
    if let version = fields.version, version != PlaceScene.version {
      throw .invalid("version is \(version); this program speaks version \(PlaceScene.version)")
    }
    name = fields.scene
    let panel = try PlaceScene.fixed(fields.panel, "panel", ["width", "height"])
    guard panel.allSatisfy({ $0 > 0 && $0 <= 1e6 }) else {
      throw .invalid("panel must be larger than 0 and at most 1000000 mm each way")
    }
    let overlay = try PlaceScene.fixed(fields.overlay, "overlay", ["width", "height"])
    guard overlay.allSatisfy({ $0 >= 0 && $0 <= 1e6 }) else {
      throw .invalid("overlay must not be negative, and at most 1000000 mm each way")
    }
    environment = PanelSetup(panel: Rect(x: 0, y: 0, width: panel[0], height: panel[1]))
    environment.posture =
      try PlaceScene.choice(fields.posture, "posture", of: Posture.allCases, name: \.rawValue) ?? .unknown
    environment.viewpoint = try PlaceScene.viewpoint(fields.eye)
    environment.statedHand = try PlaceScene.choice(
      fields.hand, "hand", of: [Handedness.left, .right], name: \.rawValue)
    if let prior = fields.priorRight {
      guard prior >= 0, prior <= 1 else { throw .invalid("prior_right must be from 0 to 1") }
      environment.rightHandPrior = prior
    }
    if let overhang = fields.overhang {
      guard overhang >= 0, overhang <= 50 else { throw .invalid("overhang must be from 0 to 50 mm") }
      environment.overhang = overhang
    }
    samples = try PlaceScene.ordered(fields.contacts).map { (contact) throws(PlaceFault) in
      (
        contact,
        try PlaceScene.choice(contact.tool, "tool", of: [Touch.Tool.finger, .pen], name: { "\($0)" }) ?? .finger
      )
    }
    let kind = try PlaceScene.choice(fields.gesture, "gesture", of: GestureHint.Kind.allCases, name: \.rawValue)
    request = OverlayRequest(
      id: PlaceScene.overlayID, anchor: try PlaceScene.anchor(fields.anchor),
      size: Size(width: overlay[0], height: overlay[1]), bounds: environment.panel,
      gesture: kind.map { GestureHint($0, state: .began) })
  }

  /// Passes all touches to a strategy, frame by frame, and places the overlay. The last frame is at `end`, if that is stated, whatever the
  /// times of the scene; without touches, it is empty. The gesture begins here, unless it `continues` that of an earlier scene.
  package func place(
    by strategy: inout some PlacementStrategy, endingAt end: Timestamp? = nil, continues: Bool = false
  ) -> Placement {
    var request = request
    if continues { request.gesture?.state = .changed }
    let shift = end.map { $0 - Timestamp(seconds: samples.last?.contact.t ?? 0) } ?? .zero
    var frame = TouchFrame(timestamp: end ?? .zero)
    if samples.isEmpty, end != nil { strategy.ingest(frame) }
    var index = 0
    while index < samples.count {
      let time = samples[index].contact.t
      frame.timestamp = Timestamp(seconds: time) + shift
      while index < samples.count, samples[index].contact.t == time {
        PlaceScene.add(samples[index].contact, samples[index].tool, to: &frame)
        index += 1
      }
      strategy.ingest(frame)
      frame.settle()
    }
    return strategy.place(request)
  }

  private static func add(_ contact: PlaceFields.Contact, _ tool: Touch.Tool, to frame: inout TouchFrame) {
    let id = Touch.ID(rawValue: UInt64(bitPattern: Int64(contact.id)))
    let position = Point(x: contact.x, y: contact.y)
    for index in frame.indices where frame[index].id == id {
      frame[index].phase = .moved
      frame[index].position = position
      return
    }
    var touch = Touch(id: id, slot: Int32(frame.count), position: position, landingTime: frame.timestamp)
    touch.tool = tool
    frame.append(touch)
  }

  // MARK: Checks

  /// Numbers of a fixed count within bounds.
  private static func fixed(_ values: [Double], _ field: String, _ parts: [String]) throws(PlaceFault) -> [Double] {
    guard values.count == parts.count else {
      throw .invalid("\(field) must be [\(parts.joined(separator: ", "))], not \(values.count) numbers")
    }
    guard values.allSatisfy({ abs($0) <= 1e7 }) else { throw .invalid("\(field) holds a number beyond 10000000") }
    return values
  }

  private static func anchor(_ values: [Double]?) throws(PlaceFault) -> Rect? {
    guard let values else { return nil }
    let numbers = try fixed(values, "anchor", ["x", "y", "width", "height"])
    guard numbers[2] >= 0, numbers[3] >= 0 else { throw .invalid("anchor must not have a negative size") }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func viewpoint(_ values: [Double]?) throws(PlaceFault) -> Viewpoint {
    guard let values else { return .automatic }
    let numbers = try fixed(values, "eye", ["x", "y", "z"])
    guard numbers[2] > 1 else { throw .invalid("eye must be in front of the glass: z above 1 mm") }
    return .eye(x: numbers[0], y: numbers[1], z: numbers[2])
  }

  /// The one of `values` whose name is `word`; `nil` without a word.
  private static func choice<Value>(
    _ word: String?, _ field: String, of values: [Value], name: (Value) -> String
  ) throws(PlaceFault) -> Value? {
    guard let word else { return nil }
    if let value = values.first(where: { name($0) == word }) { return value }
    throw .invalid("\(field) must be one of \(values.map(name).joined(separator: ", ")), or null; not \(word)")
  }

  /// The samples in the order of time; those with equal times in the order of the line.
  private static func ordered(_ samples: [PlaceFields.Contact]) throws(PlaceFault) -> [PlaceFields.Contact] {
    guard Set(samples.map(\.id)).count <= TouchFrame.capacity else {
      throw .invalid("contacts has more than \(TouchFrame.capacity) fingers")
    }
    for sample in samples {
      guard abs(sample.x) <= 1e7, abs(sample.y) <= 1e7 else {
        throw .invalid("contact \(sample.id) lies beyond 10000000 mm")
      }
      guard abs(sample.t) <= 1e9 else {
        throw .invalid("contact \(sample.id) has a time beyond 1000000000 s")
      }
    }
    let order = samples.indices.sorted { a, b in
      let (first, second) = (samples[a].t, samples[b].t)
      return first != second ? first < second : a < b
    }
    for (previous, next) in zip(order, order.dropFirst()) {
      guard samples[previous].id != samples[next].id || samples[previous].t != samples[next].t else {
        throw .invalid("contact \(samples[previous].id) is in two places at once")
      }
    }
    return order.map { samples[$0] }
  }
}

extension JSONWriter {
  /// Writes a placement as one line of output of `offhand place`, version 1. Of a strategy that judges no hand, what it hides is unknown.
  package mutating func placement(_ placement: Placement, of scene: PlaceScene.Name?, isJudged: Bool = true) {
    object { writer in
      writer.field("version", PlaceScene.version)
      writer.key("scene")
      switch scene {
      case .text(let text): writer.value(text)
      case .number(let number): writer.value(number, roundedTo: 9)
      case nil: writer.null()
      }
      let rect = placement.rect
      writer.array("rect", [rect.minX, rect.minY, rect.width, rect.height], roundedTo: 6)
      writer.field("side", placement.side.rawValue)
      writer.key("hidden")
      if isJudged { writer.value(placement.hidden, roundedTo: 4) } else { writer.null() }
      writer.field("quality", isJudged ? .string(placement.quality.rawValue) : .null)
      writer.field("hand", placement.hand.side.rawValue)
      writer.field("confidence", placement.hand.confidence, roundedTo: 4)
      writer.field("why", placement.reason.rawValue)
    }
  }
}

/// The fields of a line as they are written, types checked only.
struct PlaceFields: Sendable {
  /// The position of a touch at a moment; several of one id are its path.
  struct Contact: Sendable {
    var id: Int
    var x: Double
    var y: Double
    /// The time in seconds; 0 if the line has none.
    var t: Double
    var tool: String?
  }

  var version: Int?
  var scene: PlaceScene.Name?
  var panel: [Double] = []
  var posture: String?
  var eye: [Double]?
  var contacts: [Contact] = []
  var gesture: String?
  var hand: String?
  var priorRight: Double?
  var anchor: [Double]?
  var overlay: [Double] = []
  var overhang: Double?

  /// Reads a line; unknown fields are checked to be JSON and skipped, or refused if it `isStrict`.
  static func read(_ scanner: inout JSONScanner, isStrict: Bool = false) throws(JSONFault) -> PlaceFields {
    var fields = PlaceFields()
    var missing: Set = ["panel", "contacts", "overlay"]
    try scanner.object { (scanner, key) throws(JSONFault) in
      missing.remove(key)
      switch key {
      case "panel": fields.panel = try scanner.numbers()
      case "overlay": fields.overlay = try scanner.numbers()
      case "contacts":
        fields.contacts = try scanner.elements { (scanner) throws(JSONFault) in try contact(&scanner, isStrict) }
      case _ where isStrict && !PlaceFields.optional.contains(key): throw scanner.unknown
      case _ where scanner.null(): break
      case "version": fields.version = try scanner.integer()
      case "scene":
        fields.scene = scanner.kind == .string ? .text(try scanner.string()) : .number(try scanner.number())
      case "posture": fields.posture = try scanner.string()
      case "eye": fields.eye = try scanner.numbers()
      case "gesture": fields.gesture = try scanner.string()
      case "hand": fields.hand = try scanner.string()
      case "prior_right": fields.priorRight = try scanner.number()
      case "anchor": fields.anchor = try scanner.numbers()
      case "overhang": fields.overhang = try scanner.number()
      default: try scanner.skip()
      }
    }
    for key in ["panel", "contacts", "overlay"] where missing.contains(key) { throw scanner.missing(key) }
    return fields
  }

  /// The fields that a line may have besides those that it must have.
  private static let optional: Set = [
    "version", "scene", "posture", "eye", "gesture", "hand", "prior_right", "anchor", "overhang",
  ]

  private static func contact(_ scanner: inout JSONScanner, _ isStrict: Bool) throws(JSONFault) -> Contact {
    var (id, x, y): (Int?, Double?, Double?)
    var t = 0.0
    var tool: String?
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "id": id = try scanner.integer()
      case "x": x = try scanner.number()
      case "y": y = try scanner.number()
      case _ where isStrict && key != "t" && key != "tool": throw scanner.unknown
      case _ where scanner.null(): break
      case "t": t = try scanner.number()
      case "tool": tool = try scanner.string()
      default: try scanner.skip()
      }
    }
    guard let id else { throw scanner.missing("id") }
    guard let x else { throw scanner.missing("x") }
    guard let y else { throw scanner.missing("y") }
    return Contact(id: id, x: x, y: y, t: t, tool: tool)
  }
}

/// Why a line is invalid.
package enum PlaceFault: Error, CustomStringConvertible {
  /// It is not the JSON that is expected.
  case json(JSONFault)
  /// Its values are impossible.
  case invalid(String)

  package init(_ fault: JSONFault) { self = .json(fault) }

  /// The reason in words, with the field that it is about.
  package var description: String {
    switch self {
    case .invalid(let reason): return reason
    case .json(let fault):
      let field = fault.path.isEmpty ? "the line, which must be a JSON object," : fault.path
      switch fault.kind {
      case .syntax: return "is not JSON: column \(fault.column): \(fault.reason)"
      case .type: return "\(field) has the wrong type"
      case .null: return "\(field) must not be null"
      case .missing: return "\(field) is missing"
      case .value: return "\(field) \(fault.reason)"
      }
    }
  }
}
