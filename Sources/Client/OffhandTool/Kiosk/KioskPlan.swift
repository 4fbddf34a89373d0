import OffhandPlatform

/// What setup is going to do.
struct KioskPlan {
  /// The packages that are not installed.
  private let missing: [String]
  /// What is run after that: the user, and its groups.
  let commands: [[String]]
  let changes: [(file: KioskFile, change: KioskInstallation.Change)]
  /// Files of an earlier setup that are not needed any more.
  let removals: [(path: String, change: KioskInstallation.Change)]
  private let installation: KioskInstallation

  init(_ settings: KioskSettings, release: Int, in installation: KioskInstallation, replacesEdited: Bool) {
    let (machine, files) = (installation.machine, settings.files)
    self.installation = installation
    missing = machine.missing(settings.packages)
    // Debian 12's sway does not report an idle machine: the service goes by the touch screens.
    commands =
      (machine.user == nil ? [KioskSettings.addUser] : [])
      + (release == 12 && !machine.userReadsTouchScreens ? [KioskSettings.addToInput] : [])
    changes = files.map { file in
      let change = installation.change(of: file)
      return (file: file, change: change == .kept && replacesEdited ? .replaced : change)
    }
    removals = installation.obsolete(files).map { (path: $0, change: installation.removal(of: $0)) }
  }

  /// What is run for packages. Debian's lists of them are old on a new image; a terminal of their own could have packages stop and wait.
  var installs: [[String]] {
    guard !missing.isEmpty else { return [] }
    return [["apt-get", "update"], ["apt-get", "install", "--yes", "-o", "Dpkg::Use-Pty=0"] + missing]
  }

  /// Whether files stay that are not as setup would write them.
  var keeps: Bool { changes.contains { $0.change == .kept } }

  /// Whether nothing is to be done but to install packages.
  var isEmpty: Bool {
    commands.isEmpty && removals.allSatisfy { $0.change == .kept } && !changes.contains { $0.change.isWritten }
  }

  /// Does it, and returns the paths of copies of edited files. Throws if something fails; what was made until then can be removed.
  func carryOut(installing: Bool) throws -> [String] {
    var (installation, copies) = (installation, [String]())
    do {
      if installing, !missing.isEmpty {
        for command in installs { try installation.machine.run(command) }
        installation.manifest.packages = installation.manifest.packages.filter { !missing.contains($0) } + missing
      }
      for command in commands {
        try installation.machine.run(command)
        if command == KioskSettings.addUser { installation.manifest.hasMadeUser = true }
        if command == KioskSettings.addToInput { installation.manifest.hasAddedToInput = true }
      }
      for (file, change) in changes where change.isWritten {
        if let copy = try installation.write(file) { copies.append(copy) }
      }
      for (path, change) in removals where change != .kept { installation.remove(path) }
      installation.removeEmptyFolders()
    } catch {
      try? installation.save()
      throw error
    }
    try installation.save()
    if changes.contains(where: { !$0.file.isOfUser && $0.change.isWritten }) { try installation.machine.reloadUnits() }
    return copies
  }
}

/// What `remove` is going to do.
struct KioskRemoval {
  let changes: [(path: String, change: KioskInstallation.Change)]
  /// The packages that setup has installed.
  let packages: [String]
  /// What is run: the end of the user, unless a file is kept in its home.
  let commands: [[String]]
  let isEmpty: Bool
  private let endsUser: Bool
  private let installation: KioskInstallation

  init(_ installation: KioskInstallation, removesEdited: Bool) {
    self.installation = installation
    let manifest = installation.manifest
    changes = manifest.files.keys.sorted().map { path in
      let change = installation.removal(of: path)
      return (path: path, change: change == .kept && removesEdited ? .removed : change)
    }
    let keepsHome = changes.contains { $0.change == .kept && $0.path.hasPrefix("\(KioskSettings.home)/") }
    endsUser = manifest.hasMadeUser && !keepsHome
    commands =
      endsUser
      ? [["userdel", "--remove", KioskSettings.user]] : manifest.hasAddedToInput ? [KioskSettings.removeFromInput] : []
    (packages, isEmpty) = (manifest.packages, manifest.isEmpty)
  }

  /// Does it. Throws if something fails; what is left can be removed afterwards.
  func carryOut() throws {
    var installation = installation
    do {
      for (path, change) in changes where change != .kept { installation.remove(path) }
      installation.removeEmptyFolders()
      try installation.machine.reloadUnits()
      if endsUser { installation.machine.endSession() }
      for command in commands { try installation.machine.run(command) }
      if endsUser { installation.manifest.hasMadeUser = false }
      (installation.manifest.packages, installation.manifest.hasAddedToInput) = ([], false)
    } catch {
      try? installation.save()
      throw error
    }
    try installation.save()
  }
}
