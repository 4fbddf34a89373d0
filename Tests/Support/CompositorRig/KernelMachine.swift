import Foundation

/// Debian's own kernel in QEMU, with a touch screen made through uinput and a screen that the kernel drives.
public enum KernelMachine {
  /// Why there can be none here, or nil where there can.
  public static let obstacle: String? = {
    do {
      let question = try Program(
        [script("run"), "x", "y"], environment: ["OFFHAND_VM_REASON": "1"])
      return try question.wait() == .exited(0) ? nil : question.standardError
    } catch {
      return "\(error)"
    }
  }()

  /// The directory with what `scripts/vm/touches` leaves: that of $OFFHAND_KERNEL_RESULTS if it was run before the tests,
  /// where it disturbs no other test, else that of a run now.
  ///
  /// - Throws: ``RigError`` with the end of the guest's console, when the run did not come to its end.
  public static func playTouches() throws -> String {
    try results(of: "touches", in: "OFFHAND_KERNEL_RESULTS", [Program.built("offhand")])
  }

  /// The directory with what `scripts/vm/sources` leaves, found by $OFFHAND_KERNEL_SOURCES likewise.
  ///
  /// - Throws: ``RigError`` with the end of the guest's console, when the run did not come to its end.
  public static func playSources() throws -> String {
    try results(
      of: "sources", in: "OFFHAND_KERNEL_SOURCES", [Program.built("offhand"), Program.built("InputProbe")])
  }

  private static func results(of name: String, in variable: String, _ programs: [String]) throws -> String {
    if let done = ProcessInfo.processInfo.environment[variable] { return done }
    let out = Program.built("kernel-\(name)")
    let run = try Program([script(name), out] + programs)
    guard try run.wait(within: .seconds(400)) == .exited(0) else {
      let console = (try? String(decoding: FileBytes.read(out + "/console.log"), as: UTF8.self)) ?? ""
      throw RigError("the run on a real kernel failed: \(run.standardError)\n\(console.suffix(2_000))")
    }
    return out
  }

  private static func script(_ name: String) -> String {
    RepositoryFile.path("scripts/vm/\(name)")
  }
}
