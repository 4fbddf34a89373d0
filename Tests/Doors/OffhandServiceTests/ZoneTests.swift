import Offhand
import OffhandWayland
import Testing

@testable import OffhandService

struct ZoneAreaTests {
  /// 400 × 250 mm with 4 pixels to the millimetre.
  private let output = SurfaceGeometry(
    size: Size(width: 400, height: 250), pixelWidth: 1600, pixelHeight: 1000, provenance: .output)

  private func edge(_ edge: ScreenEdge, _ change: (inout ServiceConfiguration.Edge) -> Void = { _ in })
    -> ServiceConfiguration.Edge
  {
    var setting = ServiceConfiguration.Edge(edge: edge)
    change(&setting)
    return setting
  }

  private func area(
    _ edge: ServiceConfiguration.Edge, beside corners: [ServiceConfiguration.Corner] = []
  ) -> ZoneArea? {
    ZoneArea(of: edge, on: output, beside: corners)
  }

  @Test func `a strip is as deep as configured, in millimetres`() {
    #expect(area(edge(.left))?.pixels == PixelRect(x: 0, y: 0, width: 12, height: 1000))
    #expect(area(edge(.right))?.pixels == PixelRect(x: 1588, y: 0, width: 12, height: 1000))
    #expect(area(edge(.top) { $0.depth = 2 })?.pixels == PixelRect(x: 0, y: 0, width: 1600, height: 8))
    #expect(area(edge(.bottom))?.pixels == PixelRect(x: 0, y: 988, width: 1600, height: 12))
    #expect(area(edge(.bottom))?.rect == Rect(x: 0, y: 247, width: 400, height: 3))
  }

  @Test func `a part of an edge begins and ends where it is configured`() {
    let part = area(edge(.bottom) { $0.part = 0.25...0.75 })
    #expect(part?.pixels == PixelRect(x: 400, y: 988, width: 800, height: 12))
    #expect(area(edge(.left) { $0.part = 0.5...1 })?.pixels == PixelRect(x: 0, y: 500, width: 12, height: 500))
  }

  @Test func `corners cut what they take from the ends of an edge`() {
    let corners: [ServiceConfiguration.Corner] = [.topLeft, .bottomRight].map {
      ServiceConfiguration.Corner(corner: $0, action: .curtain(.up))
    }
    #expect(ZoneArea(of: corners[0], on: output).pixels == PixelRect(x: 0, y: 0, width: 40, height: 40))
    #expect(ZoneArea(of: corners[1], on: output).pixels == PixelRect(x: 1560, y: 960, width: 40, height: 40))
    #expect(area(edge(.left), beside: corners)?.pixels == PixelRect(x: 0, y: 40, width: 12, height: 960))
    #expect(area(edge(.right), beside: corners)?.pixels == PixelRect(x: 1588, y: 0, width: 12, height: 960))
    #expect(area(edge(.bottom), beside: corners)?.pixels == PixelRect(x: 0, y: 988, width: 1560, height: 12))
    #expect(area(edge(.top) { $0.part = 0...0.02 }, beside: corners) == nil)
  }

  @Test func `on the coarsest and the smallest output a strip is at least one pixel and at most half`() {
    let coarse = SurfaceGeometry(
      size: Size(width: 4000, height: 3000), pixelWidth: 40, pixelHeight: 30, provenance: .output)
    #expect(ZoneArea(of: edge(.left), on: coarse, beside: [])?.pixels.width == 1)
    let small = SurfaceGeometry(size: Size(width: 4, height: 3), pixelWidth: 40, pixelHeight: 30, provenance: .output)
    #expect(ZoneArea(of: edge(.left) { $0.depth = 30 }, on: small, beside: [])?.pixels.width == 20)
    for pixels in [0.0, 40] {
      let none = SurfaceGeometry(size: .zero, pixelWidth: pixels, pixelHeight: pixels, provenance: .output)
      #expect(ZoneArea(of: edge(.left), on: none, beside: []) == nil)
    }
  }
}

