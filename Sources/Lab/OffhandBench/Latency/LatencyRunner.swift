import OffhandCommandLine
import Foundation
import HeadlessCompositors
import Offhand
import OffhandBenchmarks
import OffhandPlatform

/// Starts compositors and programs under them, run by run, and collects their records.
///
/// Every run measures each setup once, so that disturbances of the machine affect all setups.
final class LatencyRunner {
  struct Entry {
    var setup: LatencySetup
    var compositor: CompositorKind
    var policy: CommitArgument
    var records: [LatencyRecord] = []
  }

  /// Time limit for an interrupted run to write its record.
  private static let patience = Duration.seconds(5)

  private(set) var entries: [Entry] = []
  private let options: BenchLatencyCommand
  private let interruption: Interruption

  init(_ options: BenchLatencyCommand, interruption: Interruption) {
    self.options = options
    self.interruption = interruption
    for compositor in options.chosenCompositors {
      let version = compositor.version
      for policy in options.policies.isEmpty ? CommitArgument.fixed : options.policies {
        for path in options.paths.isEmpty ? [nil] : options.paths.map(Optional.some) {
          for rule in options.chosenRules {
            let setup = LatencySetup(
              compositor: compositor.program.rawValue, version: version, outputHz: Double(compositor.rate),
              policy: policy.rawValue, inputHz: options.rate, pipeline: options.pipeline, path: path,
              prediction: path == nil && rule == .none ? nil : rule.rawValue)
            entries.append(Entry(setup: setup, compositor: compositor, policy: policy))
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
        StandardError.write(
          "offhand: run \(run) of \(options.runs): \(entry.compositor.name), \(entry.setup.policy)\(finger)\n")
        guard let record = try measure(entry) else { return }
        // An interrupted run counts only if it is the only one of its setup.
        guard record.inputs.count >= options.inputs || entry.records.isEmpty else { return }
        entries[index].records.append(record)
      }
    }
  }

  var report: LatencyReport {
    var report = LatencyReport()
    let done = entries.filter { !$0.records.isEmpty }
    report.results = done.map { LatencyResult($0.setup, $0.records, warmUp: LatencyClient.warmUp) }
    return report
  }

  /// Makes one run, and returns its record, which is partial if interrupted; `nil` if it is empty.
  private func measure(_ entry: Entry) throws -> LatencyRecord? {
    let compositor = try entry.compositor.start()
    var command = [
      Environment.own, "latency-client", "--socket", compositor.socketPath, "--commit", entry.policy.rawValue,
      "--inputs", "\(options.inputs)", "--rate", "\(options.rate)", "--pipeline", options.pipeline, "--photodiode",
      options.photodiode.rawValue,
    ]
    if let rule = entry.setup.prediction { command += ["--predict", rule] }
    if let path = entry.setup.path { command += ["--path", path.rawValue] }
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
      throw BenchFault("a run on \(entry.compositor.name) failed: \(words ?? "it wrote down nothing")")
    }
    return LatencyAttribution(record, warmUp: LatencyClient.warmUp).inputs.isEmpty ? nil : record
  }
}
