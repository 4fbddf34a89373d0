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
  package private(set) var environment = PanelSetup(panel: Rect(origin: .origin, size: .zero))
  private var request = OverlayRequest(
    id: PlaceScene.overlayID, size: .zero, bounds: Rect(origin: .origin, size: .zero))
  /// In the order of time.
  private var samples: [Sample] = []

  /// The position of a touch at a moment; several of one id are its path.
  private struct Sample {
    var id: Int
    var position: Point
    /// In seconds; 0 if the line has none.
    var time = 0.0
    var tool = Touch.Tool.finger
  }

  /// The identity of the overlay of every scene.
  static let overlayID = Overlay.ID(rawValue: 1)
  /// The ids of its contacts.
  var contacts: Set<Int> { Set(samples.map(\.id)) }
  /// Whether it names a gesture.
  var hasGesture: Bool { request.gesture != nil }

  /// Reads a line. Throws the reason if it is invalid, or if it `isStrict` and has a field that nothing reads.
  package init(_ line: [UInt8], isStrict: Bool = false) throws(PlaceFault) {
    do throws(JSONFault) {
      self = try JSONScanner.read(line) { (scanner) throws(JSONFault) in try PlaceScene(&scanner, isStrict: isStrict) }
    } catch {
      throw PlaceFault(error)
    }
  }

  /// The fields that a scene may have besides those that it must have.
  private static let optional: Set = [
    "version", "scene", "posture", "eye", "gesture", "hand", "prior_right", "anchor", "overhang",
  ]

  /// Reads a scene: of each field the type and what it can be. Unknown fields are checked to be JSON and skipped, or refused if it `isStrict`.
  init(_ scanner: inout JSONScanner, isStrict: Bool = false) throws(JSONFault) {
    var (panel, overlay, samples): ([Double]?, [Double]?, [Sample]?)
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "panel":
        panel = try scanner.numbers("width", "height")
        try scanner.require(
          panel!.allSatisfy { $0 > 0 && $0 <= 1e6 }, "must be larger than 0 and at most 1000000 mm each way")
      case "overlay":
        overlay = try scanner.numbers("width", "height")
        try scanner.require(
          overlay!.allSatisfy { $0 >= 0 && $0 <= 1e6 }, "must not be negative, and at most 1000000 mm each way")
      case "contacts":
        let all = try scanner.elements { (scanner) throws(JSONFault) in try PlaceScene.sample(&scanner, isStrict) }
        samples = try PlaceScene.ordered(all, scanner)
      case _ where isStrict && !PlaceScene.optional.contains(key): throw scanner.unknown
      case _ where scanner.null(): break
      case "version":
        let version = try scanner.integer()
        try scanner.require(
          version == PlaceScene.version, "is \(version); this program speaks version \(PlaceScene.version)")
      case "scene": name = scanner.kind == .string ? .text(try scanner.string()) : .number(try scanner.number())
      case "posture": environment.posture = try scanner.choice(of: Posture.allCases, name: \.rawValue)
      case "eye":
        let eye = try scanner.numbers("x", "y", "z")
        try scanner.require(eye[2] > 1, "must be in front of the glass: z above 1 mm")
        environment.viewpoint = .eye(x: eye[0], y: eye[1], z: eye[2])
      case "gesture":
        let kind = try scanner.choice(of: GestureHint.Kind.allCases, name: \.rawValue)
        request.gesture = GestureHint(kind, state: .began)
      case "hand": environment.statedHand = try scanner.choice(of: [Handedness.left, .right], name: \.rawValue)
      case "prior_right":
        environment.rightHandPrior = try scanner.number()
        try scanner.require((0...1).contains(environment.rightHandPrior), "must be from 0 to 1")
      case "anchor":
        let anchor = try scanner.numbers("x", "y", "width", "height")
        try scanner.require(anchor[2] >= 0 && anchor[3] >= 0, "must not have a negative size")
        request.anchor = Rect(x: anchor[0], y: anchor[1], width: anchor[2], height: anchor[3])
      case "overhang":
        environment.overhang = try scanner.number()
        try scanner.require((0...50).contains(environment.overhang), "must be from 0 to 50 mm")
      default: try scanner.skip()
      }
    }
    guard let panel else { throw scanner.missing("panel") }
    guard let samples else { throw scanner.missing("contacts") }
    guard let overlay else { throw scanner.missing("overlay") }
    environment.panel = Rect(x: 0, y: 0, width: panel[0], height: panel[1])
    (request.size, request.bounds) = (Size(width: overlay[0], height: overlay[1]), environment.panel)
    self.samples = samples
  }

  private static func sample(_ scanner: inout JSONScanner, _ isStrict: Bool) throws(JSONFault) -> Sample {
    var (id, x, y): (Int?, Double?, Double?)
    var sample = Sample(id: 0, position: .origin)
    try scanner.object { (scanner, key) throws(JSONFault) in
      switch key {
      case "id": id = try scanner.integer()
      case "x": x = try scanner.number(within: 1e7)
      case "y": y = try scanner.number(within: 1e7)
      case _ where isStrict && key != "t" && key != "tool": throw scanner.unknown
      case _ where scanner.null(): break
      case "t": sample.time = try scanner.number(within: 1e9)
      case "tool": sample.tool = try scanner.choice(of: [Touch.Tool.finger, .pen], name: { "\($0)" })
      default: try scanner.skip()
      }
    }
    guard let id else { throw scanner.missing("id") }
    guard let x else { throw scanner.missing("x") }
    guard let y else { throw scanner.missing("y") }
    (sample.id, sample.position) = (id, Point(x: x, y: y))
    return sample
  }

  /// The samples in the order of time; those with equal times in the order of the line.
  private static func ordered(_ samples: [Sample], _ scanner: JSONScanner) throws(JSONFault) -> [Sample] {
    try scanner.require(
      Set(samples.map(\.id)).count <= TouchFrame.capacity, "has more than \(TouchFrame.capacity) fingers")
    let order = samples.indices.sorted { (samples[$0].time, $0) < (samples[$1].time, $1) }.map { samples[$0] }
    for (previous, next) in zip(order, order.dropFirst()) {
      try scanner.require(
        previous.id != next.id || previous.time != next.time, "has contact \(next.id) in two places at once")
    }
    return order
  }

  /// Passes all touches to a strategy, frame by frame, and places the overlay. The last frame is at `end`, if that is stated, whatever the
  /// times of the scene; without touches, it is empty. The gesture begins here, unless it `continues` that of an earlier scene.
  package func place(
    by strategy: inout some PlacementStrategy, endingAt end: Timestamp? = nil, continues: Bool = false
  ) -> Placement {
    var request = request
    if continues { request.gesture?.state = .changed }
    let shift = end.map { $0 - Timestamp(seconds: samples.last?.time ?? 0) } ?? .zero
    var frame = TouchFrame(timestamp: end ?? .zero)
    if samples.isEmpty, end != nil { strategy.ingest(frame) }
    var index = 0
    while index < samples.count {
      let time = samples[index].time
      frame.timestamp = Timestamp(seconds: time) + shift
      while index < samples.count, samples[index].time == time {
        PlaceScene.add(samples[index], to: &frame)
        index += 1
      }
      strategy.ingest(frame)
      frame.settle()
    }
    return strategy.place(request)
  }

  private static func add(_ sample: Sample, to frame: inout TouchFrame) {
    let id = Touch.ID(rawValue: UInt64(bitPattern: Int64(sample.id)))
    for index in frame.indices where frame[index].id == id {
      frame[index].phase = .moved
      frame[index].position = sample.position
      return
    }
    var touch = Touch(id: id, slot: Int32(frame.count), position: sample.position, landingTime: frame.timestamp)
    touch.tool = sample.tool
    frame.append(touch)
  }
}

