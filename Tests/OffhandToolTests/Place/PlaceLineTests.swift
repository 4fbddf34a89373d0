import Offhand
import OffhandRecordings
import Testing

@testable import OffhandTool

/// What `offhand place` makes of lines, good and bad: a bad one is told with its reason, and nothing traps.
struct PlaceLineTests {
  private static let fields = [
    "scene": "\"a\"", "panel": "[217,136]", "posture": "\"flat-tablet\"",
    "contacts": "[{\"id\":1,\"x\":100,\"y\":60,\"t\":0}]", "gesture": "\"tap\"", "overlay": "[20,9]",
  ]

  /// A good line with `field` changed, or taken out.
  private static func line(_ field: String, _ value: String?) -> String {
    var fields = fields
    fields[field] = value
    return "{" + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  private static func answer(_ line: String) throws -> String {
    let scene = try PlaceScene(Array(line.utf8))
    var strategy = StandardPlacement(environment: scene.environment)
    var writer = JSONWriter()
    PlaceCommand.write(scene.place(by: &strategy), of: scene.name, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("panel", "[217]", "panel must be [width, height], not 1 numbers"),
      ("panel", "[0,0]", "panel must be larger than 0 and at most 1000000 mm each way"),
      ("panel", nil, "panel is missing"),
      ("overlay", "[-20,9]", "overlay must not be negative, and at most 1000000 mm each way"),
      ("overlay", "[1e400,9]", "is not JSON: column "),
      ("contacts", "[{\"id\":1,\"x\":NaN,\"y\":60}]", "is not JSON: column "),
      ("contacts", "[{\"id\":1.5,\"x\":1,\"y\":60}]", "contacts[0].id must be a whole number"),
      ("contacts", "[{\"id\":1,\"x\":\"a\",\"y\":60}]", "contacts[0].x has the wrong type"),
      ("contacts", "[{\"id\":1,\"x\":1,\"y\":2},{\"id\":1,\"x\":3,\"y\":4}]", "contact 1 is in two places at once"),
      ("posture", "\"boat\"", "posture must be one of flat-tablet, "),
      ("gesture", "\"dance\"", "gesture must be one of tap, "),
      ("hand", "\"foot\"", "hand must be left, right or null, not foot"),
      ("prior_right", "1.5", "prior_right must be from 0 to 1"),
      ("eye", "[0,0,0]", "eye must be in front of the glass"),
      ("anchor", "[0,0,-5,5]", "anchor must not have a negative size"),
      ("version", "2", "version is 2; this program speaks version 1"),
    ] as [(String, String?, String)])
  func `a line that makes no sense is refused with its reason`(field: String, value: String?, reason: String) {
    let error = #expect(throws: PlaceFault.self) { try Self.answer(Self.line(field, value)) }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["[]", "42", "null", "\"x\"", "{broken", "{}}", "[[[[[["])
  func `what is no object is refused in words`(line: String) {
    let error = #expect(throws: PlaceFault.self) { try Self.answer(line) }
    #expect(error?.description.contains("JSON") == true, "\(error?.description ?? "")")
  }

  @Test(
    arguments: [
      ("contacts", "[]"), ("posture", "null"), ("gesture", nil), ("scene", nil), ("overlay", "[0,0]"),
      ("overlay", "[2000,900]"), ("truth", "{\"hand\":\"left\"}"),
    ] as [(String, String?)])
  func `what may be left out, and what is only odd, is answered`(field: String, value: String?) throws {
    let answer = try Self.answer(Self.line(field, value))
    #expect(answer.hasPrefix("{\"version\":1,\"scene\":"))
    #expect(answer.contains("\"why\":\""))
  }
}
