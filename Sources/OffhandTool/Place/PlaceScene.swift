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
