package import Logging
package import OffhandPlatform

extension ViewProgram {
  /// Gives up, for good, what a program does not need that shows a view: it can then start no program, reach no network, look into no
  /// other process, connect to no other program of this machine, run no code that it was not started with, and change no file but those
  /// that are open. A fault in what reads pictures, fonts or touches then can do no harm. A program that connects to the next compositor
  /// keeps the right to connect (`offhand` has another process connect instead), through which it reaches others too. Call it once, before `run`, and before background work starts:
  /// threads that were there keep the files that they could read.
  ///
  /// The kernel refuses the system calls to the whole process, on every thread. A refused call fails with EPERM, and the first one of each
  /// name is reported on stderr; nothing ends by it. On kernels without the means it does nothing.
  public func confine() {
    let connects = display.loss == .reconnects && display.broker == nil
    Confinement(readable: Confinement.allFiles, connects: connects).apply(logger)
  }
}

extension ViewProgram where View: PlacingView {
  /// Gives up what ``confine()`` does, and keeps the file open in which `run(placing:logger:)` keeps the habit of the hand.
  public func confine(placing settings: PlacementSettings) {
    openHabit(of: settings, logger)
    confine()
  }
}

extension Confinement {
  /// Gives up all other rights, and logs what the kernel enforces.
  package func apply(_ logger: Logger) {
    let outcome = apply()
    let rest = connects ? "; it still connects to other programs" : ""
    logger.log(level: outcome.filtersCalls ? .debug : .info, "\(outcome)\(rest)")
  }
}
