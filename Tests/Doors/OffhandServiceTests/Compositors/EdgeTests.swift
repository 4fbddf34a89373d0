import CompositorRig
import Foundation
import Offhand
import Testing

/// Edges of `offhand serve` through the whole way: touches of weston, sway, the strip, the socket.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: Sway.isAvailable && Weston.isAvailable, "needs sway and weston: scripts/setup compositors"))
struct EdgeTests {
  private static let drawer = """
    [[edge]]
    edge = "left"
    emit = "drawer"

    """

  @Test func `a touch that lands in a dead area is no pull, and the size of an output may be stated`() throws {
    let size = "[[output]]\nname = \"WL-1\"\nsize_mm = [320, 240]\n"
    let rig = try ServiceRig(EdgeTests.drawer + size + "[[dead]]\narea_mm = [0, 0, 20, 100]\n")
    let client = try rig.client()
    #expect((client.hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double] == [320, 240])
    try client.send(#"{"subscribe":"all"}"#)
    _ = try client.next()
    try rig.stroke(from: (2, 100), to: (182, 110))
    try rig.fence()
    #expect(try client.poll() == nil)
    try rig.stroke(from: (2, 300), to: (182, 310))
    #expect(try client.next("a pull").text("state") == "began")
  }

  @Test func `a stroke along an edge has its progress, and a pull from the same edge its own`() throws {
    let strokes = ["down", "up"].map { "[[edge]]\nedge = \"left\"\nalong = \"\($0)\"\nemit = \"volume\"\n" }.joined()
    let size = "[[output]]\nname = \"WL-1\"\nsize_mm = [320, 240]\n"
    let rig = try ServiceRig(EdgeTests.drawer + strokes + size)
    let client = try rig.subscriber()
    for (from, direction) in [(100.0, "down"), (300, "up")] {
      try rig.stroke(from: (2, from), to: (6, 400 - from))
      let lines = try client.lines("the end of the stroke") { $0.text("state") == "ended" }
      #expect(lines.allSatisfy { $0.text("event") == "volume" && $0.text("direction") == direction })
      #expect(lines.last?["progress"] as? Double == 1 && lines.last?["open"] as? Bool == true)
      #expect(lines.allSatisfy { $0.text("edge") == "left" })
    }
    try rig.stroke(from: (2, 300), to: (182, 310))
    #expect(try client.next("a pull").text("event") == "drawer")
  }

  @Test func `a size of what is not there is told once`() throws {
    let sizes = ["[[output]]\nname = \"WL-1\"", "[[panel]]\nname = \"ILI\""].map { "\($0)\nsize_mm = [320, 240]\n" }
    let rig = try ServiceRig(EdgeTests.drawer + sizes.joined())
    try rig.service.waitForOutput("is named 'ILI', so its size has no effect; there are WL-1")
    // The outputs are followed again.
    let client = try rig.subscriber()
    try rig.sway.message(["create_output"])
    _ = try client.lines("the second output") { ($0["panels"] as? [[String: Any]])?.count == 2 }
    #expect(rig.service.standardError.components(separatedBy: "is named 'ILI'").count == 2)
  }

  @Test func `ghosts in a dead area keep no stage of an idle machine away`() throws {
    let folder = try TemporaryFolder()
    let frames = (0..<60).map {
      #"{"t":\#($0),"touches":[{"id":\#($0),"x_mm":10,"y_mm":10}]},{"t":\#($0).02,"touches":[]}"#
    }
    let ghosts = try folder.write(
      #"{"source":"s","trace":"t","device":{"name":"glass","kind":"touchscreen","width_mm":300,"height_mm":190},"frames":["#
        + frames.joined(separator: ",") + "]}\n", to: "ghosts.jsonl")
    let idle = "[[idle]]\nafter = \"3s\"\nemit = \"home\"\n[[dead]]\narea_mm = [4, 4, 12, 12]\n"
    let rig = try ServiceRig(idle, arguments: ["--source", ghosts])
    let client = try rig.client()
    try client.send(#"{"subscribe":"all"}"#)
    _ = try client.next()
    let lines = try client.lines("the stage") { $0.text("event") == "home" }
    #expect(lines.last?.text("state") == "began")
  }

  @Test(arguments: ScreenEdge.allCases)
  func `a pull from each edge arrives whole, with the finger's displacement`(edge: ScreenEdge) throws {
    let rig = try ServiceRig("[[edge]]\nedge = \"\(edge.rawValue)\"\nemit = \"drawer\"\n")
    let client = try rig.subscriber()
    let (middle, landing, lift) = (240.0, 2.0, 182.0)
    let ends: [(x: Double, y: Double)] =
      switch edge {
      case .left: [(landing, middle), (lift, middle)]
      case .right: [(640 - landing, middle), (640 - lift, middle)]
      case .top: [(middle, landing), (middle, lift)]
      case .bottom: [(middle, 480 - landing), (middle, 480 - lift)]
      }
    try rig.stroke(from: ends[0], to: ends[1])
    let lines = try client.lines("a whole gesture") { $0.text("state") == "ended" }
    try rig.fence()
    #expect(rig.below.events.count == 2, "the program received only the touch in the middle")
    let progress = lines.compactMap { $0["progress"] as? Double }
    #expect(progress == progress.sorted() && progress.count == lines.count)
    // While the finger moves on the prediction is ahead of it; it ends with the gesture.
    let ahead = lines.compactMap { line in
      (line["progress_predicted"] as? Double).flatMap { value in (line["progress"] as? Double).map { value - $0 } }
    }
    #expect(ahead.count == lines.count { ["began", "changed"].contains($0["state"] as? String) })
    #expect(ahead.allSatisfy { $0 >= 0 && $0 < 0.5 } && ahead.contains { $0 > 0.02 })
    #expect(lines.last?["open"] as? Bool == true && lines.last?.text("edge") == edge.rawValue)
    // 180 of 640 or 480 pixels, along the axis of the edge only.
    let panel = try #require((client.hello["panels"] as? [[String: Any]])?.first?["size_mm"] as? [Double])
    let displacement = try #require(lines.last?["translation_mm"] as? [Double])
    let inward = Vector(dx: displacement[0], dy: displacement[1]).dot(edge.inward)
    // Less the slop of the recognizer.
    #expect(abs(inward - 180 * panel[0] / 640 + 1.6) < 0.1, "\(displacement)")
  }

  @Test func `a finger that returns or only rests opens nothing`() throws {
    let rig = try ServiceRig(EdgeTests.drawer)
    let client = try rig.subscriber()
    try rig.stroke(from: (2, 200), to: (120, 200), lifts: false)
    for step in 0...20 {
      usleep(8000)
      try rig.weston.touch(.motion(id: 0, x: 120 - 5 * Double(step), y: 200), .frame)
    }
    try rig.weston.touch(.up(id: 0), .frame)
    let lines = try client.lines("a whole gesture") { $0.text("state") == "ended" }
    #expect(lines.last?["open"] as? Bool == false)
    try rig.weston.touch(.down(id: 0, x: 2, y: 100), .frame, .up(id: 0), .frame)
    try rig.fence()
    #expect(rig.below.events.count == 2)
    #expect(try client.poll() == nil)
  }

  @Test func `a reload under a finger neither ends nor repeats its gesture`() throws {
    let rig = try ServiceRig(EdgeTests.drawer)
    let client = try rig.subscriber()
    try rig.stroke(from: (2, 200), to: (90, 200), steps: 10, lifts: false)
    try rig.reload(EdgeTests.drawer + "[[corner]]\ncorner = \"bottom-right\"\nemit = \"corner\"\n")
    try rig.weston.touch(.motion(id: 0, x: 150, y: 200), .frame)
    try rig.reload("posture = \"kiosk\"\n" + EdgeTests.drawer)
    try rig.weston.touch(.motion(id: 0, x: 180, y: 200), .frame, .up(id: 0), .frame)
    let states = try client.lines("the end") { $0.text("state") == "ended" }.map { $0.text("state") }
    #expect(states.filter { $0 == "began" }.count == 1 && !states.contains("cancelled"))
    try rig.fence()
    #expect(rig.below.events.count == 2)
  }

  @Test func `an edge that leaves the configuration under a finger ends with its gesture`() throws {
    let rig = try ServiceRig(EdgeTests.drawer)
    let client = try rig.subscriber()
    try rig.stroke(from: (2, 200), to: (90, 200), steps: 10, lifts: false)
    _ = try client.lines("the beginning") { $0.text("state") == "changed" }
    try rig.reload("[[edge]]\nedge = \"top\"\nemit = \"other\"\n")
    try rig.stroke(from: (2, 200), to: (180, 200), steps: 1, lifts: false)
    try rig.weston.touch(.motion(id: 0, x: 200, y: 200), .frame, .up(id: 0), .frame)
    let lines = try client.lines("the end") { $0.text("state") == "ended" }
    #expect(lines.allSatisfy { $0["events"] != nil || $0.text("event") == "drawer" })
    // The strip is gone, the other one is there.
    try rig.below.settle()
    rig.below.clear()
    try rig.below.waitForTouches("the left edge", in: 0) {
      try rig.weston.touch(.down(id: 0, x: 2, y: 200), .frame, .up(id: 0), .frame)
    }
    try rig.stroke(from: (300, 2), to: (300, 100))
    _ = try client.lines("the top edge") { $0.text("event") == "other" && $0.text("state") == "ended" }
    #expect(rig.below.events.count == 2)
  }

  @Test func `pulls and taps go on when the compositor's milliseconds wrap in the middle of them`() throws {
    let rig = try ServiceRig(
      EdgeTests.drawer
        + "[[corner]]\ncorner = \"bottom-right\"\nsize_mm = 20\ntaps = 2\nemit = \"corner\"\n")
    let client = try rig.subscriber()
    // 2³² milliseconds, and the last moment before them that is no part of a gesture here.
    let wrap = Timestamp.millisecondPeriod
    func pull(at start: Int64) throws -> [[String: Any]] {
      try rig.touch([.down(id: 0, x: 2, y: 200, at: start), .frame])
      for step in 1...20 {
        usleep(8000)
        let time = start + Int64(step) * 8_000_000
        try rig.touch([.motion(id: 0, x: 2 + 9 * Double(step), y: 200, at: time), .frame])
      }
      try rig.touch([.up(id: 0, at: start + 168_000_000), .frame])
      return try client.lines("a whole pull") { $0.text("state") == "ended" }
    }
    func values(_ lines: [[String: Any]]) throws -> [Double] {
      let (first, last) = (try #require(lines.first), try #require(lines.last))
      #expect(first.text("state") == "began" && lines.count { $0.text("state") == "began" } == 1)
      #expect(last["open"] as? Bool == true)
      let times = try [first, last].map { try #require($0["t"] as? Double) }
      let vectors = ["translation_mm", "velocity_mm_s"].flatMap { last[$0] as? [Double] ?? [] }
      return [times[1] - times[0]] + vectors
    }
    let before = try values(try pull(at: wrap - 20_000_000_000))
    let across = try values(try pull(at: wrap - 84_000_000))
    let after = try values(try pull(at: wrap + 1_000_000_000))
    #expect(before.count == 5 && before[3] > 100, "\(before)")
    for other in [across, after] {
      #expect(zip(before, other).allSatisfy { abs($0 - $1) < 0.01 }, "\(before) \(other)")
    }

    // In the next period: the wrap is between two taps.
    for (down, up) in [(-300, -240), (-100, 60)] {
      try rig.touch([.down(id: 0, x: 630, y: 470, at: 2 * wrap + Int64(down) * 1_000_000), .frame])
      usleep(50_000)
      try rig.touch([.up(id: 0, at: 2 * wrap + Int64(up) * 1_000_000), .frame])
    }
    #expect(try client.next().text("event") == "corner")
    try rig.fence()
    #expect(rig.below.events.count == 2)
  }
}
