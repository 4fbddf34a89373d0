import OffhandCommandLine
import ArgumentParser
import OffhandPlatform

/// Notices that somebody wants a benchmark to end, so that what is done by then can be reported.
final class Interruption {
  private let signals: SignalQueue
  private var signal: SignalQueue.Signal?

  /// Takes over Control-C and the wish to terminate. Throws where the process has no descriptor left.
  init() throws { signals = try SignalQueue() }

  /// Whether somebody has asked for the end.
  var isAsked: Bool {
    while let next = signals.next() { signal = next }
    return signal != nil
  }

  /// Ends the command as a program that was interrupted, so that whoever called it can tell a part from the whole; nothing
  /// where nobody asked. Called when what is done has been reported.
  func end() throws {
    guard isAsked, let signal else { return }
    StandardError.write("offhand: stopped before the end; this is what was done by then\n")
    // 128 and the number of the signal, as shells say it.
    throw ExitCode(signal == .interrupt ? 130 : 143)
  }
}
