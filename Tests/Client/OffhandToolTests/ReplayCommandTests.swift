import CompositorRig
import Foundation
import FoundationXML
import Offhand
import Testing

/// `offhand replay` as scripts and people meet it: every event one line, every fault one line with its position.
struct ReplayCommandTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  /// One finger that drags by 20 mm, on a panel of known size.
  private func drag(_ name: String) -> String {
    recordingLine(name, reports: 21) { [(4, Double(50 + $0), 50)] }
  }

  /// One finger that taps, in pixels.
  private let tap = recordingLine("tap", size: nil, every: 0.06) { _ in [(1, 400, 300)] }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// A finger that drags, another that lands 0.3 s later, and both part.
  private let latePinch = recordingLine("late", reports: 120) { report in
    let (drag, way) = (Double(min(report, 30)), Double(max(0, report - 70)) / 2)
    let first = (id: 1, x: 90 + drag - way, y: 60.0)
    return report < 60 ? [first] : [first, (id: 2, x: 160 + way, y: 60)]
  }

  @Test func `a finger that lands after a drag pinches with the one that dragged, and is no second hand`() throws {
    var files = [try directory.write(latePinch, to: "late.jsonl")]
    let corpus = (Environment["OFFHAND_CORPUS"] ?? RepositoryFile.path("../shared")) + "/field/drag-then-pinch-"
    files += ["anchored", "longpress"].map { corpus + $0 + ".jsonl" }.filter(FileManager.default.fileExists)
    for file in files {
      let run = try Run(["replay", file, "--states", "began,recognized"])
      #expect(run.output.contains { $0.contains("pinch began") })
      #expect(!run.output.contains { $0.contains("long-press") || $0.contains("hand number") }, "\(run.output)")
    }
  }

  @Test func `a drawing has the path, who failed because of whom, and the same bytes each time`() throws {
    let file = try directory.write(drag("a<b & c"), to: "drag.jsonl")
    let run = try Run(["replay", "--svg", file])
    #expect(run.end == .exited(0))
    let document = try XMLDocument(xmlString: run.output.joined(separator: "\n"))
    let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    #expect(texts.contains("a<b & c") && texts.contains("pan"), "\(texts)")
    let line = try #require(try document.nodes(forXPath: "//*[local-name()='polyline']/@points").first?.stringValue)
    #expect(line.split(separator: " ").count == 22, "\(line)")
    #expect(try Run(["replay", "--svg", file]).output == run.output)
    let recordings = RepositoryFile.path("scripts/recordings")
    let pinch = try Run(["replay", "--svg", "\(recordings)/pinch-right.jsonl"])
    #expect(pinch.output.contains { $0.contains(">failed by pinch<") })
    let taps = try Run(["replay", "--svg", "--pipeline", "multitap", "\(recordings)/edges.jsonl"])
    #expect(taps.output.contains { $0.contains(">waits for double-tap<") })
    #expect(try Run(["replay", "--svg", "--json", file]).end == .exited(64))
  }

  @Test func `in a drawing the numbers of taps on one spot stand beside each other`() throws {
    let taps = recordingLine("taps", size: (215, 135), reports: 100) { $0 % 20 < 8 ? [(1, 200, 70)] : [] }
    let run = try Run(["replay", "--svg", try directory.write(taps, to: "taps.jsonl")])
    let document = try XMLDocument(xmlString: run.output.joined(separator: "\n"))
    func values(_ axis: String) throws -> [Double] {
      try document.nodes(forXPath: "//*[local-name()='circle'][@r='11']/@c\(axis)").compactMap {
        $0.stringValue.flatMap(Double.init)
      }
    }
    let places = zip(try values("x"), try values("y")).map { Point(x: $0, y: $1) }
    #expect(places.count == 5)
    for (index, place) in places.enumerated() {
      #expect(places[..<index].allSatisfy { $0.distance(to: place) > 22 }, "\(places)")
    }
  }

  @Test func `on small glass two hands are told apart only where '--hands several' says so`() throws {
    let line = recordingLine("two", size: (215, 135), reports: 40) { report in
      [(id: 1, x: 20, y: 20 + Double(report)), (id: 2, x: 190, y: 110 - Double(report))]
    }
    let file = try directory.write(line, to: "two.jsonl")
    for (words, isApart) in [([], false), (["--hands", "several"], true), (["--hands", "one"], false)] {
      let run = try Run(["replay", file] + words)
      #expect(run.output.contains { $0.contains("hand number 2") } == isApart, "\(words): \(run)")
    }
  }

  @Test func `line ends in a name make no lines, and control characters do not reach the terminal`() throws {
    let file = try directory.write(drag(#"path\n0.1 pan ended\u2028\tx\u001b[31m\u009b"#), to: "drag.jsonl")
    for arguments in [["replay", file], ["replay", "--summary", file]] {
      let run = try Run(arguments)
      #expect(run.end == .exited(0))
      #expect(
        !run.output.isEmpty
          && run.output.allSatisfy { $0.contains(#"path\u{A}0.1 pan ended\u{2028}\u{9}x\u{1B}[31m\u{9B}"#) })
    }
  }

  @Test func `line ends in what is wrong make no lines of faults`() throws {
    let file = try directory.write(#"{"a\noffhand: 0 faults":1,"a\noffhand: 0 faults":2}"#, to: "fault.jsonl")
    for arguments in [["replay", "--keep-going", file], ["replay", file]] {
      let run = try Run(arguments)
      #expect(run.end == .exited(1) && run.errors.count == 1, "\(run.errors)")
    }
  }

  @Test func `each event is one object with every measurement of the gesture`() throws {
    let file = try directory.write(drag("path"), to: "drag.jsonl")
    let run = try Run(["replay", "--json", file])
    #expect(run.end == .exited(0))
    #expect(run.errors.isEmpty)
    let pans = try run.output.map(object).filter { $0["recognizer"] as? String == "pan" }
    #expect(pans.map { $0["state"] as? String }.first == "began")
    #expect(pans.map { $0["state"] as? String }.last == "ended")
    let last = try #require(pans.last)
    #expect(last["trace"] as? String == "path")
    #expect(last["touches"] as? [Int] == [4])
    let translation = try #require(last["translation_mm"] as? [Double])
    #expect(abs(translation[0] - 16.6) < 1.01 && translation[1] == 0)
    let velocity = try #require(last["velocity_mm_s"] as? [Double])
    #expect(abs(velocity[0] - 100) < 1)
    let keys = Set(last.keys)
    #expect(
      keys.isSuperset(of: [
        "trace", "t", "recognizer", "state", "touches", "x_mm", "y_mm", "translation_mm", "velocity_mm_s", "scale",
        "scale_velocity", "rotation_rad", "taps", "fingers", "hand",
      ]))
    let hand = try #require(last["hand"] as? [String: Any])
    #expect(["left", "right", "both", "unknown"].contains(hand["side"] as? String))
    #expect((0...1).contains(try #require(hand["confidence"] as? Double)))
    #expect(run.output.allSatisfy { $0.range(of: #""t":\d+\.\d{6},"#, options: .regularExpression) != nil })
  }

  @Test(arguments: [["LC_ALL": "de_DE.UTF-8"], ["LC_NUMERIC": "fr_FR.UTF-8", "TZ": "Asia/Tokyo"]])
  func `the bytes do not depend on where one lives`(environment: [String: String]) throws {
    let file = try directory.write(drag("path"), to: "drag.jsonl")
    let here = try Run(["replay", "--json", file])
    #expect(try Run(["replay", "--json", file], environment: environment).output == here.output)
    #expect(!here.output.isEmpty)
  }

  @Test func `states can be chosen, and a wrong one is wrong usage`() throws {
    let file = try directory.write(drag("path"), to: "drag.jsonl")
    let run = try Run(["replay", "--states", "began,ended", file])
    #expect(run.output.contains { $0.contains("pan began") })
    #expect(run.output.contains { $0.contains("pan ended") })
    #expect(!run.output.contains { $0.contains("changed") })
    #expect(try Run(["replay", "--states", "begun", file]).end == .exited(64))
  }

  @Test func `a swipe is recognized in motion, or at the lift if that is asked for`() throws {
    let turn = recordingLine("turn", reports: 31) { [(1, Double($0 < 12 ? 50 + 3 * $0 : 122 - 3 * $0), 50)] }
    let file = try directory.write(turn, to: "turn.jsonl")
    func swipes(_ options: String...) throws -> [String] {
      try Run(["replay", "--states", "recognized"] + options + [file]).output.filter { $0.contains("swipe") }
    }
    let moving = try swipes()
    let lifting = try swipes("--swipe", "lift")
    #expect(moving.count == 1 && moving[0].contains("right"))
    #expect(try swipes("--swipe", "threshold") == moving)
    #expect(lifting.count == 1 && lifting[0].contains("left"))
    let useless = try Run(["replay", "--pipeline", "measure", "--swipe", "lift", file])
    #expect(useless.end == .exited(64))
    #expect(useless.errors.first?.contains("'--swipe' does nothing with the pipeline 'measure'") == true)
  }

  @Test func `a summary is one line a recording`() throws {
    let file = try directory.write(drag("one") + drag("two"), to: "drags.jsonl")
    let run = try Run(["replay", "--summary", file])
    #expect(run.output.count == 2)
    #expect(run.output[1].hasPrefix("two\t"))
    #expect(run.output[1].contains("pan: began 1, changed"))
    let counts = try Run(["replay", "--summary", "--json", file]).output.map(object)
    let pan = try #require((counts.first?["summary"] as? [String: Any])?["pan"] as? [String: Int])
    #expect(pan["began"] == 1 && pan["ended"] == 1)
  }

  @Test func `pixels without a size are taken at a scale that is reported, or at the one that is given`() throws {
    let file = try directory.write(tap, to: "tap.jsonl")
    let guessed = try Run(["replay", "--json", "--states", "recognized", file])
    #expect(guessed.errors.count == 1)
    #expect(guessed.errors.first?.contains("tap.jsonl") == true)
    #expect(try object(try #require(guessed.output.first))["x_mm"] as? Double == 105.833333)
    let given = try Run(["replay", "--json", "--states", "recognized", "--px-per-mm", "10", file])
    #expect(try object(try #require(given.output.first))["x_mm"] as? Double == 40)
  }

  @Test func `guessed millimetres are told once a file, with the number of recordings`() throws {
    let file = try directory.write(tap + tap, to: "taps.jsonl")
    let run = try Run(["replay", "--summary", file])
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("offhand: \(file): 2 recordings: ") == true)
  }

  @Test func `a line of text has what the gesture measured`() throws {
    let file = try directory.write(tap, to: "tap.jsonl")
    #expect(
      try Run(["replay", file]).output.contains { $0.contains("tap recognized") && $0.contains(", taps 1, fingers 1") })
    // Two fingers 60 mm apart that turn by a quarter.
    let turn = recordingLine("turn", reports: 41) { step in
      let arm = Vector(angle: Angle(degrees: Double(step) / 40 * 90)) * 30
      return [(1, 150 + arm.dx, 95 + arm.dy), (2, 150 - arm.dx, 95 - arm.dy)]
    }
    let turned = try Run(["replay", "--states", "ended", try directory.write(turn, to: "turn.jsonl")])
    #expect(
      turned.output.contains { $0.contains("rotation ended") && $0.contains("°, fingers") && $0.contains(", turned 8") }
    )
  }

  @Test func `a broken line ends the replay with its number, after the results of the lines before it`() throws {
    let file = try directory.write(drag("one") + "{\"frames\":[}\n" + drag("two"), to: "broken.jsonl")
    let run = try Run(["replay", "--summary", file])
    #expect(run.end == .exited(1))
    #expect(run.output.count == 1)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("offhand: \(file):2: ") == true)
    let kept = try Run(["replay", "--summary", "--keep-going", file])
    #expect(kept.end == .exited(1))
    #expect(kept.output.map { $0.prefix(3) } == ["one", "two"])
    #expect(kept.errors == run.errors)
  }

  @Test func `a file that is missing is reported, and the others are replayed if configured`() throws {
    let file = try directory.write(drag("one"), to: "one.jsonl")
    let run = try Run(["replay", "--summary", "/nowhere/x.jsonl", file])
    #expect(run.end == .exited(1))
    #expect(run.output.isEmpty)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("/nowhere/x.jsonl") == true)
    let kept = try Run(["replay", "--summary", "--keep-going", "/nowhere/x.jsonl", file])
    #expect(kept.end == .exited(1))
    #expect(kept.output.count == 1)
  }

  @Test func `it reads what is piped in, plain or compressed, and stops when the reader is gone`() throws {
    let file = try directory.write(drag("one"), to: "one.jsonl")
    let plain = try Run(["replay", "--json", file]).output
    #expect(try Run(shell: "cat \(file) | $offhand replay --json -").output == plain)
    #expect(try Run(shell: "gzip -c \(file) | $offhand replay --json -").output == plain)
    let many = "for i in $(seq 400); do cat \(file); done | $offhand replay --json - | head -n 1"
    let cut = try Run(shell: many)
    #expect(cut.output == [plain[0]])
    #expect(cut.errors.allSatisfy { !$0.contains("Fatal") })
  }

  @Test func `a compressed file that breaks off is reported with its line`() throws {
    let file = try directory.write(drag("one") + drag("two"), to: "two.jsonl")
    let cut = directory.file("cut.gz")
    let run = try Run(shell: "gzip -c \(file) | head -c 300 > \(cut); $offhand replay --summary \(cut)")
    #expect(run.end == .exited(1))
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("cut.gz") == true)
  }

  @Test(arguments: [
    ["replay"], ["replay", "--bogus", "x"], ["replay", "--pipeline", "best", "x"],
    ["replay", "--px-per-mm", "0", "x"], ["replay", "--uinput", "a", "b"],
  ])
  func `wrong usage`(words: [String]) throws {
    let run = try Run(words)
    #expect(run.end == .exited(64))
    #expect(run.errors.contains { $0.hasPrefix("Usage: offhand replay") })
  }

  @Test(arguments: [
    "--uinput --json", "--uinput --summary", "--uinput --states began", "--uinput --keep-going",
    "--uinput --filter palm", "--uinput --hands one", "--uinput --swipe lift", "--uinput --pipeline measure",
    "--uinput --prior-right 0.5",
  ])
  func `what nothing reads where a recording is played is refused`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = try Run(["replay"] + words + ["/nonexistent"])
    #expect(run.end == .exited(64))
    let option = try #require(words.last { $0.hasPrefix("--") })
    #expect(
      run.errors.first?.contains("'\(option)'") == true && run.errors.first?.contains("played") == true, "\(run.errors)"
    )
  }

  @Test(arguments: ["standard", "multitap", "original", "navigation", "measure"])
  func `every pipeline of the catalog replays`(name: String) throws {
    let file = try directory.write(drag("one"), to: "one.jsonl")
    let run = try Run(["replay", "--summary", "--pipeline", name, file])
    #expect(run.end == .exited(0))
    #expect(run.output.count == 1)
    #expect(try Run(["pipelines"]).output.contains { $0.hasPrefix(name) })
  }
}
