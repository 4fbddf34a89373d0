import CompositorRig
import Foundation
import Testing

/// What `scripts/vm/touches` tells about its run.
struct KernelResults: Decodable {
  /// The picture: its size, the size of its marks, and how far their middles are from its own; pixels.
  struct Picture: Decodable {
    var width: Int
    var height: Int
    var mark: Int
    var right: Int
    var down: Int
  }

  struct Finger: Decodable {
    var id: Int
    var x_mm: Double
    var y_mm: Double
  }

  struct Chain: Decodable {
    var screendump: String
    var fingers: [Finger]
  }

  /// One pinch in `offhand zoom`: the names of its screendumps, and up to when it was played before the second one.
  struct Zoom: Decodable {
    var hand: String
    var placement: String
    var before: String
    var rest: String
    var after: String
    var until: Double
    var exit: Int?
    var log: String
  }

  /// A pinch of the right hand that loses its screen, and one of the left hand on the screen that comes back.
  struct Unplug: Decodable {
    var rest: String
    var gone: String
    var again: String
    var alive: Bool
    var until: Double
    var exit: Int?
    var log: String
  }

  /// A pinch of the right hand while another terminal is in front, and one of the left hand after that.
  struct Terminal: Decodable {
    var back: String
    var again: String
    var until: Double
    var exit: Int?
    var log: String
  }

  /// Two hands on a table with two photos: what was played, and the names of the screendumps.
  struct Board: Decodable {
    /// How a recording says what its fingers do, in millimetres.
    struct Truth: Decodable {
      var pushed_mm: [Double]
      var spread_mm: [Double]
      var spread_about_mm: [Double]
    }

    var before: String
    var rest: String
    var after: String
    var truth: Truth
    var exit: Int?
    var log: String
  }

  var picture: Picture
  var chain: Chain
  var zoom: [Zoom]
  var unplug: Unplug
  var terminal: Terminal
  var board: Board

  /// Where the screendumps lie.
  private(set) var directory = ""

  private enum CodingKeys: String, CodingKey { case picture, chain, zoom, unplug, terminal, board }

  /// The results of the one run that all tests share.
  static func shared() throws -> KernelResults { try outcome.get() }

  private static let outcome = Result {
    let directory = try #require(KernelRun.touches.directory)
    let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/results.json"))
    var results = try JSONDecoder().decode(KernelResults.self, from: data)
    results.directory = directory
    return results
  }

  /// The screendump of this name.
  func screen(_ name: String) throws -> Screenshot { try Screenshot(ppm: directory + "/" + name) }

  /// The log of this name.
  func log(_ name: String) throws -> String {
    try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
  }
}
