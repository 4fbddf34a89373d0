import Offhand

/// A line of input that makes sense: what to tell a strategy, and what to ask it.
struct PlaceScene {
  let environment: PanelSetup
  let request: OverlayRequest
  private let samples: [(contact: PlaceLine.Contact, tool: Touch.Tool)]

  /// Checks a line; throws the reason if it is nonsense.
  init(_ line: PlaceLine) throws(PlaceLineFault) {
    if let version = line.version?.value, version != PlaceLine.version {
      throw PlaceLineFault("version is \(version); this program speaks version \(PlaceLine.version)")
    }
    let panel = try PlaceScene.numbers(line.panel, "panel", ["width", "height"])
    guard panel.allSatisfy({ $0 > 0 && $0 <= 1e6 }) else {
      throw PlaceLineFault("panel must be larger than 0 and at most 1000000 mm each way")
    }
    let overlay = try PlaceScene.numbers(line.overlay, "overlay", ["width", "height"])
    guard overlay.allSatisfy({ $0 >= 0 && $0 <= 1e6 }) else {
      throw PlaceLineFault("overlay must not be negative, and at most 1000000 mm each way")
    }
    var environment = PanelSetup(panel: Rect(x: 0, y: 0, width: panel[0], height: panel[1]))
    environment.posture = try PlaceScene.posture(line.posture)
    environment.viewpoint = try PlaceScene.viewpoint(line.eye)
    environment.statedHand = try PlaceScene.hand(line.hand)
    if let prior = line.priorRight {
      guard prior >= 0, prior <= 1 else { throw PlaceLineFault("prior_right must be from 0 to 1") }
      environment.rightHandPrior = prior
    }
    if let overhang = line.overhang {
      guard overhang >= 0, overhang <= 50 else { throw PlaceLineFault("overhang must be from 0 to 50 mm") }
      environment.overhang = overhang
    }
    self.environment = environment
    var samples: [(contact: PlaceLine.Contact, tool: Touch.Tool)] = []
    for contact in try PlaceScene.ordered(line.contacts) {
      samples.append((contact, try PlaceScene.tool(contact.tool)))
    }
    self.samples = samples
    let kind = try PlaceScene.kind(line.gesture)
    request = OverlayRequest(
      id: Overlay.ID(rawValue: 1), anchor: try PlaceScene.anchor(line.anchor),
      size: Size(width: overlay[0], height: overlay[1]), bounds: environment.panel,
      gesture: kind.map { GestureHint($0, state: .began) })
  }

  /// Tells a strategy everything and asks it.
  func place(by strategy: inout some PlacementStrategy) -> Placement {
    var frame = TouchFrame()
    var index = 0
    while index < samples.count {
      let time = samples[index].contact.t ?? 0
      frame.timestamp = Timestamp(seconds: time)
      while index < samples.count, samples[index].contact.t ?? 0 == time {
        take(samples[index].contact, samples[index].tool, into: &frame)
        index += 1
      }
      strategy.ingest(frame)
      frame.settle()
    }
    return strategy.place(request)
  }

  private func take(_ sample: PlaceLine.Contact, _ tool: Touch.Tool, into frame: inout TouchFrame) {
    let id = Touch.ID(rawValue: UInt64(bitPattern: Int64(sample.id.value)))
    let place = Point(x: sample.x, y: sample.y)
    for index in frame.indices where frame[index].id == id {
      frame[index].phase = .moved
      frame[index].position = place
      return
    }
    var touch = Touch(id: id, slot: Int32(frame.count), position: place, landingTime: frame.timestamp)
    touch.tool = tool
    frame.append(touch)
  }
}

extension PlaceScene {
  /// Numbers of a fixed count.
  static func numbers(_ values: [Double], _ field: String, _ parts: [String]) throws(PlaceLineFault) -> [Double] {
    guard values.count == parts.count else {
      throw PlaceLineFault("\(field) must be [\(parts.joined(separator: ", "))], not \(values.count) numbers")
    }
    guard values.allSatisfy({ $0.isFinite && abs($0) <= 1e7 }) else {
      throw PlaceLineFault("\(field) holds a number beyond 10000000")
    }
    return values
  }

