import OffhandPlatform

/// What setup has made, as it stands in `/var/lib/offhand/kiosk`; it is taken back by this list alone.
struct KioskManifest: Equatable {
  static let path = "/var/lib/offhand/kiosk"

  /// The hash of each file as setup wrote it, by its path.
  var files: [String: UInt64] = [:]
  /// The folders that were not there before.
  var folders: Set<String> = []
  /// The packages that were not installed before.
  var packages: [String] = []
  var hasMadeUser = false
  /// Whether the user was not in the group that reads touch screens.
  var hasAddedToInput = false

  var isEmpty: Bool { files.isEmpty && packages.isEmpty && !hasMadeUser && !hasAddedToInput }

  init() {}

  /// Reads it from lines; those that it does not know are of a later version.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch (words.first, words.count) {
      case ("file", 3): files[words[2]] = UInt64(words[1], radix: 16)
      case ("folder", 2): folders.insert(words[1])
      case ("package", 2): packages.append(words[1])
      case ("user", 2): hasMadeUser = true
      case ("group", 2): hasAddedToInput = true
      default: continue
      }
    }
  }

  var text: String {
    var lines = ["# What 'offhand kiosk setup' has made; 'offhand kiosk remove' takes it back."]
    lines += packages.map { "package \($0)" }
    if hasMadeUser { lines.append("user \(KioskSettings.user)") }
    if hasAddedToInput { lines.append("group input") }
    lines += folders.sorted().map { "folder \($0)" }
    lines += files.sorted { $0.key < $1.key }.map { "file \(String($0.value, radix: 16)) \($0.key)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A hash that tells whether a file was edited (FNV-1a); nobody gains from an edit that it does not see.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The files of a kiosk in its system, with what setup wrote before.
struct KioskInstallation {
  /// What becomes of a file.
  enum Change: String {
    /// It is there as it is to be.
    case same
    case new
    /// Setup wrote it before, and it is to be another.
    case changed
    /// Somebody has edited or written it.
    case kept
    /// Likewise, and it is written all the same.
    case replaced
    /// Setup wrote it before, and it is no longer needed.
    case removed

    /// Whether setup writes the file.
    var isWritten: Bool { self == .new || self == .changed || self == .replaced }
  }

  let machine: KioskMachine
  var manifest: KioskManifest

  init(_ machine: KioskMachine) {
    self.machine = machine
    manifest = machine.text(KioskManifest.path).map { KioskManifest($0) } ?? KioskManifest()
  }

  /// What is to become of `file`.
  func change(of file: KioskFile) -> Change {
    guard let bytes = contents(of: file.path) else { return .new }
    if bytes == Array(file.text.utf8) { return .same }
    return KioskManifest.hash(bytes) == manifest.files[file.path] ? .changed : .kept
  }

  /// What becomes of the file at `path` when it is taken back; `same` if it is gone already.
  func removal(of path: String) -> Change {
    guard let bytes = contents(of: path) else { return .same }
    return KioskManifest.hash(bytes) == manifest.files[path] ? .removed : .kept
  }

  /// The paths of earlier files that `files` does not have, in order.
  func obsolete(_ files: [KioskFile]) -> [String] {
    manifest.files.keys.filter { path in !files.contains { $0.path == path } }.sorted()
  }

  private func contents(of path: String) -> [UInt8]? { try? Files.contents(of: machine.root + path) }

  /// The hash of the PIN in the configuration, which a setup without another keeps.
  var pin: String? {
    machine.text(KioskSettings.configuration)?.split(separator: "\n").first { $0.hasPrefix("pin = \"$") }
      .map { String($0.dropFirst(7).prefix { $0 != "\"" }) }
  }

  /// Writes `file` and the folders above it; one that was edited is first copied beside itself, and the copy's path returned.
  mutating func write(_ file: KioskFile) throws(KioskError) -> String? {
    // Others need not read the hash of a PIN.
    let (owner, permissions): (_, UInt32) = file.isOfUser ? (owner, 0o600) : (nil, 0o644)
    var copy: String?
    try makeFolders(above: file.path, for: owner, within: file.isOfUser ? KioskSettings.home : nil)
    do throws(KernelError) {
      if change(of: file) == .kept, let bytes = contents(of: file.path) {
        var (path, number) = ("\(file.path).old", 1)
        while contents(of: path) != nil { (path, number) = ("\(file.path).old\(number + 1)", number + 1) }
        try Files.replace(machine.root + path, with: bytes, permissions: permissions, owner: owner)
        copy = path
      }
      try Files.replace(
        machine.root + file.path, with: Array(file.text.utf8), permissions: permissions, owner: owner)
    } catch {
      throw KioskError("\(machine.root)\(file.path) cannot be written: \(error.reason); mend that, then run this again")
    }
    manifest.files[file.path] = KioskManifest.hash(Array(file.text.utf8))
    return copy
  }

  /// Takes back the file at `path` that setup wrote.
  mutating func remove(_ path: String) {
    Files.removeFile(machine.root + path)
    manifest.files[path] = nil
  }

  /// Removes the folders that setup made and nothing is in any more, the innermost first.
  mutating func removeEmptyFolders() {
    for folder in manifest.folders.sorted(by: >) where Files.removeEmptyDirectory(machine.root + folder) {
      manifest.folders.remove(folder)
    }
  }

  /// Writes the list of what setup has made, or removes it with its folder once that is nothing.
  mutating func save() throws(KioskError) {
    guard !manifest.isEmpty else {
      Files.removeFile(machine.root + KioskManifest.path)
      return removeEmptyFolders()
    }
    try makeFolders(above: KioskManifest.path, for: nil, within: nil)
    guard manifest.text != machine.text(KioskManifest.path) else { return }
    do throws(KernelError) {
      try Files.replace(machine.root + KioskManifest.path, with: Array(manifest.text.utf8))
    } catch {
      throw KioskError("\(machine.root)\(KioskManifest.path) cannot be written: \(error.reason)")
    }
  }

  /// The owner of what is in the kiosk's home; `nil` where only root could give it away.
  private var owner: (user: UInt32, group: UInt32)? {
    guard Environment.user == 0, let user = machine.user else { return nil }
    return (user.id, user.group)
  }

  private mutating func makeFolders(
    above path: String, for owner: (user: UInt32, group: UInt32)?, within home: String?
  ) throws(KioskError) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      let folder = String(path[..<slash])
      do throws(KernelError) {
        if Files.resolved(machine.root + folder) == nil {
          try Files.makeDirectory(machine.root + folder)
          manifest.folders.insert(folder)
          if let owner, let home, folder.hasPrefix(home) { try Files.give(machine.root + folder, to: owner) }
        }
      } catch {
        throw KioskError("\(machine.root)\(folder) cannot be made: \(error.reason); mend that, then run this again")
      }
      // The kiosk's user could lead root to any other folder.
      guard let home, folder.hasPrefix("\(home)/"), let own = Files.resolved(machine.root + home) else { continue }
      guard Files.resolved(machine.root + folder) == own + folder.dropFirst(home.count) else {
        throw KioskError("\(machine.root)\(folder) is a link, which root does not follow; make it a folder")
      }
    }
  }
}
