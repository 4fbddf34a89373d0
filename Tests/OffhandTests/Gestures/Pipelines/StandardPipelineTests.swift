import DesignCases
import Offhand
import OffhandTesting
import Testing

/// What the usual pipeline makes of touches that several of its recognizers want (Design/Recognizing.md "Recordings of people").
@Suite struct StandardPipelineTests {
  /// Two fingers that go `motion` together in 100 ms, spread by `spread`, and lift.
  private static func pair(motion: Double, spread: Double = 0, turned: Bool = false) -> Player<StandardPipeline> {
    play(StandardPipeline()) {
      down(1, 60, 60, at: 0)
      down(2, 85, 60, at: 16)
      together(
        drag(1, from: (60, 60), to: (60 + motion - spread / 2, turned ? 57 : 60), over: 16...116),
        drag(2, from: (85, 60), to: (85 + motion + spread / 2, turned ? 63 : 60), over: 16...116))
      up(1, at: 124)
      up(2, at: 132)
    }
  }

  @Test func `two fingers that go on pan from 5 mm on`() throws {
    let played = Self.pair(motion: 20)
    #expect(played.transitions.first == "pan began")
    let first = try #require(played.events.first)
    #expect(first.gesture.translation.length < 2.01, "a step of the drag beyond the slop, and not the slop")
  }

  /// `count` fingers that land together and lift after `time` milliseconds, each where `motion` takes it; `rate` reports a second.
  private static func several(
    _ count: Int, for time: Double, rate: Double = 120, _ motion: @escaping (_ finger: Int, _ time: Double) -> Vector
  ) -> Player<StandardPipeline> {
    let fingers = (0..<count).map { finger in
      DrawnGesture.Finger(landing: 0, lift: time) { now in
        Point(x: 60 + 15 * Double(finger), y: 60 - 5 * Double(finger % 2)) + motion(finger, now)
      }
    }
    return play(StandardPipeline()) {
      for index in 0...Int(time * rate / 1000) {
        let now = Double(index) * 1000 / rate
        for (number, finger) in fingers.enumerated() {
          let place = finger.place(now)
          if index == 0 {
            down(Int32(number), place.x, place.y, at: 0)
          } else {
            move(Int32(number), to: place.x, place.y, at: now)
          }
        }
      }
      for number in 0..<count { up(Int32(number), at: time + 8 * Double(number + 1)) }
    }
  }

  /// Fingers that go 25 mm in 900 ms have gone 1.6 mm after 187.
  @Test(.recognition("N30"), arguments: [2, 3], [120.0, 240])
  func `a slow pan of several fingers begins within 60 ms`(count: Int, rate: Double) throws {
    for degrees in stride(from: 0.0, to: 360, by: 15) {
      let way = Vector(angle: Angle(degrees: degrees)) * 25
      let played = Self.several(count, for: 900, rate: rate) { _, now in way * DrawnGesture.eased(now, in: 0...900) }
      #expect(Set(played.events.map(\.name)) == [.pan])
      let first = try #require(played.events.first)
      #expect(Double(first.timestamp.nanoseconds) / 1e6 <= 187 + 60, "\(degrees)")
      #expect(first.gesture.translation.length < 0.5)
    }
  }

  @Test(.recognition("N30"), arguments: [100.0, 160, 250, 400, 650], [3.3, 4, 4.8])
  func `a tap of two fingers that drifts is a tap`(time: Double, drift: Double) {
    for degrees in stride(from: 0.0, to: 360, by: 45) {
      let way = Vector(angle: Angle(degrees: degrees))
      let eased = Self.several(2, for: time) { _, now in way * drift * DrawnGesture.eased(now, in: 0...time) }
      #expect(eased.transitions == ["tap recognized"])
      let even = Self.several(2, for: time) { _, now in way * (drift * min(now / time, 1)) }
      #expect(even.transitions == ["tap recognized"])
      // The fingers come to rest, and roll by 1.5 mm as they lift.
      let rolled = Self.several(2, for: time) { _, now in
        way * (drift - 1.5) * DrawnGesture.eased(now, in: 0...0.6 * time)
          + way * 1.5 * DrawnGesture.eased(now, in: (time - 30)...time)
      }
      #expect(rolled.transitions == ["tap recognized"])
    }
  }

  @Test(.recognition("N30")) func `fingers that do not move alike pan from 5 mm on`() throws {
    func start(unlike: Double) throws -> Double {
      let played = Self.several(2, for: 900) { finger, now in
        Vector(dx: 0, dy: 25 * (finger == 0 ? 1 - unlike : 1 + unlike)) * DrawnGesture.eased(now, in: 0...900)
      }
      return try #require(played.first(.pan, .began)).gesture.location.y - 57.5
    }
    #expect(try start(unlike: 0) < 4)
    #expect(try start(unlike: 0.2) > 5)
  }

