import OffhandCommandLine
import Foundation
import OffhandBenchmarks
import OffhandPlatform

/// What a benchmark of latency measures.
struct LatencyOptions {
  /// The compositors.
  var compositors: [CompositorKind]
  /// When frames are committed.
  var policies: [CommitArgument]
  /// Programs to compare, by the names they have in reports.
  var programs: [(label: String, path: String)]
  /// Runs of each setup.
  var runs: Int
  /// Inputs that count, of one run.
  var inputs: Int
  /// Frames of touches a second.
  var rate: Double
  /// The pipeline that recognizes meanwhile.
  var pipeline: String
  /// The module that gives weston a touch screen.
  var touchModule: String?
  /// Whether the screen is read back.
  var photodiode: PhotodiodeArgument
}

/// Starts compositors and programs under them, run by run, and gathers what they wrote down.
///
/// Setups take turns: every run measures each setup once, so that whatever happens to the machine happens to all.
final class LatencyRunner {
  /// One setup and what has come of it.
  struct Entry {
    var setup: LatencySetup
    var compositor: CompositorKind
    var policy: CommitArgument
    var program: String
    var records: [LatencyRecord] = []
  }

  /// How long a run that is interrupted has to write down what it saw: until the compositor has spoken of the last touch.
  private static let patience = Duration.seconds(5)

  private(set) var entries: [Entry] = []
  private let options: LatencyOptions
  private let interruption: Interruption
  private let say: (String) -> Void

  /// Measures as `options` say, until `interruption`; `say` is told what comes next.
  init(_ options: LatencyOptions, interruption: Interruption, say: @escaping (String) -> Void) {
    self.options = options
    self.interruption = interruption
    self.say = say
    for compositor in options.compositors {
      let version = BenchCompositor.version(of: compositor)
      for policy in options.policies {
        for (label, program) in options.programs {
          let setup = LatencySetup(
            compositor: compositor.program.rawValue, version: version, outputHz: Double(compositor.rate),
            policy: policy.rawValue, input: module(for: compositor) == nil ? "descriptor" : "wl_touch",
            inputHz: options.rate, pipeline: options.pipeline, program: label)
          entries.append(Entry(setup: setup, compositor: compositor, policy: policy, program: program))
        }
      }
    }
  }

  /// Measures everything, or until somebody asks for the end. Throws where something cannot be started.
  func run() throws {
    for run in 1...options.runs {
      for index in entries.indices {
        guard !interruption.isAsked else { return }
        let entry = entries[index]
        say("run \(run) of \(options.runs): \(entry.compositor.name), \(entry.setup.policy), \(entry.setup.program)")
        guard let record = try measure(entry) else { return }
        // A run that was interrupted says less than a whole one: it counts only where there is no other.
        guard record.inputs.count >= options.inputs || entry.records.isEmpty else { return }
        entries[index].records.append(record)
      }
    }
  }

  /// The report of what has been measured so far.
  var report: LatencyReport {
    var report = LatencyReport()
    let done = entries.filter { !$0.records.isEmpty }
    report.results = done.map { LatencyResult($0.setup, $0.records, warmUp: LatencyClient.warmUp) }
    for result in report.results {
      let first = report.results.first { other in
        other.setup.compositor == result.setup.compositor && other.setup.outputHz == result.setup.outputHz
      }
      guard let first, first.setup != result.setup, let ratio = result.ratio(to: first) else { continue }
      report.ratios.append(ratio)
    }
    return report
  }

  /// Percentile files in the format of HdrHistogram, by their names: one of each setup and stage.
  var percentileFiles: [(name: String, text: String)] {
    entries.filter { !$0.records.isEmpty }.flatMap { entry in
      let runs = entry.records.map { LatencyAttribution($0, warmUp: LatencyClient.warmUp) }
      return LatencyStage.allCases.compactMap { stage -> (name: String, text: String)? in
        let values = runs.flatMap { $0.latencies(to: stage) }
        guard !values.isEmpty else { return nil }
        let program = options.programs.count > 1 ? ".\(entry.setup.program)" : ""
        return (
          "\(entry.compositor.name).\(entry.setup.policy)\(program).\(stage.rawValue).hgrm",
          PercentileCurve(values).text
        )
      }
    }
  }

  private func module(for compositor: CompositorKind) -> String? {
    compositor.program == .weston ? options.touchModule : nil
  }

  /// One run, or as much of it as there was when it was interrupted; `nil` where that was nothing.
  private func measure(_ entry: Entry) throws -> LatencyRecord? {
    let compositor = try BenchCompositor(entry.compositor, touchModule: module(for: entry.compositor))
    let scratch = try ScratchDirectory()
    var command = BenchEnvironment.benchCommand(of: entry.program)
    command += [
      "latency-client", "--socket", compositor.socket, "--commit", entry.policy.rawValue,
      "--inputs", "\(options.inputs)", "--rate", "\(options.rate)", "--pipeline", options.pipeline, "--photodiode",
      options.photodiode.rawValue,
    ]
    if let touch = compositor.touchSocket { command += ["--touch-socket", touch] }
    let client = try ChildProcess(
      command, environment: BenchEnvironment.variables, output: scratch.file("out"), errors: scratch.file("err"))
    // Strokes pause, so they take longer than their frames alone.
    let limit = ContinuousClock.now + .seconds(30 + 2 * Double(options.inputs) / options.rate)
    while client.poll() == nil {
      if interruption.isAsked {
        client.stop(within: LatencyRunner.patience)
        break
      }
      guard ContinuousClock.now < limit else {
        throw BenchFault("a run on \(entry.compositor.name) did not come to its end; the compositor shows no frames")
      }
      _ = client.wait(within: .milliseconds(100))
    }
    guard client.poll() == .exited(0),
      let data = FileManager.default.contents(atPath: scratch.file("out")),
      let record = try? JSONDecoder().decode(LatencyRecord.self, from: data)
    else {
      if interruption.isAsked { return nil }
      let words = scratch.text(in: "err").split(whereSeparator: \.isNewline).first.map(String.init)
      throw BenchFault(
        "a run of \(entry.program) on \(entry.compositor.name) failed: \(words ?? "it wrote down nothing")")
    }
    return LatencyAttribution(record, warmUp: LatencyClient.warmUp).inputs.isEmpty ? nil : record
  }
}
