import OffhandLinux

/// Notices that somebody wants a benchmark to end, so that what is done by then can be reported.
final class Interruption {
  private let signals: SignalQueue
  private var wasAsked = false

  /// Takes over Control-C and the wish to terminate. Throws where the process has no descriptor left.
  init() throws { signals = try SignalQueue() }

  /// Whether somebody has asked for the end.
  var isAsked: Bool {
    while signals.next() != nil { wasAsked = true }
    return wasAsked
  }
}
