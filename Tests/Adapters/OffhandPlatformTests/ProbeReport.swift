import CPlatform
import OffhandPlatform
import Testing

/// What `ConfinementProbe` reported, by the names of its attempts.
struct ProbeReport {
  var lines: [String: String] = [:]
  var errors = ""
  /// The names of the files that there are then, and the text of `secret`.
  var (names, secret): ([String], String) = ([], "")

  init(_ changes: String) throws {
    let folder = try TemporaryFolder()
    try Files.makeDirectory(folder.file("inside"))
    for file in ["kept", "secret", "inside/kept"] { try folder.write("text", to: file) }
    let probe = try ChildProcess(
      [Environment.beside("ConfinementProbe"), changes, folder.path], environment: [:], output: folder.file("out"),
      errors: folder.file("err"))
    #expect(probe.wait(within: .seconds(60)) == .exited(0))
    for line in folder.text(of: "out").split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      lines[String(line[..<colon])] = String(line[colon...].dropFirst(2))
    }
    errors = folder.text(of: "err")
    (names, secret) = (folder.names, folder.text(of: "secret"))
  }

  subscript(name: String) -> String { lines[name] ?? "not tried" }
  var filtersCalls: Bool { self["calls"] == "true" }
  /// Whether the kernel has Landlock; where it has, the process must use it.
  var restrictsFiles: Bool {
    let isThere = offhand_landlock_version() > 0
    #expect((self["files"] == "true") == isThere)
    return isThere
  }

  /// The number of lines on stderr that name this call.
  func reports(of call: String) -> Int {
    errors.split(separator: "\n").count { $0.contains("the system call '\(call)' was refused") }
  }
}
