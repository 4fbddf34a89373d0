import CompositorRig
import Foundation
import Offhand
import OffhandRecordings
import OffhandService
import Testing
@testable import OffhandTool

/// `offhand place` as programs in other languages meet it.
struct PlaceCommandTests {
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  /// A pinch of a right hand in the middle of a tablet, whose fingers are `id` and the next.
  private func scene(_ name: String, overlay: String = "[20,9]") -> String {
    #"{"scene":"\#(name)","panel":[217,136],"posture":"flat-tablet","gesture":"pinch","contacts":"#
      + #"[{"id":1,"x":100,"y":80},{"id":2,"x":125,"y":60}],"overlay":\#(overlay)}"#
  }

  @Test func `each scene is placed on its line, away from the fingers`() throws {
    let file = try directory.write(scene("a") + "\n\n" + scene("b", overlay: "[40,20]") + "\n", to: "scenes.jsonl")
    let run = try Run(["place", file])
    #expect(run.end == .exited(0))
    #expect(run.errors.isEmpty)
    let results = try run.output.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(results.map { $0["scene"] as? String } == ["a", "b"])
    for result in results {
      #expect(
        Set(result.keys) == ["version", "scene", "rect", "side", "hidden", "quality", "hand", "confidence", "why"])
      let rect = try #require(result["rect"] as? [Double])
      #expect(rect[0] >= 0 && rect[1] >= 0 && rect[0] + rect[2] <= 217 && rect[1] + rect[3] <= 136)
      for (x, y) in [(100.0, 80.0), (125, 60)] {
        #expect(!(rect[0]...(rect[0] + rect[2])).contains(x) || !(rect[1]...(rect[1] + rect[3])).contains(y))
      }
    }
  }

  @Test(arguments: ["original", "classic", "standard"])
  func `strategies that judge no hand do not say what it hides`(strategy: String) throws {
    let file = try directory.write(scene("a") + "\n", to: "scenes.jsonl")
    let run = try Run(["place", "--placement", strategy, file])
    let line = try #require(run.output.first)
    let isNull = line.contains(#""hidden":null"#) && line.contains(#""quality":null"#)
    #expect(isNull == (strategy == "original" || strategy == "classic"), "\(line)")
  }

  @Test func `a scene in place of a file is refused with the way to give one`() throws {
    let run = try Run(["place", scene("a")])
    #expect(run.end == .exited(64) && run.errors.first?.contains("offhand place -") == true, "\(run.errors)")
  }

  @Test func `misspelled fields are refused with --strict`() throws {
    let good = scene("a")
    for (line, field) in [
      (good.replacingOccurrences(of: #""gesture""#, with: #""gestur""#), "gestur"),
      (good.replacingOccurrences(of: #""y":60"#, with: #""y":60,"time":1"#), "contacts[1].time"),
    ] {
      let file = try directory.write(line + "\n", to: "scenes.jsonl")
      #expect(try Run(["place", file]).end == .exited(0))
      let strict = try Run(["place", "--strict", file])
      #expect(strict.end == .exited(1))
      #expect(strict.errors.first == "offhand: \(file):1: \(field) is not a known field")
    }
    let file = try directory.write(good + "\n", to: "scenes.jsonl")
    #expect(try Run(["place", "--strict", file]).end == .exited(0))
  }

  @Test func `nonsense ends it with the line's number, behind the lines before it`() throws {
    let file = try directory.write(scene("a") + "\n" + scene("b", overlay: "[-1,9]") + "\n", to: "scenes.jsonl")
    let run = try Run(["place", file])
    #expect(run.end == .exited(1))
    #expect(run.output.count == 1)
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.hasPrefix("offhand: \(file):2: overlay") == true)
  }

  @Test func `a touch beside the panel and an anchor beyond it count as inside`() throws {
    let file = try directory.write(
      #"{"panel":[217,136],"contacts":[{"id":1,"x":-1e7,"y":20}],"overlay":[20,9]}"# + "\n"
        + #"{"panel":[217,136],"contacts":[],"anchor":[500,500,5,5],"overlay":[20,9]}"# + "\r\n\t \n", to: "odd.jsonl")
    let run = try Run(["place", file])
    #expect(run.end == .exited(0))
    #expect(run.output.count == 2)
    for line in run.output {
      let result = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let rect = try #require(result["rect"] as? [Double])
      #expect(rect[0] >= 0 && rect[1] >= 0 && rect[0] + rect[2] <= 217 && rect[1] + rect[3] <= 136)
    }
  }

  @Test func `a pen, a phone on a table and gloves are placed for as such`() throws {
    func line(_ posture: String, _ contact: String, _ more: String) -> String {
      #"{"panel":[217,136],"posture":"\#(posture)","hand":"right","contacts":[{"id":1,"x":120,"y":60\#(contact)}],"#
        + #""anchor":[117,40,6,4],"overlay":[20,9]\#(more)}"# + "\n"
    }
    let variants = [
      line("flat-tablet", "", ""), line("flat-tablet", #","tool":"finger""#, #","overhang":0"#),
      line("flat-tablet", #","tool":"pen""#, ""), line("face-up", "", ""), line("flat-tablet", "", #","overhang":30"#),
    ]
    let run = try Run(["place", try directory.write(variants.joined(), to: "tools.jsonl")])
    #expect(run.end == .exited(0))
    #expect(run.output.count == variants.count)
    #expect(run.output.first == run.output.dropFirst().first)
    #expect(Set(run.output).count == variants.count - 1)
  }

  @Test func `it reads what is piped in`() throws {
    let file = try directory.write(scene("a") + "\n", to: "scenes.jsonl")
    let results = try Run(["place", file]).output
    #expect(results.count == 1)
    #expect(try Run(shell: "gzip -c \(file) | $offhand place -").output == results)
    let broken = try Run(shell: "echo nonsense | $offhand place -")
    #expect(broken.end == .exited(1))
    #expect(broken.errors.first?.hasPrefix("offhand: standard input:1: is not JSON") == true)
  }

  @Test(arguments: ["\n", "\n\n"])
  func `a request that is piped in has its result before the next one comes`(end: String) throws {
    let file = try directory.write(scene("a") + end, to: "scenes.jsonl")
    let (requests, results) = (directory.file("requests"), directory.file("results"))
    // The pipe stays open for writing until the result is there, or for a minute.
    let script = """
      mkfifo \(requests); $offhand place - < \(requests) > \(results) & exec 3> \(requests); cat \(file) >&3; left=600
      while ! [ -s \(results) ] && [ $left != 0 ]; do sleep 0.1; left=$((left - 1)); done; cat \(results)
      """
    #expect(try Run(shell: script).output.count == 1)
  }

  @Test func `an empty file has no output, and a missing one is reported`() throws {
    let empty = try directory.write("", to: "empty")
    #expect(try Run(["place", empty]).end == .exited(0))
    let missing = try Run(["place", "/nowhere/scenes"])
    #expect(missing.end == .exited(1))
    #expect(missing.errors.count == 1 && missing.errors[0].contains("/nowhere/scenes"))
    #expect(try Run(["place", "--preset", "best", empty]).end == .exited(64))
  }
}

/// What `offhand place` makes of valid and invalid lines: an invalid one is refused with its reason, and nothing traps.
struct PlaceLineTests {
  /// What is wrong with a line, as a program in another language would see it: the field, its value, and what is said.
  static let faults: [(field: String, value: String?, reason: String)] = [
    ("panel", nil, "panel is missing"), ("contacts", nil, "contacts is missing"),
    ("overlay", nil, "overlay is missing"),
    ("contacts", #"[{"x":1,"y":2}]"#, "contacts[0].id is missing"),
    ("contacts", #"[{"id":1,"x":1,"y":2},{"id":2,"x":1}]"#, "contacts[1].y is missing"),
    ("panel", #""big""#, "panel: expected an array"), ("panel", #"["a",2]"#, "panel[0]: expected a number"),
    ("panel", "null", "panel must not be null"), ("panel", "[217,null]", "panel[1] must not be null"),
    ("contacts", "[7]", "contacts[0]: expected an object"),
    ("contacts", #"[{"id":"a","x":1,"y":2}]"#, "contacts[0].id: expected a number"),
    ("contacts", #"[{"id":true,"x":1,"y":2}]"#, "contacts[0].id: expected a number"),
    ("posture", "7", "posture: expected a text in quotes"), ("scene", "[]", "scene: expected a number"),
    ("prior_right", #""much""#, "prior_right: expected a number"), ("version", #""1""#, "version: expected a number"),
    ("overlay", "[-1,9]", "overlay must not be negative"), ("panel", "[-217,136]", "panel must be larger than 0"),
    ("anchor", "[0,0,-5,5]", "anchor must not have a negative size"),
    ("panel", "[0,0]", "panel must be larger than 0"), ("panel", "[217,0]", "panel must be larger than 0"),
    ("overlay", "[NaN,9]", "is not JSON: column "), ("overlay", "[Infinity,9]", "is not JSON: column "),
    ("overlay", "[1e400,9]", "is not JSON: column "), ("overlay", "[1e300,9]", "overlay holds a number beyond"),
    ("panel", "[2e6,136]", "panel must be larger than 0 and at most 1000000 mm"),
    ("contacts", #"[{"id":1,"x":NaN,"y":2}]"#, "is not JSON: column "),
    ("contacts", #"[{"id":1.5,"x":1,"y":2}]"#, "contacts[0].id must be a whole number"),
    ("contacts", #"[{"id":1e30,"x":1,"y":2}]"#, "contacts[0].id must be a whole number"),
    ("contacts", #"[{"id":99999999999999999999,"x":1,"y":2}]"#, "contacts[0].id must be a whole number"),
    ("version", "1.5", "version must be a whole number"),
    ("version", "2", "version is 2; this program speaks version 1"),
    ("contacts", #"[{"id":1,"x":2e7,"y":2}]"#, "contacts[0].x holds a number beyond 10000000"),
    ("contacts", #"[{"id":1,"x":1,"y":2,"t":1e10}]"#, "contacts[0].t holds a number beyond 1000000000"),
    ("contacts", #"[{"id":1,"x":1,"y":2},{"id":1,"x":3,"y":4}]"#, "contacts has contact 1 in two places at once"),
    (
      "contacts", #"[{"id":1,"x":1,"y":2,"t":0.5},{"id":1,"x":3,"y":4,"t":0.5}]"#,
      "contacts has contact 1 in two places at once"
    ),
    ("posture", #""boat""#, "posture must be one of flat-tablet, "),
    ("posture", #""desk""#, "posture must be one of flat-tablet, "),
    ("gesture", #""dance""#, "gesture must be one of tap, "),
    ("hand", #""foot""#, "hand must be one of left, right, or null; not foot"),
    ("gesture", #""flick""#, "gesture must be one of tap, "), ("posture", #""Flat Tablet""#, "posture must be one of "),
    ("prior_right", "1.5", "prior_right must be from 0 to 1"),
    ("prior_right", "-0.1", "prior_right must be from 0 to 1"),
    ("eye", "[0,0,0]", "eye must be in front of the glass"), ("eye", "[0,0]", "eye must be [x, y, z], not 2 numbers"),
    ("panel", "[217]", "panel must be [width, height], not 1 numbers"),
    (
      "contacts", #"[{"id":1,"x":1,"y":2,"tool":"nose"}]"#,
      "contacts[0].tool must be one of finger, pen, or null; not nose"
    ),
    ("overhang", "-1", "overhang must be from 0 to 50 mm"), ("overhang", "[8]", "overhang: expected a number"),
    ("overlay", #"[20,9],"overlay":[40,9]"#, #"is not JSON: column "#),
    ("contacts", #"[{"id":1,"x":1,"x":2,"y":2}]"#, #"is not JSON: column 32: "x" occurs twice in one object"#),
    ("anchor", "[1e9,0,1,1]", "anchor holds a number beyond"), ("overlay", "[20,9],", "is not JSON: column "),
  ]

  /// A good line with `field` changed, or taken out.
  private static func line(_ field: String, _ value: String?) -> String {
    var fields = [
      "scene": #""a""#, "panel": "[217,136]", "posture": #""flat-tablet""#,
      "contacts": #"[{"id":1,"x":100,"y":60,"t":0}]"#, "gesture": #""tap""#, "overlay": "[20,9]",
    ]
    fields[field] = value
    return "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func result(_ line: String) throws(PlaceFault) -> String {
    let scene = try PlaceScene(Array(line.utf8))
    var strategy = StandardPlacement(environment: scene.environment)
    var writer = JSONWriter()
    writer.placement(scene.place(by: &strategy), of: scene.name)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func expectFault(_ line: String, _ reason: String) {
    let error = #expect(throws: PlaceFault.self) { try Self.result(line) }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `every invalid field is refused with its reason`() {
    for fault in Self.faults { expectFault(Self.line(fault.field, fault.value), fault.reason) }
  }

  @Test(arguments: [
    ("[]", "the line: expected an object"),
    ("42", "the line: expected an object"),
    ("null", "the line must not be null"),
    ("{broken", "is not JSON: column 2: "), ("{}}", "is not JSON: column 3: "), ("{", "is not JSON: column 2: "),
    ("\u{0}", "is not JSON: column 1: "), (#"{"panel":[217,136]"#, "is not JSON: column 19: "),
    (String(repeating: "[", count: 100_000), "is not JSON: column 66: "),
  ])
  func `what is not an object is refused with its reason`(line: String, reason: String) { expectFault(line, reason) }

  @Test func `more fingers than allowed are refused`() {
    let contacts = (0..<40).map { #"{"id":\#($0),"x":\#($0),"y":2}"# }.joined(separator: ",")
    expectFault(Self.line("contacts", "[\(contacts)]"), "contacts has more than 32 fingers")
  }

  @Test(
    arguments: [
      ("contacts", "[]"), ("posture", "null"), ("gesture", nil), ("scene", nil), ("overlay", "[0,0]"),
      ("overlay", "[2000,900]"), ("truth", "{\"hand\":\"left\"}"), ("prior_right", "0"), ("prior_right", "1"),
      ("anchor", "[0,0,0,0]"), ("overhang", "0"), ("overhang", "50"),
    ] as [(String, String?)])
  func `optional fields may be missing, and unusual values are accepted`(field: String, value: String?) throws {
    let result = try Self.result(Self.line(field, value))
    #expect(result.hasPrefix("{\"version\":1,\"scene\":"))
    #expect(result.contains("\"why\":\""))
  }
}
