import CPlatform
import Glibc

/// The files that this process may read (Landlock); it may change none, whatever its user may.
///
/// Descriptors that are open keep their rights, sockets that have a path can be connected to. Where the kernel's version knows it, TCP is
/// forbidden as well, and so are signals to processes outside.
final class FileRules {
  /// Rights to files, as the kernel numbers them (linux/landlock.h, which may be older than the kernel).
  private struct Rights: OptionSet {
    var rawValue: UInt64

    static let read = Rights(rawValue: 1 << 2)
    static let list = Rights(rawValue: 1 << 3)
    static let makeDevice = Rights(rawValue: 1 << 6)
    /// All of version 1: besides these, to run and write files, to remove them and to make all kinds of them.
    static let first = Rights(rawValue: (1 << 13) - 1)
    /// To link or rename into another folder, from version 2 on.
    static let refer = Rights(rawValue: 1 << 13)
    /// From version 3 on.
    static let truncate = Rights(rawValue: 1 << 14)
  }

  /// To bind and to connect TCP sockets, from version 4 on.
  private static let network: UInt64 = 0b11
  /// Signals, from version 6 on. Sockets with abstract names stay: a service manager may listen at one.
  private static let signals: UInt64 = 0b10

  private let version: Int
  private let rules: Descriptor

  /// Rules under which `readable` can be read. Throws if the kernel has no Landlock.
  init(readable: [String]) throws(KernelError) {
    let version = Int(offhand_landlock_version())
    guard version >= 1 else { throw .last("landlock_create_ruleset") }
    var handled = Rights.first
    if version >= 2 { handled.insert(.refer) }
    if version >= 3 { handled.insert(.truncate) }
    self.version = version
    rules = try Descriptor(
      offhand_landlock_create(
        handled.rawValue, version >= 4 ? FileRules.network : 0, version >= 6 ? FileRules.signals : 0),
      from: "landlock_create_ruleset")
    for path in readable { try grantReading(path) }
  }

  /// Puts the calling thread, and those that it starts from now on, where the kernel shows no memory of a process outside; no file is
  /// restricted. False where the kernel has no Landlock.
  static func leaveProcesses() -> Bool {
    // A ruleset must forbid something: here making device nodes, which the program never does.
    guard let rules = try? Descriptor(offhand_landlock_create(Rights.makeDevice.rawValue, 0, 0), from: "landlock"),
      offhand_no_new_privileges() == 0
    else { return false }
    return offhand_landlock_restrict(rules.number) == 0
  }

  /// Binds the calling thread, and those that it starts from now on, to the rules. Returns the version of Landlock.
  func restrict() throws(KernelError) -> Int {
    guard offhand_landlock_restrict(rules.number) == 0 else { throw .last("landlock_restrict_self") }
    return version
  }

  /// Grants reading what is at `path`, if there is something.
  private func grantReading(_ path: String) throws(KernelError) {
    guard let parent = try? Descriptor(offhand_open_path(path), from: "open"), let status = try? parent.status() else {
      return
    }
    let granted: Rights = status.isDirectory ? [.read, .list] : .read
    guard offhand_landlock_grant(rules.number, granted.rawValue, parent.number) == 0 else {
      throw .last("landlock_add_rule \(path)")
    }
  }
}
