import CompositorRig
import Foundation

/// What `scripts/vm/touches` tells about its run.
struct KernelResults: Decodable {
  struct Picture: Decodable {
    var width: Int
    var height: Int
    var mark: Int
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

  var picture: Picture
  var chain: Chain

  /// Where the screendumps lie.
  private(set) var directory = ""

  private enum CodingKeys: String, CodingKey { case picture, chain }

  /// The results of the one run that all tests share.
  static func shared() throws -> KernelResults { try outcome.get() }

  private static let outcome = Result {
    let directory = try KernelMachine.playTouches()
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
