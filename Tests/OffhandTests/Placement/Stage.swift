@testable import Offhand

/// A panel with fingers and overlays, written as a script: land, move, lift, place.
struct Stage<Strategy: PlacementStrategy> {
  var strategy: Strategy
  var panel: Rect
  private(set) var time = Timestamp(nanoseconds: 1_000_000_000)
  private var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1_000_000_000))
  private var nextID: UInt64 = 1

  init(_ strategy: Strategy) {
    self.strategy = strategy
    panel = strategy.environment.panel
  }

  /// Lands fingers together.
  mutating func land(_ places: Point...) { land(places) }

  mutating func land(_ places: [Point], shape: ContactShape? = nil, tool: Touch.Tool = .finger) {
    land(places, shapes: shape.map { Array(repeating: $0, count: places.count) } ?? [], tool: tool)
  }

  mutating func land(_ places: [Point], shapes: [ContactShape], tool: Touch.Tool = .finger) {
    frame.settle()
    frame.timestamp = time
    for (index, place) in places.enumerated() {
      var touch = Touch(id: Touch.ID(rawValue: nextID), position: place, landingTime: time)
      touch.tool = tool
      if shapes.indices.contains(index) { touch.shape = shapes[index] }
      frame.append(touch)
      nextID += 1
    }
    strategy.ingest(frame)
  }

  /// Moves the fingers that are down to `places`, in the order of their landing, some milliseconds later.
  mutating func move(_ places: [Point], after milliseconds: Int = 8) {
    wait(milliseconds)
    frame.settle()
    frame.timestamp = time
    for (index, place) in places.enumerated() where index < frame.count {
      frame[index].position = place
      frame[index].phase = .moved
    }
    strategy.ingest(frame)
  }

  /// Lifts the finger at `index` in the order of landing, or all of them.
  mutating func lift(_ index: Int? = nil, as phase: Touch.Phase = .ended, after milliseconds: Int = 8) {
    wait(milliseconds)
    frame.settle()
    frame.timestamp = time
    for contact in frame.indices where index == nil || index == contact { frame[contact].phase = phase }
    strategy.ingest(frame)
  }

  /// Gives the slot of the finger at `index` to another contact at the same place, in one report.
  mutating func replace(_ index: Int, after milliseconds: Int = 8) {
    wait(milliseconds)
    frame.settle()
    frame.timestamp = time
    var touch = Touch(id: Touch.ID(rawValue: nextID), position: frame[index].position, landingTime: time)
    touch.slot = frame[index].slot
    frame[index].phase = .cancelled
    frame.append(touch)
    nextID += 1
    strategy.ingest(frame)
  }

  mutating func wait(_ milliseconds: Int) { time = time + .milliseconds(milliseconds) }

  /// Adds a frame in which nothing changes.
  mutating func rest(_ milliseconds: Int) {
    wait(milliseconds)
    frame.settle()
    frame.timestamp = time
    strategy.ingest(frame)
  }

  /// Requests an overlay of 20 × 9 mm, modified by `change`.
  mutating func place(
    _ id: Int = 1, _ kind: GestureHint.Kind? = .pinch, _ state: GestureState? = nil,
    change: (inout OverlayRequest) -> Void = { _ in }
  ) -> Placement {
    var request = OverlayRequest(
      id: Overlay.ID(rawValue: UInt64(id)), size: Size(width: 20, height: 9), bounds: panel,
      gesture: kind.map { GestureHint($0, state: state) })
    change(&request)
    return strategy.place(request)
  }
}

/// A tablet that lies on a table.
func tablet(hand: Handedness? = nil, prior: Double = 0.9) -> PanelSetup {
  PanelSetup(
    panel: Rect(x: 0, y: 0, width: 217, height: 136), posture: .flatTablet, rightHandPrior: prior, statedHand: hand)
}

func standard(_ environment: PanelSetup) -> Stage<StandardPlacement> {
  Stage(StandardPlacement(environment: environment))
}

/// A right hand's pinch around a point; mirrored for a left hand.
func pinch(at place: Point, hand: Handedness = .right, span: Double = 50) -> [Point] {
  let lean = hand == .left ? -span * 0.2 : span * 0.2
  return [place + Vector(dx: lean, dy: -span / 2), place + Vector(dx: -lean, dy: span / 2)]
}

/// A right hand's five fingers with the index finger at a point, thumb last.
func fiveFingers(index: Point, hand: Handedness = .right) -> [Point] {
  let offsets: [(Double, Double)] = [(0, 0), (18, -14), (40, -18), (58, -8), (-10, 120)]
  return offsets.map { index + Vector(dx: hand == .left ? -$0.0 : $0.0, dy: $0.1) }
}

/// Whether a rectangle is at least 4 mm away from all fingers.
func clears(_ rect: Rect, _ fingers: [Point]) -> Bool { !fingers.contains { rect.distance(to: $0) < 4 } }
