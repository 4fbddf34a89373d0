import ArgumentParser
import HandPoses
import Offhand
import OffhandCommandLine

/// `hand-fit`: fits the hand model to hand poses and prints the result as Swift source. `scripts/fit-hand` runs it.
@main
struct HandFitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-fit", abstract: "Fit the hand model to poses of hands, and print it as Swift source.")

  /// The part of the model to fit.
  enum Part: String, CaseIterable, ExpressibleByArgument {
    case finger, pinch, chord, spread
  }

  @Option(help: "A file of hand poses; without it shared/hands/fit.json.gz beside the checkout or in $OFFHAND_CORPUS.")
  var hands: String?

  @Option(help: "Which part of the poses; without it all.")
  var split: String?

  @Option(help: "The seed of the search.")
  var seed: UInt64 = 1

  @Option(help: "How many steps to search for.")
  var steps = 1500

  @Argument(help: "The grip.")
  var part: Part

  static func main() { start() }

  func run() throws {
    let poses = try SilhouettePose.read(hands ?? SilhouettePose.standardFile, split: split)
    switch part {
    case .finger: search(\.finger, ["tap"], poses)
    case .pinch: search(\.pinch, ["pinch"], poses)
    case .chord: search(\.chord, ["two", "three"], poses)
    case .spread: search(\.spread, ["five"], poses)
    }
  }

  /// Fits the lengths of one grip to the poses of its kinds.
  private func search(
    _ path: WritableKeyPath<ArticulatedOcclusion, HandProportions>, _ kinds: Set<String>, _ poses: [SilhouettePose]
  ) {
    func report(_ line: String) { StandardError.write(line + "\n") }
    let fit = ShadowFit(poses: poses, kinds: kinds, path: path)
    report("\(part.rawValue): the lengths in the source score \(fit.score(ShadowFit.start))")
    var start = ShadowFit.start
    start[keyPath: path] = .tabulated
    let best = fit.search(from: start, steps: steps, seed: seed) { step, score in report("\(step) \(score)") }
    print(fit.source(best[keyPath: path], name: part.rawValue))
  }
}