extension JSONScanner {
  /// Throws unless the value that was read fulfils `condition`.
  fileprivate func require(_ condition: Bool, _ reason: String) throws(JSONFault) {
    if !condition { throw fault(reason) }
  }

  /// Reads a number whose magnitude is at most `bound`.
  fileprivate mutating func number(within bound: Double) throws(JSONFault) -> Double {
    let number = try number()
    try require(abs(number) <= bound, "holds a number beyond \(Int(bound))")
    return number
  }

  /// Reads as many lengths in millimetres as there are `parts`.
  fileprivate mutating func numbers(_ parts: String...) throws(JSONFault) -> [Double] {
    let numbers = try numbers()
    try require(
      numbers.count == parts.count, "must be [\(parts.joined(separator: ", "))], not \(numbers.count) numbers")
    try require(numbers.allSatisfy { abs($0) <= 1e7 }, "holds a number beyond 10000000")
    return numbers
  }

  /// Reads the name of one of `values`.
  fileprivate mutating func choice<Value>(of values: [Value], name: (Value) -> String) throws(JSONFault) -> Value {
    let word = try string()
    if let value = values.first(where: { name($0) == word }) { return value }
    throw fault("must be one of \(values.map(name).joined(separator: ", ")), or null; not \(word)")
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
      let field = fault.path.isEmpty ? "the line" : fault.path
      switch fault.kind {
      case .syntax: return "is not JSON: column \(fault.column): \(fault.reason)"
      case .type: return "\(field): \(fault.reason)"
      case .null: return "\(field) must not be null"
      case .missing: return "\(field) is missing"
      case .value: return "\(field) \(fault.reason)"
      }
    }
  }
}
