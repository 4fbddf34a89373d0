import ArgumentParser
import HandPoses
import Offhand
import OffhandCommandLine

/// `hand-fit`: fits the hand model to the poses of split `fit` and prints the result as Swift source. `scripts/fit-hand` runs it.
@main
struct HandFitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-fit", abstract: "Fit the hand model to poses of hands, and print it as Swift source.")

  /// The part of the model to fit.
  enum Grip: String, CaseIterable, ExpressibleByArgument {
    case finger, pinch, chord, spread

    /// The lengths, and the kinds of poses that show them.
    var part: (path: WritableKeyPath<ArticulatedOcclusion, HandProportions>, kinds: Set<String>) {
      switch self {
      case .finger: (\.finger, ["tap"])
      case .pinch: (\.pinch, ["pinch"])
      case .chord: (\.chord, ["two", "three"])
      case .spread: (\.spread, ["five"])
      }
    }
  }

  @Option(help: "A file of hand poses; without it shared/hands/fit.json.gz beside the checkout or in $OFFHAND_CORPUS.")
  var hands: String?

  @Option(help: "How many steps to search for.")
  var steps = 1500

  @Argument(help: "The grip.")
  var grip: Grip

  static func main() { start() }

  func run() throws {
    let poses = try SilhouettePose.read(hands ?? SilhouettePose.standardFile, split: "fit")
    func report(_ line: String) { StandardError.write(line + "\n") }
    let fit = ShadowFit(poses.filter { grip.part.kinds.contains($0.kind) }, of: grip.part.path)
    report("\(grip.rawValue): the lengths in the source score \(fit.score(ShadowFit.start))")
    let best = fit.search(steps: steps) { step, score in report("\(step) \(score)") }
    print("  package static let \(grip.rawValue) = \(HandFitCommand.source(best))")
  }

  /// Lengths as Swift source, to hundredths.
  private static func source(_ lengths: Any) -> String {
    if let number = lengths as? Double { return "\((number * 100).rounded() / 100)" }
    let fields = Mirror(reflecting: lengths).children.map { field in
      let isFirstOfJoint = lengths is HandProportions.Joint && ["behind", "ulnar"].contains(field.label)
      return (isFirstOfJoint ? "" : "\(field.label ?? ""): ") + source(field.value)
    }
    return "\(type(of: lengths))(\(fields.joined(separator: ", ")))"
  }
}
