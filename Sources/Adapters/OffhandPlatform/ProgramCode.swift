import CPlatform

/// The code of this program and its libraries in memory.
package enum ProgramCode {
  /// Unmaps all code and constants; the kernel maps what is used again, 64 kB at a time, from its cache of files.
  ///
  /// A program needs most of its code only to start: of 17 MB that are resident in `offhand touches` after its first frame, 4 MB are
  /// used while it waits. What is unmapped stays in the cache, where the kernel drops it before memory that is mapped. Call it once, where
  /// a third of a millisecond for mapping again does not matter.
  ///
  /// Does nothing while a debugger is attached: its breakpoints are written into the code.
  package static func unmap() {
    if !isTraced { offhand_unmap_code() }
  }

  /// Whether a debugger is attached, and true if the kernel does not say.
  private static var isTraced: Bool {
    guard let status = try? Files.contents(of: "/proc/self/status", atMost: 4096) else { return true }
    return !String(decoding: status, as: UTF8.self).contains("TracerPid:\t0\n")
  }
}
