import Offhand

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