  @Test func `two fingers that drift 4 mm apart still tap, 10 mm are a pinch`() {
    #expect(Self.pair(motion: 0, spread: 4).transitions == ["tap recognized"])
    #expect(Self.pair(motion: 0, spread: 10).transitions.first == "pinch began")
  }

  /// The pad takes one of the fingers for two for 40 ms, before the pinch has begun.
  @Test func `a finger that splits for a moment does not end the attempt to pinch`() throws {
    let played = play(StandardPipeline()) {
      down(1, 60, 60, at: 0)
      down(2, 85, 60, at: 16)
      drag(2, from: (85, 60), to: (87, 60), over: 16...200)
      down(3, 58, 67, at: 210)
      up(3, at: 250)
      drag(2, from: (87, 60), to: (110, 60), over: 260...400)
      up(1, at: 410)
      up(2, at: 420)
    }
    let end = try #require(played.last(.pinch, .ended))
    #expect((1.6...1.9).contains(end.gesture.scale))
  }

  /// One finger pans 20 mm, which is a swipe as well; then the other lands, and they spread and turn.
  @Test func `a pinch and a rotation that start as a swipe of one finger begin`() {
    let played = play(StandardPipeline()) {
      down(1, 30, 60, at: 0)
      drag(1, from: (30, 60), to: (50, 60), over: 0...150)
      down(2, 80, 60, at: 300)
      together(
        drag(1, from: (50, 60), to: (40, 80), over: 300...500), drag(2, from: (80, 60), to: (100, 30), over: 300...500))
      up(1, at: 510)
      up(2, at: 520)
    }
    let begun = played.events.filter { $0.state == .began || $0.state == .recognized }.map(\.name)
    #expect(Set(begun) == [.pan, .swipe, .pinch, .rotation])
    #expect(begun.count == 4)
  }

  @Test(arguments: [3, 5]) func `three and five fingers pinch as well, and nothing else`(count: Int) throws {
    var steps: [Step] = []
    let arms = (0..<count).map { Angle(degrees: 72 * Double($0) + 18) }
    func place(_ finger: Int, _ radius: Double) -> (Double, Double) {
      (100 + radius * arms[finger].cosine, 100 + radius * arms[finger].sine)
    }
    for finger in 0..<count {
      steps.append(down(Int32(finger), place(finger, 45).0, place(finger, 45).1, at: 12 * Double(finger)))
    }
    let strokes = (0..<count).map { drag(Int32($0), from: place($0, 45), to: place($0, 20), over: 60...300) }
    steps += strokes.flatMap { $0 }.sorted { $0.time < $1.time }
    for finger in 0..<count { steps.append(up(Int32(finger), at: 310 + 9 * Double(finger))) }
    let played = play(StandardPipeline()) { steps }
    #expect((0.4...0.55).contains(try #require(played.last(.pinch, .ended)).gesture.scale))
    #expect(!played.transitions.contains("rotation began"))
    #expect(!played.transitions.contains("tap recognized"))
  }

  @Test func `one finger pans from 3,4 mm on and taps below`() {
    for (motion, answer) in [(3.2, "tap recognized"), (6.0, "pan began")] {
      let played = play(StandardPipeline()) {
        down(1, 60, 60, at: 0)
        drag(1, from: (60, 60), to: (60 + motion, 60), over: 0...100)
        up(1, at: 108)
      }
      #expect(played.transitions.first == answer)
    }
  }
}

@Suite struct PipelineCatalogTests {
  private static let bounds = Rect(x: 0, y: 0, width: 217, height: 136)

  @Test(arguments: ["standard", "multitap", "original", "navigation", "measure"])
  func `every pipeline of the catalogue is there and names what is in it`(name: String) throws {
    let pipeline = try #require(PipelineCatalog.pipeline(named: name, bounds: Self.bounds))
    #expect(!pipeline.names.isEmpty)
  }

  @Test func `an unknown name gives no pipeline`() {
    #expect(PipelineCatalog.pipeline(named: "nonsense", bounds: Self.bounds) == nil)
  }

  @Test(.recognition("K9", "N37"), arguments: [0.5, 0.9, 0.2])
  func `one finger alone has the hand of the prior`(prior: Double) throws {
    var pipeline = try #require(
      PipelineCatalog.pipeline(named: "standard", bounds: Self.bounds, rightHandPrior: prior))
    var assembler = TouchFrameAssembler()
    var hands: [Hand] = []
    let script = Script {
      down(1, 60, 70, at: 0)
      up(1, at: 80)
    }
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      hands += pipeline.events.map(\.gesture.hand)
    }
    pipeline.advance(to: Timestamp(nanoseconds: 2_000_000_000))
    hands += pipeline.events.map(\.gesture.hand)
    #expect(!hands.isEmpty)
    let side = prior == 0.5 ? Handedness.unknown : prior > 0.5 ? .right : .left
    for hand in hands { #expect(hand.side == side) }
  }
}
