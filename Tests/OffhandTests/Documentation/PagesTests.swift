import Offhand
import OffhandTesting
import Testing

/// What the pages `Offhand`, `Hands`, `OverlayPlacement` and `Filters` show, so that it stays true.
@Suite struct PagesTests {
  private let panel = Rect(x: 0, y: 0, width: 217, height: 136)

  /// A pinch that opens, frame by frame.
  private func forEachFrame(_ body: (borrowing TouchFrame) -> Void) {
    var assembler = TouchFrameAssembler()
    Script {
      down(1, 118, 60, at: 0)
      down(2, 98, 80, at: 8)
      move(1, to: 124, 50, at: 40)
      move(2, to: 92, 90, at: 40)
      up(1, at: 80)
      up(2, at: 80)
    }.forEachFrame(assembler: &assembler, body)
  }

  @Test func `the front page's pipeline recognizes touches of a source`() {
    let surface = SurfaceGeometry(assumedFromPixelWidth: 800, pixelHeight: 600)
    var assembler = TouchFrameAssembler()
    var pipeline = StandardPipeline(outputs: [surface.bounds])
    var answers: [String] = []
    let device = DeviceID(rawValue: 1)
    for (step, kind) in [TouchEvent.Kind.down(Point(x: 50, y: 40)), .up].enumerated() {
      let time = Timestamp(nanoseconds: Int64(step) * 80_000_000)
      let touch = TouchEvent(device: device, slot: 0, timestamp: time, kind: kind)
      for event in [TouchSourceEvent.touch(touch), .frame(device, time)] {
        assembler.add(event) { frame in
          pipeline.process(frame)
          for event in pipeline.events { answers.append("\(event.name) \(event.state) \(event.gesture.location)") }
        }
      }
    }
    pipeline.advance(to: Timestamp(seconds: 2))
    for event in pipeline.events { answers.append("\(event.name) \(event.state)") }
    #expect(answers.contains { $0.hasPrefix("tap recognized") })
  }

  @Test func `the page of hands names the hand of every event`() {
    let environment = PanelSetup(panel: panel, posture: .flatTablet)
    var pipeline = EstimatingPipeline(
      StandardPipeline(outputs: [panel]), estimator: BayesianHandEstimator(environment: environment))
    var sides: Set<Handedness> = []
    forEachFrame { frame in
      pipeline.process(frame)
      for event in pipeline.events where event.gesture.hand.confidence > 0.5 { sides.insert(event.gesture.hand.side) }
    }
    #expect(sides == [.right])
  }

  @Test func `the page of overlays places a menu beside its button, off the keyboard`() {
    var placer = StandardPlacement(environment: PanelSetup(panel: panel, posture: .kiosk))
    let (menuID, button) = (Overlay.ID(rawValue: 7), Rect(x: 80, y: 20, width: 20, height: 8))
    let keyboard = Rect(x: 0, y: 100, width: 217, height: 36)
    let menu = OverlayRequest(
      id: menuID, role: .menu, anchor: button, size: Size(width: 45, height: 55),
      compactSize: Size(width: 45, height: 32), bounds: panel, reserved: [keyboard], preferredSide: .below)
    var places: Set<Rect> = []
    forEachFrame { frame in
      placer.ingest(frame)
      let placement = placer.place(menu)
      if frame.downCount == 2 { places.insert(placement.rect) }
      #expect(panel.contains(placement.rect) && placement.isShown)
      #expect(!placement.rect.intersects(keyboard) && !placement.rect.intersects(button))
    }
    #expect(places.count == 1, "the same place until there is a good reason for another")
  }

  @Test func `the page of targets moves a photo with its fingers, and controls it`() throws {
    struct Photo {
      var bounds = Rect(x: 0, y: 0, width: 60, height: 60)
      var poseAtLanding = Similarity.identity
      var pose = Similarity.identity
    }
    var photos = [7: Photo()]
    var table = TargetPipeline<Pipeline<DescribedRecognizers>>()
    for (id, photo) in photos {
      try table.add(
        id, region: photo.bounds, placement: photo.pose,
        Pipeline([RecognizerDescription(.transform), RecognizerDescription(.longPress)]))
    }
    var own = Gesture()
    var assembler = TouchFrameAssembler()
    Script(steps: [down(1, 30, 30, at: 0), move(1, to: 40, 32, at: 8), move(1, to: 41, 32, at: 16)])
      .forEachFrame(assembler: &assembler) { frame in
        table.process(frame)
        for event in table.events {
          guard let id = event.target, let photo = photos[id] else { continue }
          if event.name == .transform {
            photos[id]?.pose = photo.poseAtLanding.followed(by: event.gesture.similarity)
            own = event.gesture.converted(to: photos[id]?.pose ?? .identity)
          }
        }
        for (id, photo) in photos { try? table.place(id, placement: photo.pose) }
      }
    let placement = try #require(table.placement(of: 7))
    #expect(placement.apply(own.location).distance(to: Point(x: 41, y: 32)) < 1e-9)
    #expect(abs(own.location.x - 30) < 2, "the content stays under the finger but for the slop")
    #expect(table[7]?.state(of: .transform) == .active)
    table.set(.translation(.zero), of: .transform, on: 7)
    table.changeAll { $0.disable(.longPress) }
    table.change(7) { $0.disable(.transform) }
    #expect(table.events.map(\.state) == [.cancelled])
    table.remove(7, at: .zero + .milliseconds(24))
    #expect(table.targets.isEmpty && table.isIdle)
  }

  @Test func `the page of filters keeps a palm from the recognizers`() {
    let outputs = [panel]
    var pipeline = StandardPipeline(outputs: outputs).filtered {
      PalmFilter()
      NoiseFilter(quantum: 0.1)
      JitterFilter()
    }
    for (major, isTapped) in [(Float(9), true), (35, false)] {
      var frame = TouchFrame(timestamp: Timestamp(seconds: Double(major)))
      let shape = ContactShape(major: major, minor: major)
      frame.append(
        Touch(
          id: Touch.ID(rawValue: UInt64(major)), position: Point(x: 60, y: 60), landingTime: frame.timestamp,
          shape: shape))
      pipeline.process(frame)
      frame.settle()
      frame.timestamp = frame.timestamp + .milliseconds(80)
      frame[0].phase = .ended
      pipeline.process(frame)
      var names = pipeline.events.map(\.name)
      pipeline.advance(to: frame.timestamp + .seconds(1))
      names += pipeline.events.map(\.name)
      #expect(names.contains(.tap) == isTapped)
    }
  }
}