struct ZoneSiteTests {
  private let panel = Panel(
    id: .output(1), output: "glass",
    geometry: SurfaceGeometry(
      size: Size(width: 200, height: 100), pixelWidth: 800, pixelHeight: 400, provenance: .output))

  private func sites(_ change: (inout ServiceConfiguration) -> Void = { _ in }) -> [Zone.Site] {
    var configuration = ServiceConfiguration()
    configuration.edges = [ServiceConfiguration.Edge(edge: .left)]
    configuration.corners = [ServiceConfiguration.Corner(corner: .topRight, action: .curtain(.up))]
    change(&configuration)
    return panel.sites(of: configuration)
  }

  @Test func `with another posture or another time after which a finger is lost, edges and corners are made anew`() {
    let present = sites()
    #expect(present.count == 2 && sites() == present)
    for next in [sites { $0.posture = .tabletop }, sites { $0.lostAfter = .seconds(2) }] {
      #expect(next.count == 2 && Set(next).isDisjoint(with: present))
    }
  }

  @Test func `a finger that is held in a corner counts as lost only after its hold`() {
    let held = sites { $0.corners[0].lastHold = .seconds(8) }.map(\.silence)
    #expect(held.map(\.hold) == [.seconds(8), .zero] && held.map(\.time) == [.seconds(10), .seconds(10)])
  }
}

extension ZoneSiteTests {
  @Test func `a pull and strokes share a strip where their parts overlap, as deep as the deepest`() {
    var down = ServiceConfiguration.Edge(edge: .left)
    (down.along, down.part, down.depth) = (.down, 0.25...0.5, 6)
    let made = sites {
      $0.edges.append(down)
      $0.corners = []
    }
    #expect(made.map(\.area.pixels.width) == [12, 24, 12] && made.map(\.area.pixels.y) == [0, 100, 200])
    let pull = ServiceConfiguration.Edge(edge: .left)
    #expect(made.map(\.setting) == [.edge([pull]), .edge([pull, down]), .edge([pull])])
  }
}

struct EdgePullTests {
  private func pull(_ edge: ScreenEdge = .left, at: Double = 0.5, travel: Double = 60) -> EdgePull {
    var setting = ServiceConfiguration.Edge(edge: edge)
    (setting.at, setting.travel) = (at, travel)
    return EdgePull(setting, on: Size(width: 200, height: 100))
  }

  private func report(_ pull: EdgePull, _ state: GestureState, moved: Vector, velocity: Vector = .zero) -> PullReport {
    var gesture = Gesture()
    (gesture.translation, gesture.velocity) = (moved, velocity)
    return pull.report(
      of: GestureEvent(recognizer: 0, name: .screenEdgePan, state: state, timestamp: .zero, gesture: gesture))
  }

