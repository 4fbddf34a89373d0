import OffhandCommandLine
import Foundation
import HeadlessCompositors
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// The configuration of a latency benchmark.
struct LatencyOptions {
  /// The compositors.
  var compositors: [CompositorKind]
  /// The commit policies.
  var policies: [CommitArgument]
  /// Programs to compare, with their names in reports.
  var programs: [(label: String, path: String)]
  /// The number of runs of each setup.
  var runs: Int
  /// Inputs of one run after the warm-up.
  var inputs: Int
  /// Rate of touch frames, in Hz.
  var rate: Double
  /// The pipeline that runs during the measurement.
  var pipeline: String
  /// The module that gives weston a touch screen.
  var touchModule: String?
  /// Whether the screen is read back.
  var photodiode: PhotodiodeArgument
  /// The motions of the finger; `nil` for strokes.
  var paths: [FingerMotion?] = [nil]
  /// The rules by which dots are predicted.
  var rules: [PredictionRule] = [.none]
}

/// Starts compositors and programs under them, run by run, and collects their records.
///
/// Every run measures each setup once, so that disturbances of the machine affect all setups.
final class LatencyRunner {
  /// One setup and its records.
  struct Entry {
    var setup: LatencySetup
    var compositor: CompositorKind
    var policy: CommitArgument
    var program: String
    var records: [LatencyRecord] = []
  }

  /// Time limit for an interrupted run to write its record.
  private static let patience = Duration.seconds(5)

  private(set) var entries: [Entry] = []
  private let options: LatencyOptions
  private let interruption: Interruption
  private let say: (String) -> Void

  /// A runner that stops at `interruption` and calls `say` with a description of each step.
  init(_ options: LatencyOptions, interruption: Interruption, say: @escaping (String) -> Void) {
    self.options = options
    self.interruption = interruption
    self.say = say
    for compositor in options.compositors {
      let version = compositor.version
      for policy in options.policies {
        for (label, program) in options.programs {
          for path in options.paths {
            for rule in options.rules {
              let setup = LatencySetup(
                compositor: compositor.program.rawValue, version: version, outputHz: Double(compositor.rate),
                policy: policy.rawValue, input: module(for: compositor) == nil ? "descriptor" : "wl_touch",
                inputHz: options.rate, pipeline: options.pipeline, program: label, path: path,
                prediction: path == nil && rule == .none ? nil : rule.rawValue)
              entries.append(Entry(setup: setup, compositor: compositor, policy: policy, program: program))
            }
          }
        }
      }
    }
  }

  /// Measures everything, or until it is interrupted. Throws if a program cannot be started.
  func run() throws {
    for run in 1...options.runs {
      for index in entries.indices {
        guard !interruption.isAsked else { return }
        let entry = entries[index]
        let finger = entry.setup.path.map { ", \($0.rawValue), \(entry.setup.prediction ?? "none")" } ?? ""
        say(
          "run \(run) of \(options.runs): \(entry.compositor.name), \(entry.setup.policy), \(entry.setup.program)\(finger)"
        )
        guard let record = try measure(entry) else { return }
        // An interrupted run counts only if it is the only one of its setup.
        guard record.inputs.count >= options.inputs || entry.records.isEmpty else { return }
        entries[index].records.append(record)
      }
    }
  }

  /// The report of the runs so far.
  var report: LatencyReport {
    var report = LatencyReport()
    let done = entries.filter { !$0.records.isEmpty }
    report.results = done.map { LatencyResult($0.setup, $0.records, warmUp: LatencyClient.warmUp) }
    for result in report.results {
      let first = report.results.first { other in
        other.setup.compositor == result.setup.compositor && other.setup.outputHz == result.setup.outputHz
          && other.setup.path == result.setup.path && other.setup.prediction == result.setup.prediction
      }
      guard let first, first.setup != result.setup, let ratio = result.ratio(to: first) else { continue }
      report.ratios.append(ratio)
    }
    return report
  }

  /// Percentile files in the format of HdrHistogram, one per setup and stage.
  var percentileFiles: [(name: String, text: String)] {
    entries.filter { !$0.records.isEmpty }.flatMap { entry in
      let runs = entry.records.map { LatencyAttribution($0, warmUp: LatencyClient.warmUp) }
      return LatencyStage.allCases.compactMap { stage -> (name: String, text: String)? in
        let values = runs.flatMap { $0.latencies(to: stage) }
        guard !values.isEmpty else { return nil }
        let program = options.programs.count > 1 ? ".\(entry.setup.program)" : ""
        let finger = entry.setup.path.map { ".\($0.rawValue).\(entry.setup.prediction ?? "none")" } ?? ""
        return (
          "\(entry.compositor.name).\(entry.setup.policy)\(program)\(finger).\(stage.rawValue).hgrm",
          PercentileCurve(values).text
        )
      }
    }
  }

  private func module(for compositor: CompositorKind) -> String? {
    compositor.program == .weston ? options.touchModule : nil
  }

  /// Makes one run, and returns its record, which is partial if interrupted; `nil` if it is empty.
  private func measure(_ entry: Entry) throws -> LatencyRecord? {
    let compositor = try entry.compositor.start(touchModule: module(for: entry.compositor))
    var command = BenchEnvironment.benchCommand(of: entry.program)
    command += [
      "latency-client", "--socket", compositor.socketPath, "--commit", entry.policy.rawValue,
      "--inputs", "\(options.inputs)", "--rate", "\(options.rate)", "--pipeline", options.pipeline, "--photodiode",
      options.photodiode.rawValue,
    ]
    // Builds from before prediction have no such options.
    if let rule = entry.setup.prediction { command += ["--predict", rule] }
    if let path = entry.setup.path { command += ["--path", path.rawValue] }
    if let weston = compositor as? Weston, module(for: entry.compositor) != nil {
      command += ["--touch-socket", weston.touchSocketPath]
    }
    let client = try Program(command)
    // There are pauses between strokes, so a run takes longer than its frames alone.
    let limit = ContinuousClock.now + .seconds(30 + 2 * Double(options.inputs) / options.rate)
    while client.poll() == nil {
      if interruption.isAsked {
        client.stop(grace: LatencyRunner.patience)
        break
      }
      guard ContinuousClock.now < limit else {
        throw BenchFault("a run on \(entry.compositor.name) did not come to its end; the compositor shows no frames")
      }
      MonotonicClock.sleep(for: .milliseconds(20))
    }
    guard client.poll() == .exited(0),
      let record = try? JSONDecoder().decode(LatencyRecord.self, from: Data(client.standardOutput.utf8))
    else {
      if interruption.isAsked { return nil }
      let words = client.standardError.split(whereSeparator: \.isNewline).first.map(String.init)
      throw BenchFault(
        "a run of \(entry.program) on \(entry.compositor.name) failed: \(words ?? "it wrote down nothing")")
    }
    return LatencyAttribution(record, warmUp: LatencyClient.warmUp).inputs.isEmpty ? nil : record
  }
}
