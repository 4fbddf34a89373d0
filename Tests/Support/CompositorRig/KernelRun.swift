import Foundation

/// A run on Debian's own kernel in QEMU, with touch screens made through uinput and a screen that the kernel drives.
///
/// The tests judge what it left; they do not start it. An emulated machine takes both cores for minutes, and then neither its
/// programs nor the tests of anything else keep their time.
public enum KernelRun: String, Sendable {
  /// What `scripts/vm/touches` leaves: fingers that reach the screen.
  case touches = "OFFHAND_KERNEL_RESULTS"
  /// What `scripts/vm/sources` leaves: touch sources before devices of every make.
  case sources = "OFFHAND_KERNEL_SOURCES"

  /// Why there is nothing to judge, or nil where there is; tests ask it in `.enabled(if:)`.
  public var obstacle: String? {
    directory == nil ? "$\(rawValue) names no run of scripts/vm/\(self); scripts/test makes one where QEMU can" : nil
  }

  /// The directory with the results, named by the environment.
  public var directory: String? { ProcessInfo.processInfo.environment[rawValue] }
}