  @Test func `progress is the part of the travel that the finger has moved inwards`() {
    #expect(
      report(pull(), .changed, moved: Vector(dx: 15, dy: 40)) == PullReport(progress: 0.25, expected: 0.25, velocity: 0)
    )
    let up = report(pull(.bottom), .changed, moved: Vector(dx: 0, dy: -30), velocity: Vector(dx: 9, dy: -120))
    #expect(up == PullReport(progress: 0.5, expected: 0.5, velocity: 2))
    #expect(report(pull(), .changed, moved: Vector(dx: -5, dy: 0)).progress == 0)
    #expect(report(pull(), .changed, moved: Vector(dx: 500, dy: 0)).progress == 1)
  }

  @Test func `of a stroke the progress is along the edge, and no longer than that`() {
    var setting = ServiceConfiguration.Edge(edge: .left)
    (setting.along, setting.travel) = (.up, 500)
    let stroke = EdgePull(setting, on: Size(width: 200, height: 100))
    #expect(stroke.travel == 100)
    #expect(report(stroke, .changed, moved: Vector(dx: 40, dy: -25)).progress == 0.25)
    #expect(report(stroke, .changed, moved: Vector(dx: 40, dy: 25)).progress == 0)
  }

  @Test func `the predicted progress is that of the finger further on, and there is none once the gesture has ended`() {
    func expected(_ state: GestureState, _ ahead: Vector) -> Double? {
      var gesture = Gesture()
      gesture.translation = Vector(dx: 30, dy: 0)
      return pull().report(
        of: GestureEvent(recognizer: 0, name: .screenEdgePan, state: state, timestamp: .zero, gesture: gesture),
        ahead: ahead
      ).expected
    }
    #expect(expected(.changed, Vector(dx: 6, dy: 20)) == 0.6)
    #expect(expected(.began, Vector(dx: -60, dy: 0)) == 0)
    #expect(expected(.changed, Vector(dx: 60, dy: 0)) == 1)
    #expect(expected(.ended, Vector(dx: 6, dy: 0)) == nil)
    #expect(expected(.cancelled, Vector(dx: 6, dy: 0)) == nil)
  }

  @Test func `the travel is no longer than the output is deep`() {
    #expect(pull(.left, travel: 500).travel == 200)
    #expect(pull(.top, travel: 500).travel == 100)
  }

  @Test func `a slow finger decides by its position, a fling by its direction`() {
    func opens(_ distance: Double, _ speed: Double, at: Double = 0.5) -> Bool? {
      report(pull(at: at), .ended, moved: Vector(dx: distance, dy: 0), velocity: Vector(dx: speed, dy: 0)).opens
    }
    #expect(opens(29, 0) == false)
    #expect(opens(31, 0) == true)
    #expect(opens(20, 0, at: 0.3) == true)
    #expect(opens(5, 51) == true)
    #expect(opens(59, -51) == false)
    #expect(opens(59, -49) == true)
    #expect(report(pull(), .cancelled, moved: Vector(dx: 60, dy: 0), velocity: Vector(dx: 999, dy: 0)).opens == false)
    #expect(report(pull(), .changed, moved: Vector(dx: 60, dy: 0)).opens == nil)
  }
}

struct PanelScaleTests {
  @Test func `a finger is, was and landed where its glass touches an output of another size`() {
    var touch = Touch(id: Touch.ID(rawValue: 1), position: Point(x: 10, y: 20))
    (touch.previousPosition, touch.landingPosition) = (Point(x: 9, y: 18), Point(x: 5, y: 30))
    var frame = TouchFrame(timestamp: .zero)
    frame.append(touch)
    PanelScale(from: Size(width: 80, height: 60), to: Size(width: 160, height: 180)).apply(to: &frame)
    #expect(frame[0].position == Point(x: 20, y: 60))
    #expect(frame[0].previousPosition == Point(x: 18, y: 54))
    #expect(frame[0].landingPosition == Point(x: 10, y: 90))
  }
}

struct ZoneGesturesTests {
  private let setup = PanelSetup(panel: Rect(x: 0, y: 0, width: 200, height: 100))

  /// The states that a pipeline reports for one finger: its positions every 10 ms; `nil` is a pause of 10 ms with the finger lifted.
  private func states(_ pipeline: any GesturePipeline, _ positions: [Point?]) -> [GestureState] {
    var pipeline = pipeline
    var frame = TouchFrame()
    var states: [GestureState] = []
    var next: UInt64 = 0
    for (step, position) in positions.enumerated() {
      frame.timestamp = Timestamp(nanoseconds: Int64(step) * 10_000_000)
      if let position {
        if frame.count == 0 {
          next += 1
          frame.append(Touch(id: Touch.ID(rawValue: next), position: position, landingTime: frame.timestamp))
        } else {
          frame[0].phase = .moved
          frame[0].position = position
        }
      } else if frame.count > 0 {
        frame[0].phase = .ended
      }
      pipeline.process(frame)
      states += pipeline.events.map(\.state)
      frame.settle()
    }
    pipeline.advance(to: frame.timestamp + .seconds(5))
    return states + pipeline.events.map(\.state)
  }

  private func line(from x: Double, by step: Double, count: Int) -> [Point?] {
    (0..<count).map { Point(x: x + step * Double($0), y: 50) } + [nil]
  }

