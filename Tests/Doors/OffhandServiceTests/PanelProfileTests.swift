import CompositorRig
import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import Testing

@testable import OffhandService

/// `panel.toml`: what was measured of a panel.
struct PanelProfileTests {
  private func fault(_ text: String) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "panel.toml")
    do throws(ConfigurationFile.Failure) { _ = try PanelProfile(file: path) } catch {
      return error.description.replacing(path, with: "panel.toml")
    }
    return "nothing"
  }

  @Test func `a file that was written is read as it was`() throws {
    var profile = PanelProfile(PanelIdentity(name: "ILI \"21\"\\", id: "0003:222a:0001"))
    (profile.latency, profile.filters) = (.milliseconds(21.5), [.glitch, .jitter])
    profile.size = Size(width: 293.8, height: 165.2)
    profile.deadAreas = [Rect(x: 0, y: 10.5, width: 4, height: 8)]
    profile.calibration = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    let text = profile.text(comments: ["turned by 90°"])
    #expect(try PanelProfile(toml: Array(text.utf8)) == profile)
    #expect(text.contains("\n# turned by 90°\n") && text.contains("\ncalibration = [0, -1, 1, 1, 0, 0]\n"))
    let bare = PanelProfile(PanelIdentity(name: "a"))
    #expect(try PanelProfile(toml: Array(bare.text().utf8)) == bare)
  }

  @Test(arguments: [
    ("", "panel.toml:1:1: the file needs device, a string"),
    ("device = \"a\"\nlatency = 3\n", "panel.toml:2:1: there is no key \"latency\" here"),
    ("device = \"a\"\nlatency_ms = -3\n", "panel.toml:2:14: latency_ms must be a number from 0 to 200"),
    ("device = \"a\"\nsize_mm = [300]\n", "panel.toml:2:11: size_mm must be [WIDTH, HEIGHT]"),
    ("device = \"a\"\ncalibration = [1, 0, 0, 0, 1]\n", "panel.toml:2:15: calibration must be the six numbers"),
    ("device = \"a\"\ncalibration = [1, 0, 0, 0, 1, 11]\n", "panel.toml:2:15: calibration must be the six numbers"),
    ("device = \"a\"\ncalibration = [1, 1, 0, 1, 1, 0]\n", "panel.toml:2:15: calibration must be the six numbers"),
    ("device = \"a\"\ndead_mm = [[1, 2, 3]]\n", "panel.toml:2:12: dead_mm must be an array of [X, Y"),
    ("device = \"a\"\nfilters = [\"soap\"]\n", "panel.toml:2:12: filters must be an array of names of filters"),
  ])
  func `a fault is named with its place`(text: String, start: String) throws {
    #expect(try fault(text).hasPrefix(start))
  }

  @Test func `the file of another touch screen is refused, and the right one changes the input`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(
      #"{"source":"s","trace":"t","device":{"name":"Glass","kind":"touchscreen"},"frames":[]}"# + "\n", to: "a.jsonl")
    let other = try folder.write("device = \"Other\"\nlatency_ms = 20\n", to: "other.toml")
    let own = try folder.write(
      "device = \"Glass\"\nsize_mm = [300, 200]\nfilters = [\"palm\"]\ndead_mm = [[0, 1, 2, 3]]\n", to: "own.toml")
    var input = TouchInput(.recording(recording))
    let failure = #expect(throws: ConfigurationFile.Failure.self) { try PanelProfile(file: other).apply(to: &input) }
    #expect(
      failure?.description.hasPrefix("\(other): this is the file of \"Other\", but the touch screen is \"Glass\"")
        == true)
    try PanelProfile(file: own).apply(to: &input)
    #expect(input.filters == [.palm] && input.measuredSizes == ["Glass": Size(width: 300, height: 200)])
    #expect(input.deadAreas == [Rect(x: 0, y: 1, width: 2, height: 3)])
    input.filters = [.jitter]
    try PanelProfile(file: own).apply(to: &input)
    #expect(input.filters == [.jitter], "what the user chose")
  }

  @Test func `the ID of a recorded touch screen has its bus, vendor and product, or there is none`() throws {
    let folder = try TemporaryFolder()
    for (ids, id) in [(#"{"bus":"3","vendor":"222A","product":"0001"}"#, "0003:222a:0001"), (#"{"bus":"3"}"#, nil)] {
      let line = #"{"source":"s","trace":"t","device":{"name":"Glass","kind":"touchscreen","ids":\#(ids)},"frames":[]}"#
      let recording = try folder.write(line + "\n", to: "\(id ?? "none").jsonl")
      #expect(try PanelIdentity.all(of: TouchInput(.recording(recording))) == [PanelIdentity(name: "Glass", id: id)])
    }
  }

  @Test func `two types of one name are told apart by their IDs`() {
    let first = PanelIdentity(name: "Goodix", id: "0018:0416:0001")
    #expect(!first.matches(PanelIdentity(name: "Goodix", id: "0018:0416:0002")))
    #expect(first.matches(PanelIdentity(name: "Goodix")) && !first.matches(PanelIdentity(name: "Elan")))
  }

  @Test func `the configuration names a file beside it, and edges are predicted further`() throws {
    let folder = try TemporaryFolder()
    try folder.write("device = \"Glass\"\nlatency_ms = 12\n", to: "panel.toml")
    let path = try folder.write("panel = \"panel.toml\"\n[[edge]]\nedge = \"left\"\nemit = \"e\"\n", to: "serve.toml")
    let configuration = try ConfigurationFile(path: path).read(.init(label: "test"))
    let glass = Panel(
      id: .output(1), output: "A", geometry: SurfaceGeometry(assumedFromPixelWidth: 1024, pixelHeight: 640))
    #expect(glass.sites(of: configuration).map(\.latency) == [.milliseconds(12)])
    #expect(PullReport.horizon(behind: .milliseconds(12)) == .milliseconds(37))
    #expect(PullReport.horizon(behind: .milliseconds(50)) == .milliseconds(40))
    let bad = try folder.write("device = 3\n", to: "bad.toml")
    let failure = #expect(throws: ConfigurationFile.Failure.self) {
      _ = try ConfigurationFile(path: path, panel: bad).read(.init(label: "test"))
    }
    #expect(failure?.lines == ["\(bad):1:10: device must be a string"])
  }
}
