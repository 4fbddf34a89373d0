import Glibc
import Offhand
import OffhandTesting

/// Tries the laws of placement on random scenes until so many requests were answered: PlacementLawRun [requests [first seed]]
///
/// Ends with 1 where a law is broken, and prints the strategy, the law and the seed.
@main
struct PlacementLawRun {
  /// What each strategy promises: the original covers fingers, follows them and rounds; the classic follows, too, and knows no
  /// user, so for it the turned scene is another one.
  private static let promises: [(PlacementPreset, [PlacementLaw])] = [
    (.standard, PlacementLaw.allCases), (.vogel, PlacementLaw.allCases),
    (.classic, [.inside, .deterministic, .mirrored, .classicWithoutHand]), (.original, [.deterministic]),
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    guard arguments.count == CommandLine.argc - 1, arguments.count <= 2 else {
      end("usage: PlacementLawRun [requests [first seed]]", with: 64)
    }
    var requests = 0
    var seed = arguments.dropFirst().first ?? 1
    while requests < Int(arguments.first ?? 1_000_000) {
      for (preset, laws) in promises {
        for law in laws where law != .calm || seed % 20 == 0 {
          requests += law.requests
          if let violation = law.violation(seed: seed, by: { preset.strategy(in: $0) }) {
            end("\(preset.rawValue): \(violation)", with: 1)
          }
        }
      }
      seed += 1
    }
    print("placement laws: \(requests) requests, \(promises.count) strategies, no violation")
  }

  private static func end(_ message: String, with code: Int32) -> Never {
    print(message)
    exit(code)
  }
}
