import CompositorRig
import Foundation
import Testing

/// The bridge below programs of GTK 4, Qt 6 and Chromium, under sway and labwc on a real kernel.
@Suite(.enabled(if: KernelRun.programs.obstacle == nil, "\(KernelRun.programs.obstacle ?? "")"))
struct KernelProgramTests {
  /// What `scripts/vm/programs` tells of one program.
  private struct Run: Decodable, CustomStringConvertible {
    struct Way: Decodable {
      var way: String
      /// Of each touch where it landed, where it ended, and how.
      var gestures: [String: [String]]
      /// The tap after the swipe.
      var next: [String]
    }

    var compositor: String
    var program: String
    /// Why it was not measured to the end.
    var failure: String?
    var plain: [String: [String]]?
    var ways: [Way]

    var description: String { "\(program) under \(compositor)" }
  }

  private let runs: [Run]

  init() throws {
    let path = try #require(KernelRun.programs.directory) + "/results.json"
    runs = try JSONDecoder().decode([Run].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func `kernel programs receive taps, drags and pinches as without the bridge, also after a swipe`() throws {
    let expected = ["sway", "labwc"].flatMap { compositor in
      ["gtk", "qt", "chromium"].map { "\($0) under \(compositor)" }
    }
    #expect(Set(runs.map(\.description)) == Set(expected))
    for run in runs {
      try #require(run.failure == nil, "\(run): \(run.failure ?? "")")
      let plain = try #require(run.plain)
      #expect(run.ways.map(\.way) == (run.compositor == "sway" ? ["take-back", "hold"] : ["hold"]), "\(run)")
      for (name, count) in ["tap": 1, "drag": 1, "pinch": 2] {
        #expect(
          plain[name]?.count == count && plain[name]?.allSatisfy { $0.hasSuffix(" up") } == true, "\(run): \(name)")
        for way in run.ways { #expect(way.gestures[name] == plain[name], "\(run), \(way.way): \(name)") }
      }
      for way in run.ways { #expect(way.next == plain["tap"], "\(run), \(way.way)") }
    }
  }

  @Test func `kernel programs receive a swipe of three fingers as cancelled, or not at all`() {
    for run in runs {
      for way in run.ways {
        let touches = way.gestures["swipe"]
        #expect(touches?.count == (way.way == "hold" ? 0 : 3), "\(run), \(way.way)")
        #expect(touches?.allSatisfy { $0.hasSuffix(" cancel") } == true, "\(run), \(way.way)")
      }
    }
  }
}
