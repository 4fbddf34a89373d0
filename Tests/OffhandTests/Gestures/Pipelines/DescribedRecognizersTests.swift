import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct DescribedRecognizersTests {
  private static let bounds = Rect(x: 0, y: 0, width: 300, height: 190)

  /// Recognizers of every kind with all kinds of relations, as data.
  private static let descriptions: [RecognizerDescription] = {
    var edge = RecognizerDescription(.screenEdgePan)
    edge.options.priority = 1
    edge.edges = [.left, .top]
    var tap = RecognizerDescription(.tap)
    tap.minimumFingers = 1
    tap.maximumFingers = 5
    tap.options.requirements = ["double-tap"]
    tap.options.announcesUnconfirmed = true
    var doubleTap = RecognizerDescription(.tap, name: "double-tap")
    doubleTap.taps = 2
    var press = RecognizerDescription(.longPress, fingers: 2)
    press.options.isSimultaneousWithAll = true
    press.duration = .milliseconds(300)
    var pan = RecognizerDescription(.pan)
    pan.contestedDistance = 3.4
    pan.options.simultaneous = ["pinch", "rotation", "swipe"]
    var pair = RecognizerDescription(.pan, name: "pair-pan", fingers: 2)
    pair.axis = .locked(ratio: 1.25)
    pair.options.requirements = ["swipe"]
    var swipe = RecognizerDescription(.swipe)
    swipe.directions = [.left, .right]
    swipe.distance = 10
    var pinch = RecognizerDescription(.pinch)
    pinch.maximumFingers = 5
    pinch.distance = 3
    var rotation = RecognizerDescription(.rotation)
    rotation.options.overridden = ["pair-pan"]
    rotation.options.notPreventing = ["pinch"]
    var transform = RecognizerDescription(.transform)
    transform.minimumFingers = 3
    transform.options.isExclusive = false
    transform.options.notPreventedBy = ["pan"]
    var quickScale = RecognizerDescription(.tapDrag, name: "quick-scale")
    quickScale.contestedDistance = 3.4
    quickScale.doublingDistance = 25
    return [edge, tap, doubleTap, press, pan, pair, swipe, pinch, rotation, transform, quickScale]
  }()

  /// The same, composed in code.
  private static func composed() -> Pipeline<some RecognizerGroup> {
    Pipeline {
      ScreenEdgePanGestureRecognizer(from: [.left, .top], of: [bounds]).priority(1)
      TapGestureRecognizer(touches: 1...5).requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      LongPressGestureRecognizer(touches: 2, minimumPressDuration: .milliseconds(300)).simultaneousWithAll()
      PanGestureRecognizer(contestedSlop: 3.4).simultaneous(with: .pinch, .rotation, .swipe)
      PanGestureRecognizer(touches: 2...2, axis: .locked(ratio: 1.25)).named("pair-pan").requires(toFail: .swipe)
      SwipeGestureRecognizer(directions: [.left, .right], minimumDistance: 10)
      PinchGestureRecognizer(touches: 2...5, slop: 3)
      RotationGestureRecognizer().overrides("pair-pan").doesNotPrevent(.pinch)
      TransformGestureRecognizer(touches: 3...TouchFrame.capacity).isNotPrevented(by: .pan).with {
        $0.isExclusive = false
      }
      TapDragGestureRecognizer(contestedSlop: 3.4, doublingDistance: 25).named(.quickScale)
    }
  }

  /// The events of `steps` and their fingers, as text.
  private func events(_ pipeline: some GesturePipeline, _ steps: [Step]) -> [String] {
    var player = Player(pipeline)
    player.play(Script(steps: steps))
    player.wait(until: 1e6)
    return zip(player.events, player.touches).map { event, touches in
      "\(event.recognizer) \(event.name) \(event.state) \(event.timestamp) \(event.gesture) \(touches.map(\.id.rawValue))"
    }
  }

  @Test(.recognition("N19")) func `recognizers from data give the events of the same recognizers in code`() throws {
    var count = 0
    for seed in UInt64(1)...40 {
      var touches = RandomTouches(seed: seed)
      let steps = touches.sequence(reports: 150)
      let described = events(try Pipeline(Self.descriptions, outputs: [Self.bounds]), steps)
      #expect(described == events(Self.composed(), steps), "seed \(seed)")
      count += described.count
    }
    #expect(count > 2_500)
  }

  @Test func `a swipe from data counts at the lift where it has a speed for that`() throws {
    var swipe = RecognizerDescription(.swipe)
    swipe.liftSpeed = 50
    let turning =
      [down(1, 50, 50, at: 0)] + drag(1, from: (50, 50), to: (80, 50), over: 0...120)
      + drag(1, from: (80, 50), to: (30, 50), over: 120...300) + [up(1, at: 308)]
    let played = play(try Pipeline([swipe])) { turning }
    #expect(played.lines == ["swipe recognized 308"] && played.events[0].gesture.direction == .left)
    swipe.liftSpeed = nil
    #expect(play(try Pipeline([swipe])) { turning }.events.map(\.gesture.direction) == [.right])
    for pipeline in [
      StandardPipeline(swipe: .lift()) as any GesturePipeline, PurposePipelines.multitap(swipe: .lift()),
      try #require(PipelineCatalog.pipeline(named: "standard", bounds: Self.bounds, swipe: .lift())),
    ] {
      let swipes = events(pipeline, turning).filter { $0.contains(" swipe ") }
      #expect(swipes.count == 1 && swipes[0].contains("left"), "\(swipes)")
    }
  }

  @Test func `every kind has the default name and settings of its recognizer`() throws {
    let pipeline = try Pipeline(RecognizerDescription.Kind.allCases.map { RecognizerDescription($0) })
    #expect(pipeline.names.map(\.description) == RecognizerDescription.Kind.allCases.map(\.rawValue))
    #expect(try Pipeline([]).names.isEmpty)
  }

  @Test func `a copy of the pipeline keeps its own state, and events are read while it goes on`() throws {
    var pipeline = try Pipeline([RecognizerDescription(.pan)])
    var frame = TouchFrame([Touch(1, .began, 50)])
    pipeline.process(frame)
    func moved(to x: Double, _ time: Int, _ pipeline: inout Pipeline<DescribedRecognizers>) {
      frame.settle()
      frame[0].position.x = x
      frame[0].phase = .moved
      frame.timestamp = .zero + .milliseconds(time)
      pipeline.process(frame)
    }
    moved(to: 60, 8, &pipeline)
    moved(to: 61, 16, &pipeline)
    var copy = pipeline
    let events = pipeline.events
    moved(to: 70, 24, &copy)
    #expect(events.first?.gesture.translation.dx == 9.4)
    #expect(pipeline.events.first?.gesture.translation.dx == 9.4)
    #expect(copy.events.first?.gesture.translation.dx == 18.4)
  }

  /// The error that `change` of one of three descriptions causes.
  private func error(
    _ kind: RecognizerDescription.Kind = .pan, _ change: (inout RecognizerDescription) -> Void
  ) -> String? {
    var description = RecognizerDescription(kind, name: "photo")
    change(&description)
    do {
      _ = try Pipeline([RecognizerDescription(.tap), description, RecognizerDescription(.longPress)])
      return nil
    } catch {
      return error.description
    }
  }

  @Test(.recognition("N19")) func `a name that is taken or unknown is an error that says where`() {
    #expect(
      error { $0.options.name = "tap" }
        == "recognizer 1 'tap': recognizer 0 has this name already; give them different names")
    for relation in [
      \LaneOptions.requirements, \.simultaneous, \.notPreventing, \.notPreventedBy, \.overridden,
    ] {
      #expect(
        error { $0.options[keyPath: relation] = ["tipp"] }
          == "recognizer 1 'photo': no recognizer of this pipeline is named 'tipp'; give it that name with .named(_:)")
      #expect(error { $0.options[keyPath: relation] = ["tap", "long-press"] } == nil)
    }
  }

  @Test(.recognition("N19")) func `recognizers that wait for each other are an error`() {
    var tap = RecognizerDescription(.tap)
    tap.options.requirements = ["press"]
    var press = RecognizerDescription(.longPress, name: "press")
    press.options.requirements = ["pan"]
    var pan = RecognizerDescription(.pan)
    pan.options.requirements = ["tap"]
    let error = #expect(throws: PipelineError.self) { try Pipeline([tap, press, pan]) }
    #expect(error?.reason == .relation(.cycle("pan", "tap")))
    #expect(error?.recognizer == 2)
    #expect(self.error { $0.options.requirements = ["photo"] }?.contains("already waits") == true)
  }

  @Test(.recognition("N19")) func `numbers that cannot be are errors`() {
    #expect(
      error { $0.minimumFingers = 0 }
        == "recognizer 1 'photo': fingers cannot be 0 to 32: they are 1 to 32, the smaller number first")
    #expect(error { ($0.minimumFingers, $0.maximumFingers) = (3, 2) }?.contains("3 to 2") == true)
    #expect(error { $0.maximumFingers = 0 }?.contains("0 to 0") == true)
    #expect(error { $0.maximumFingers = .max } != nil)
    #expect(error { $0.minimumFingers = .min } != nil)
    #expect(error(.pinch) { $0.minimumFingers = 1 }?.contains("2 to 32") == true)
    #expect(error(.pinch) { $0.maximumFingers = 1 } != nil)
    #expect(error(.swipe) { ($0.minimumFingers, $0.maximumFingers) = (2, 3) }?.contains("exact number") == true)
    #expect(error(.longPress) { $0.minimumFingers = 0 } != nil)
    #expect(error(.screenEdgePan) { $0.minimumFingers = 2 }?.contains("has one") == true)
    for value in [Double.nan, .infinity, -.infinity, -0.1] {
      #expect(error { $0.distance = value } != nil)
      #expect(error { $0.contestedDistance = value } != nil)
      #expect(error(.swipe) { $0.liftSpeed = value } != nil)
    }
    #expect(error(.tap) { $0.duration = .milliseconds(-1) } != nil)
    #expect(error(.tap) { $0.taps = 0 } != nil)
    #expect(error(.tap) { $0.taps = .min } != nil)
    #expect(error(.longPress) { $0.taps = -1 } != nil)
    #expect(error(.swipe) { $0.directions = [] } != nil)
    #expect(error(.screenEdgePan) { $0.edges = [] } != nil)
    #expect(error(.tap) { $0.edges = [.top, .bottom] } != nil)
    #expect(error(.tap) { ($0.edges, $0.part) = (.left, -0.5...0.5) } != nil)
    #expect(error(.tap) { $0.area = Rect(x: 0, y: 0, width: 0, height: 5) } != nil)
  }

  @Test func `a recognizer with a region leaves touches that land elsewhere to others`() throws {
    var swipe = RecognizerDescription(.swipe, fingers: 1)
    (swipe.edges, swipe.part, swipe.depth) = (.right, 0.5...1, 20)
    swipe.options.isSimultaneousWithAll = true
    let pipeline = try Pipeline([swipe, RecognizerDescription(.pan)], outputs: [Self.bounds])
    func lines(_ x: Double, _ y: Double) -> [String] {
      play(pipeline) {
        down(1, x, y, at: 0)
        drag(1, from: (x, y), to: (x, y - 60), over: 0...120)
        up(1, at: 128)
      }.lines
    }
    #expect(lines(285, 150).contains { $0.hasPrefix("swipe") })
    #expect(lines(Self.bounds.maxX + 5, 150).contains { $0.hasPrefix("swipe") }, "just beyond the edge")
    for (x, y) in [(100.0, 150.0), (285, 90), (275, 150)] {
      let heard = lines(x, y)
      #expect(heard.contains { $0.hasPrefix("pan began") } && !heard.contains { $0.hasPrefix("swipe") })
    }
  }

  @Test(.recognition("N19")) func `a setting that the kind does not have is an error`() {
    #expect(error { $0.taps = 2 } == "recognizer 1 'photo': a pan has no setting taps; leave it out")
    #expect(error { $0.directions = .left } != nil)
    #expect(error { $0.countsSeams = true } != nil)
    #expect(error { $0.duration = .seconds(1) } != nil)
    #expect(error(.tap) { $0.axis = .horizontal } != nil)
    #expect(error(.swipe) { $0.contestedDistance = 1 } != nil)
    #expect(error { $0.liftSpeed = 50 } != nil)
  }

  @Test(.recognition("N19")) func `more than 64 recognizers are an error, not a trap`() {
    let many = (0..<65).map { RecognizerDescription(.tap, name: try? GestureName("tap-\($0)")) }
    #expect(throws: Never.self) { try Pipeline(Array(many.prefix(64))) }
    let error = #expect(throws: PipelineError.self) { try Pipeline(many) }
    #expect(
      error?.description
        == "recognizer 64 'tap-64': a pipeline holds 64 recognizers at most; "
        + "divide them among several pipelines")
  }

  @Test(.recognition("N19")) func `recognizers in code whose names are data are checked without a trap`() throws {
    let name = try GestureName("photo-7".dropFirst(0))
    let error = #expect(throws: PipelineError.self) {
      try Pipeline.validated {
        PanGestureRecognizer().named(name)
        TapGestureRecognizer().requires(toFail: "photo-8")
      }
    }
    #expect(error?.reason == .relation(.unknownName("photo-8")))
    #expect(error?.recognizer == 1)
    let sound = try Pipeline.validated {
      PanGestureRecognizer().named(name)
      TapGestureRecognizer().requires(toFail: name)
    }
    #expect(sound.names == [name, .tap])
  }
}
