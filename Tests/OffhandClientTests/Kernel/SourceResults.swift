import CompositorRig
import Foundation
import Testing

/// What `scripts/vm/sources` tells about its run.
struct SourceResults: Decodable {
  struct Axis: Decodable {
    var min: Int
    var max: Int
    var fuzz: Int?
    var res: Int?
  }

  /// One contact of a report that was played; without a place when it ended.
  struct Contact: Decodable {
    var slot: Int
    var x: Int?
    var y: Int?
    var change: String
  }

  /// A screen, and what was played on it, report by report.
  struct Panel: Decodable {
    var name: String
    var slots: Int
    var x: Axis
    var y: Axis
    var reports: [[Contact]]
  }

  /// What became of a probe.
  struct Probe: Decodable {
    var log: String
    var exit: Int
  }

  /// What a probe held at a moment.
  struct Holdings: Decodable {
    var descriptors: Int
    var kilobytes: Int
  }

  struct Liar: Decodable {
    var name: String
    var width: Double
    var height: Double
  }

  struct Matrix: Decodable {
    var devices: [Panel]
    var liar: Liar
    var sources: [String: Probe]
  }

  struct Plugs: Decodable {
    var cycles: Int
    var before: [String: Holdings]
    var after: [String: Holdings]
    var sources: [String: Probe]
  }

  struct Played: Decodable {
    var devices: [Panel]
    var sources: [String: Probe]
  }

  struct Stalled: Decodable {
    /// Slot, x and y of the last report before everything lifted.
    var last: [[Int]]
    var sources: [String: Probe]
  }

  /// How many landings weston's client had heard of: before, when capture began, at its end, when it was over, at the end.
  struct Grab: Decodable {
    var shared: Int
    var heard: [Int]
    var reports: Int
    var seen: Int
    var source: Probe
    var client: String
  }

  /// How a command ended, and what it said.
  struct Run: Decodable {
    var exit: Int
    var output: String
    var errors: String
  }

  /// `offhand map`, and a demo that compares with weston: as both know the screen, and with a turn of which only we know.
  struct Mapping: Decodable {
    var asked: Run
    var same: Run
    var turned: Run
  }

  struct Permission: Decodable {
    var node: String
    var without: [String: Run]
    var doctor: Run
    var granted: [String: Run]
    var readable: [String: Bool]
  }

  /// What was recorded: the x of every finger, and how many were taken away, frame by frame.
  struct Terminal: Decodable {
    var exit: Int
    var frames: [[Int]]
    var cancelled: [Int]
    var sources: [String: Probe]
  }

  struct Fast: Decodable {
    var count: Int
    var took: Double
    var player: Int
    var sources: [String: Probe]
  }

  var matrix: Matrix?
  var plugs: Plugs
  var unplug: Played
  var stalled: Stalled
  var two: Played
  var grab: Grab
  var mapping: Mapping
  var permission: Permission
  var terminal: Terminal
  var fast: Fast

  /// Where the logs lie.
  private(set) var directory = ""

  private enum CodingKeys: String, CodingKey {
    case matrix, plugs, unplug, stalled, two, grab, mapping, permission, terminal, fast
  }

  /// The results of the one run that all tests share.
  static func shared() throws -> SourceResults { try outcome.get() }

  private static let outcome = Result {
    let directory = try #require(KernelRun.sources.directory)
    let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/results.json"))
    var results = try JSONDecoder().decode(SourceResults.self, from: data)
    results.directory = directory
    return results
  }

  /// The log of this name.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
  }

  /// What a probe wrote down.
  func account(_ probe: Probe) throws -> ProbeAccount { try ProbeAccount(text(probe.log)) }
}
