import ArgumentParser
import Foundation
import OffhandBenchmarks
import OffhandCommandLine
import OffhandPlatform

/// The output of a benchmark.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var color: ColorOptions

  @Option(
    help: ArgumentHelp(
      "Write the JSON into this directory as well; scripts/bench-report.py reads it.",
      valueName: "directory"))
  var into: String?

  /// Writes the report that `make` makes, also one that is not whole because it was interrupted; `nil` if nothing was measured.
  func write(_ make: (Interruption) throws -> (any BenchmarkReport)?) throws {
    try check()
    let interruption = try Interruption()
    if let report = try make(interruption) { try write(report) }
    try interruption.end()
  }

  /// Throws if a report could not be written, before anything is measured.
  private func check() throws {
    guard let into else { return }
    do {
      try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: true)
    } catch {
      throw BenchFault("cannot make the directory \(into) for '--into'")
    }
    guard FileManager.default.isWritableFile(atPath: into) else {
      throw BenchFault("cannot write into \(into), which '--into' names")
    }
  }

  /// Prints `report`, and writes it into the directory if one is given.
  private func write(_ report: some BenchmarkReport) throws {
    let bytes = try report.encoded()
    if let into {
      let path = "\(into)/\(type(of: report).name).json"
      do {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      } catch {
        throw BenchFault("cannot write \(path): \(error.localizedDescription)")
      }
    }
    var output = StandardOutput()
    if json { try output.write(bytes) } else { try output.write(report.table) }
    try output.flush()
  }
}

/// Detects SIGINT and SIGTERM, so that a benchmark can end with the results so far.
final class Interruption {
  private let signals: SignalQueue
  private var signal: SignalQueue.Signal?

  /// Takes over SIGINT and SIGTERM. Throws if the process is out of descriptors.
  init() throws { signals = try SignalQueue() }

  /// Whether one of the signals has come.
  var isAsked: Bool {
    while let next = signals.next() { signal = next }
    return signal != nil
  }

  /// Sleeps for `duration`. Returns false if one of the signals comes before its end.
  func sleep(for duration: Duration) -> Bool {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !isAsked {
      MonotonicClock.sleep(for: min(.milliseconds(100), end - ContinuousClock.now))
    }
    return !isAsked
  }

  /// Ends the command with the exit code of an interrupted program if a signal has come. Called after the report is written.
  func end() throws {
    guard isAsked, let signal else { return }
    StandardError.write("offhand: stopped before the end; this is what was done by then\n")
    // 128 plus the number of the signal, as in shells.
    throw ExitCode(signal == .interrupt ? 130 : 143)
  }
}

extension Substring {
  /// The number `key` of a line of a log, in which it is `key=number`.
  func loggedNumber(_ key: String) -> Double? {
    split(separator: " ").first { $0.hasPrefix(key + "=") }.flatMap { Double($0.dropFirst(key.count + 1)) }
  }
}

extension Double {
  /// The number to four decimal places.
  var fourPlaces: Double { (self * 1e4).rounded() / 1e4 }
}