  static func anchor(_ values: [Double]?) throws(PlaceLineFault) -> Rect? {
    guard let values else { return nil }
    let numbers = try numbers(values, "anchor", ["x", "y", "width", "height"])
    guard numbers[2] >= 0, numbers[3] >= 0 else { throw PlaceLineFault("anchor must not have a negative size") }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  static func viewpoint(_ values: [Double]?) throws(PlaceLineFault) -> Viewpoint {
    guard let values else { return .automatic }
    let numbers = try numbers(values, "eye", ["x", "y", "z"])
    guard numbers[2] > 1 else { throw PlaceLineFault("eye must be in front of the glass: z above 1 mm") }
    return .eye(x: numbers[0], y: numbers[1], z: numbers[2])
  }

  static func hand(_ name: String?) throws(PlaceLineFault) -> Handedness? {
    guard let name else { return nil }
    switch PlaceScene.plain(name) {
    case "left": return .left
    case "right": return .right
    case "unknown": return nil
    default: throw PlaceLineFault("hand must be left, right or null, not \(name)")
    }
  }

  static func posture(_ name: String?) throws(PlaceLineFault) -> Posture {
    guard let name else { return .unknown }
    switch PlaceScene.plain(name) {
    case "flattablet", "tablet", "flat", "desk": return .flatTablet
    case "monitor", "desktop": return .monitor
    case "kiosk", "wall": return .kiosk
    case "tabletop", "table": return .tabletop
    case "handheld", "phone", "phoneinhand", "phoneinotherhand": return .handheld
    case "faceup", "phoneontable": return .faceUp
    case "thumbs", "thumb": return .thumbs
    case "unknown", "": return .unknown
    default:
      let names = Posture.allCases.map(\.rawValue).joined(separator: ", ")
      throw PlaceLineFault("posture must be one of \(names), or null; not \(name)")
    }
  }

  static func kind(_ name: String?) throws(PlaceLineFault) -> GestureHint.Kind? {
    guard let name else { return nil }
    switch PlaceScene.plain(name) {
    case "tap", "doubletap": return .tap
    case "press", "longpress", "hold": return .press
    case "drag", "pan", "edgepan", "screenedgepan": return .drag
    case "scroll", "swipe", "flick": return .scroll
    case "pinch", "handedpinch", "spread", "zoom", "transform": return .pinch
    case "rotate", "rotation": return .rotate
    case "multi", "two", "three", "four", "five", "chord", "twofingers", "threefingers", "fivefingers": return .multi
    case "none", "unknown", "": return nil
    default:
      let names = GestureHint.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw PlaceLineFault("gesture must be one of \(names), or null; not \(name)")
    }
  }

  static func tool(_ name: String?) throws(PlaceLineFault) -> Touch.Tool {
    guard let name else { return .finger }
    switch PlaceScene.plain(name) {
    case "finger": return .finger
    case "pen", "stylus": return .pen
    default: throw PlaceLineFault("tool must be finger or pen, or null; not \(name)")
    }
  }

  /// The samples in the order of time; equal times in the order in which they stand.
  static func ordered(_ samples: [PlaceLine.Contact]) throws(PlaceLineFault) -> [PlaceLine.Contact] {
    guard Set(samples.map(\.id.value)).count <= TouchFrame.capacity else {
      throw PlaceLineFault("contacts has more than \(TouchFrame.capacity) fingers")
    }
    for sample in samples {
      guard sample.x.isFinite, sample.y.isFinite, abs(sample.x) <= 1e7, abs(sample.y) <= 1e7 else {
        throw PlaceLineFault("contact \(sample.id.value) lies beyond 10000000 mm")
      }
      guard abs(sample.t ?? 0) <= 1e9 else {
        throw PlaceLineFault("contact \(sample.id.value) has a time beyond 1000000000 s")
      }
    }
    let order = samples.indices.sorted { a, b in
      let (first, second) = (samples[a].t ?? 0, samples[b].t ?? 0)
      return first != second ? first < second : a < b
    }
    for (place, next) in zip(order, order.dropFirst()) {
      guard samples[place].id.value != samples[next].id.value || samples[place].t ?? 0 != samples[next].t ?? 0 else {
        throw PlaceLineFault("contact \(samples[place].id.value) is in two places at once")
      }
    }
    return order.map { samples[$0] }
  }

  /// A name without case, blanks, dashes and underscores.
  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
  }
}