  @Test func `on a strip of its own a slow finger counts, among programs it does not`() {
    let edge = ServiceConfiguration.Edge(edge: .left)
    let slow = line(from: 2, by: 0.2, count: 100)
    let own = states(ZoneGestures.pipeline(for: [edge], in: setup, access: .exclusive), slow)
    #expect(own.first == .began && own.last == .ended)
    #expect(states(ZoneGestures.pipeline(for: [edge], in: setup, access: .shared), slow).isEmpty)
  }

  @Test func `a finger along the edge is no pull`() {
    let edge = ServiceConfiguration.Edge(edge: .left)
    let along: [Point?] = (0..<50).map { Point(x: 2, y: 20 + Double($0)) } + [nil]
    #expect(states(ZoneGestures.pipeline(for: [edge], in: setup, access: .exclusive), along).isEmpty)
  }

  @Test(arguments: [false, true]) func `a finger along the edge strokes, and one inwards pulls where both are wanted`(
    hasPull: Bool
  ) {
    var down = ServiceConfiguration.Edge(edge: .right)
    down.along = .down
    func names(_ step: Vector, from depth: Double = 2) -> Set<GestureName> {
      let rules = [down] + (hasPull ? [ServiceConfiguration.Edge(edge: .right)] : [])
      var pipeline = ZoneGestures.pipeline(for: rules, in: setup, access: .exclusive)
      var (frame, names) = (TouchFrame(), Set<GestureName>())
      frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 200 - depth, y: 20), landingTime: .zero))
      for index in 0..<30 {
        if index > 0 {
          frame.timestamp = frame.timestamp + .milliseconds(10)
          frame[0].phase = .moved
          frame[0].position = frame[0].position + step
        }
        pipeline.process(frame)
        names.formUnion(pipeline.events.map(\.name))
        frame.settle()
      }
      return names
    }
    let pull: Set<GestureName> = hasPull ? [.screenEdgePan] : []
    #expect(names(Vector(dx: -0.5, dy: 2)) == [ZoneGestures.stroke])
    #expect(names(Vector(dx: -1, dy: 1)) == pull && names(Vector(dx: -2, dy: 0.2)) == pull)
    // Not on its strip.
    #expect(names(Vector(dx: 0, dy: 2), from: 9).isEmpty)
  }

  @Test func `a corner counts its taps, and the last may be held`() {
    var corner = ServiceConfiguration.Corner(corner: .topLeft, action: .curtain(.up))
    corner.taps = 3
    // Half a second between them.
    let tap: [Point?] = [Point(x: 5, y: 5), Point(x: 5, y: 5), nil] + Array(repeating: nil, count: 50)
    let press: [Point?] = Array(repeating: Point(x: 5, y: 5), count: 120) + [nil]
    let taps = ZoneGestures.pipeline(for: corner, in: setup)
    #expect(states(taps, tap + tap + tap) == [.recognized])
    #expect(states(taps, tap + tap).isEmpty)
    corner.lastHold = .seconds(1)
    let held = ZoneGestures.pipeline(for: corner, in: setup)
    #expect(states(held, tap + tap + press).first == .began)
    #expect(states(held, tap + tap + tap).isEmpty)
    #expect(states(held, press).isEmpty)
  }

  @Test func `the taps of a corner are anywhere in it`() {
    var corner = ServiceConfiguration.Corner(corner: .topLeft, action: .curtain(.up))
    corner.taps = 3
    func touch(_ x: Double, _ y: Double, for count: Int) -> [Point?] {
      Array(repeating: Point(x: x, y: y), count: count) + Array(repeating: nil, count: 50)
    }
    let taps = touch(1, 1, for: 2) + touch(11, 11, for: 2)
    #expect(states(ZoneGestures.pipeline(for: corner, in: setup), taps + touch(1, 11, for: 2)) == [.recognized])
    corner.lastHold = .seconds(1)
    #expect(states(ZoneGestures.pipeline(for: corner, in: setup), taps + touch(1, 11, for: 120)).first == .began)
  }
}

