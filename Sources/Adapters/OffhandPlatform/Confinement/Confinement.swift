import CPlatform

/// The rights that a program keeps when it has started; it gives up all others for good.
///
/// A fault in a library that reads what comes from outside (a picture, a font, a recording, a device, a compositor, a client) then finds
/// a process that can start no program, reach no network, look into no other process and change no file. Three mechanisms, none of which
/// needs root: `no_new_privs`; a filter of system calls (`RefusedCalls`), for the whole process; Landlock (`FileRules`), for files.
///
/// The filter names what is dangerous and refuses that. A list of what is allowed would be shorter to reason about, but the calls that
/// glibc, libwayland, fontconfig, FreeType, libinput and Swift's runtime make change with their versions: the next glibc would end a
/// kiosk. Here a call that this list does not know works as before, and a refused one fails with EPERM and a line that names it; it ends
/// no program.
package struct Confinement: Sendable {
  /// What the kernel enforces.
  package struct Outcome: Sendable, Hashable, CustomStringConvertible {
    /// Whether calls are refused.
    package var filtersCalls = false
    /// The version of Landlock that restricts files; `nil` if they are not restricted, or not by this kernel.
    package var landlock: Int?

    package var description: String {
      let calls = filtersCalls ? "dangerous system calls are refused" : "this kernel filters no system calls"
      return calls + (landlock.map { ", files are restricted by Landlock \($0)" } ?? "")
    }
  }

  /// The files and folders that it still reads, with all that is in them; `nil` restricts reading no further than the user's rights.
  /// Paths that do not exist are left out. Without Landlock it has no effect.
  package var readable: [String]?
  /// Whether it still connects to other programs of this machine, as to the next compositor. One that does can also have a compositor or
  /// the user's bus start any program, with all rights of the user.
  package var connects: Bool
  /// Whether it still makes input devices through a descriptor of `/dev/uinput`; without that it only writes to one that was made.
  package var makesDevices: Bool
  /// The socket of the service manager (``ServiceNotification/descriptor()``), over which it sends to the service manager alone.
  package var manager: Int32?

  package init(
    readable: [String]? = nil, connects: Bool = false, makesDevices: Bool = false, manager: Int32? = nil
  ) {
    self.readable = readable
    self.connects = connects
    self.makesDevices = makesDevices
    self.manager = manager
  }

  /// Gives up all other rights. There is no way back, and processes that are started earlier are not affected.
  ///
  /// System calls are refused to every thread of the process. Files are restricted for the calling thread and for those that it starts
  /// from now on: call it before other threads start if `readable` is not `nil`. What the kernel lacks is left out.
  package func apply() -> Outcome {
    var outcome = Outcome()
    guard offhand_no_new_privileges() == 0 else { return outcome }
    if let readable {
      outcome.landlock = try? FileRules(readable: readable).restrict()
      if outcome.landlock == nil { Confinement.leaveProcesses() }
    }
    let calls = try? RefusedCalls(connects: connects, makesDevices: makesDevices, manager: manager)
    outcome.filtersCalls = (try? calls?.refuse()) != nil
    return outcome
  }
}

extension Confinement {
  /// Gives up the memory of other processes alone, ahead of the rest: for a program that starts a thread before it can give that up.
  ///
  /// Where the kernel has no Landlock, the program gets a namespace of users of its own, with no user but this one: what the kernel says of
  /// processes in others is then not shown to it. That fails for root, and where there are threads. Returns whether they are out of reach.
  @discardableResult
  package static func leaveProcesses() -> Bool { FileRules.leaveProcesses() || offhand_leave_users() == 0 }

  /// Gives up all files for the calling thread alone: for one that needs none and starts before the program gives up its rights. Without
  /// Landlock it has no effect.
  package static func leaveFiles() {
    if offhand_no_new_privileges() == 0 { _ = try? FileRules(readable: []).restrict() }
  }

  /// Calls `body`, of which no refused call is reported: for a library that tries what it can do without.
  package static func expectingRefusals<Result>(_ body: () -> Result) -> Result {
    offhand_expect_refusals(1)
    defer { offhand_expect_refusals(0) }
    return body()
  }
}

// MARK: - What programs read

extension Confinement {
  /// All files but what the kernel says of other processes, such as their memory.
  package static var allFiles: [String] {
    ((try? Files.names(in: "/")) ?? []).filter { $0 != "proc" }.map { "/\($0)" } + ["/proc/self"]
  }

  /// What every program on this machine may read: folders of the root that belong to the system, fonts and their configuration, and what
  /// the kernel says of this process. Nothing in homes but fonts and layouts of keys, nothing that is mounted or temporary, no device.
  package static var systemFiles: [String] {
    var personal: Set = ["boot", "dev", "home", "lost+found", "media", "mnt", "proc", "root", "run", "tmp", "var"]
    // Homes may be elsewhere.
    for variable in ["HOME", "TMPDIR"] {
      if let first = Environment[variable]?.split(separator: "/").first { personal.insert(String(first)) }
    }
    let folders = ((try? Files.names(in: "/")) ?? []).filter { !personal.contains($0) }.map { "/\($0)" }
    return folders + [
      "/dev/null", "/dev/urandom", "/proc/self", "/run/udev", "/run/current-system", "/var/cache/fontconfig",
    ]
      + fontsAndLayouts
  }

  /// The folder of the file at `path`, or the nearest one above it that exists; and that of the file that it links to.
  package static func folders(of path: String) -> [String] {
    let target = Files.resolved(path)
    return Array(Set([path, target].compactMap { $0.map(nearestFolder) })).sorted()
  }

  private static func nearestFolder(of path: String) -> String {
    var folder = path
    repeat {
      guard let slash = folder.lastIndex(of: "/") else { return "." }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while folder != "/" && !Files.isUsable(folder, for: .executing)
    return folder
  }

  /// The user's fonts, what fontconfig keeps of them, and layouts of keys.
  private static var fontsAndLayouts: [String] {
    guard let home = Environment["HOME"], home.hasPrefix("/") else { return [] }
    let folders = [
      ("XDG_DATA_HOME", ".local/share", "fonts"), ("XDG_CONFIG_HOME", ".config", "fontconfig"),
      ("XDG_CACHE_HOME", ".cache", "fontconfig"), ("XDG_CONFIG_HOME", ".config", "xkb"),
    ]
    return ["\(home)/.fonts", "\(home)/.fonts.conf", "\(home)/.xkb"]
      + folders.compactMap { variable, usual, name in
        Environment.folder(variable, or: usual).map { "\($0)/\(name)" }
      }
  }
}
