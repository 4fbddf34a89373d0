import OffhandCommandLine
import ArgumentParser
import OffhandPlatform

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

  /// Ends the command with the exit code of an interrupted program if a signal has come. Called after the report is written.
  func end() throws {
    guard isAsked, let signal else { return }
    StandardError.write("offhand: stopped before the end; this is what was done by then\n")
    // 128 plus the number of the signal, as in shells.
    throw ExitCode(signal == .interrupt ? 130 : 143)
  }
}