struct StripTouchesTests {
  private let device = DeviceID(rawValue: 1)

  /// The positions on the panel of one finger on a strip that begins at `offset`, reported every 8 ms.
  private func positions(_ offset: Vector, _ reports: [Point]) -> [Point] {
    var touches = StripTouches(offset: offset, on: Size(width: 200, height: 125))
    return reports.enumerated().map { step, report in
      let event = TouchEvent(
        device: device, slot: 0, timestamp: Timestamp(nanoseconds: Int64(step) * 8_000_000),
        kind: step == 0 ? .down(report) : .motion(report))
      guard case .touch(let touch) = touches.onPanel(.touch(event)) else { return .origin }
      switch touch.kind {
      case .down(let position), .motion(let position): return position
      default: return .origin
      }
    }
  }

  private func row(_ xs: Double...) -> [Point] { xs.map { Point(x: $0, y: 50) } }

  @Test func `a compositor that reports relative to the strip is followed wherever the finger goes`() {
    #expect(positions(Vector(dx: 197, dy: 0), row(2, -3, -60, -120, -180, -197)) == row(199, 194, 137, 77, 17, 0))
  }

  @Test func `a compositor that reports relative to the surface below is followed without a jump`() {
    #expect(
      positions(Vector(dx: 197, dy: 0), row(2, 0, 194, 140, 90, 40, 2, 50, 100, 150, 194, 1))
        == row(199, 197, 194, 140, 90, 40, 2, 50, 100, 150, 194, 198))
    let part = Vector(dx: 0, dy: 12)
    let below = [Point(x: 1, y: 30), Point(x: 5, y: 43), Point(x: 20, y: 45), Point(x: 1, y: 34)]
    let expected = [Point(x: 1, y: 42), Point(x: 5, y: 43), Point(x: 20, y: 45), Point(x: 1, y: 46)]
    #expect(positions(part, below) == expected)
  }

  @Test func `above a window that does not begin at the corner of the output a finger continues from where it was`() {
    #expect(positions(Vector(dx: 197, dy: 0), row(1, 96, 90, 84)) == row(198, 198, 192, 186))
  }

  @Test func `a finger goes on over a keyboard that lies below its strip, and over the window above that`() {
    // The strip begins at 122 mm, the keyboard at 62, the window at 0.
    let reports = [1.0, 59, 50, 30, 4, 56, 40].map { Point(x: 100, y: $0) }
    let path = positions(Vector(dx: 0, dy: 122), reports).map(\.y)
    #expect(path == [123, 123, 114, 94, 68, 56, 40])
  }

  @Test func `each finger is followed by itself, and a new one lands on the strip`() {
    var touches = StripTouches(offset: Vector(dx: 100, dy: 0), on: Size(width: 200, height: 125))
    func report(_ slot: Int32, _ kind: TouchEvent.Kind) -> TouchEvent.Kind {
      let event = TouchEvent(device: device, slot: slot, timestamp: .zero, kind: kind)
      guard case .touch(let touch) = touches.onPanel(.touch(event)) else { return .cancel }
      return touch.kind
    }
    #expect(report(0, .down(Point(x: 1, y: 0))) == .down(Point(x: 101, y: 0)))
    #expect(report(0, .motion(Point(x: 98, y: 0))) == .motion(Point(x: 98, y: 0)))
    #expect(report(1, .down(Point(x: 2, y: 9))) == .down(Point(x: 102, y: 9)))
    #expect(report(1, .motion(Point(x: 1, y: 9))) == .motion(Point(x: 101, y: 9)))
    #expect(report(0, .up) == .up)
    #expect(report(0, .down(Point(x: 1, y: 0))) == .down(Point(x: 101, y: 0)))
    _ = touches.onPanel(.cancelled(nil, .zero))
    #expect(report(1, .motion(Point(x: 1, y: 9))) == .motion(Point(x: 101, y: 9)))
  }
}
