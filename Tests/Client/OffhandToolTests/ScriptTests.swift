import CompositorRig
import Foundation
import Testing

/// What every script answers before it builds, installs or writes anything.
struct ScriptTests {
  private static let scripts = ["scripts", "scripts/debian", "scripts/recordings", "scripts/vm", ".ci"].flatMap {
    folder in
    let names = (try? FileManager.default.contentsOfDirectory(atPath: RepositoryFile.path(folder))) ?? []
    return names.sorted().map { "\(folder)/\($0)" }.filter { script in
      var isFolder: ObjCBool = false
      let path = RepositoryFile.path(script)
      return FileManager.default.isExecutableFile(atPath: path)
        && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  /// Runs `script` from another folder, where programs that build and install only leave their names.
  private func run(_ script: String, _ arguments: [String]) throws -> (end: ChildProcess.End, run: Program) {
    let folder = try TemporaryFolder()
    for program in ["swift", "swiftc", "cc", "c++", "apt-get", "sudo"] {
      let path = try folder.write("#!/bin/sh\necho ${0##*/} >>\(folder.file("used"))\nexit 1\n", to: program)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let program = try Program(
      [RepositoryFile.path(script)] + arguments, environment: ["PATH": "\(folder.path):\(path)"],
      workingDirectory: folder.path)
    let end = try program.wait()
    #expect(folder.text(of: "used").isEmpty, "\(script) \(arguments) ran \(folder.text(of: "used"))")
    return (end, program)
  }

  @Test func `the scripts are found`() { #expect(Self.scripts.count > 25) }

  @Test(arguments: scripts) func `a script says how it is used`(script: String) throws {
    let (end, run) = try run(script, ["--help"])
    #expect(end == .exited(0) && run.standardError.isEmpty, "\(run.standardError)")
    #expect(run.standardOutput.contains(script), "\(run.standardOutput)")
  }

  @Test(arguments: scripts) func `a script refuses at once what it does not know`(script: String) throws {
    let (end, run) = try run(script, ["--no-such-option"])
    // Of Python's own parser.
    #expect(end == .exited(script == "scripts/mutate" ? 2 : 64))
    #expect(run.standardError.contains("usage: \(script)"), "\(run.standardError)")
    #expect(run.standardError.split(separator: "\n").count < 5, "\(run.standardError)")
    #expect(run.standardError.contains("\(script): "), "\(run.standardError)")
  }

  @Test(arguments: [
    "scripts/film", "scripts/bench-peers a b", "scripts/bench --into", "scripts/bench --gate more",
    "scripts/embedding --calls many", "scripts/docs Nothing", "scripts/setup everything", "scripts/vm/run out",
    "scripts/generate-protocols --check more", "scripts/recordings/generate more",
    "scripts/gallery /tmp --only nothing", "scripts/limit-tests soon true", "scripts/limit-tests 60",
  ])
  func `a script refuses words at once that it cannot use`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let (end, run) = try run(words[0], Array(words.dropFirst()))
    #expect(end == .exited(64))
    let lines = run.standardError.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("\(words[0]): ") && lines[1].hasPrefix("usage: \(words[0])"), "\(lines)")
  }

  @Test func `a path of the caller is one in the caller's folder`() throws {
    let folder = try TemporaryFolder()
    for script in ["scripts/run", "scripts/package try"] {
      let words = script.split(separator: " ").map(String.init)
      let run = try Program(
        [RepositoryFile.path(words[0])] + words.dropFirst() + ["nothing"], workingDirectory: folder.path)
      #expect(try run.wait() == .exited(1))
      #expect(run.standardError.contains("\(folder.path)/nothing"), "\(run.standardError)")
    }
  }

  @Test func `rules are not checked where git does not read the folder`() throws {
    let run = try Program(
      [RepositoryFile.path("scripts/check")],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "GIT_DIR": "/nonexistent"])
    #expect(try run.wait() == .exited(77))
    #expect(run.standardError.contains("git does not read this folder"), "\(run.standardError)")
  }

  /// Runs `scripts/mutate --list` of a package with one function and one fault in it.
  private func listedFault(
    in function: String, _ edit: String = "- return min(end, start + step)\n+ return start + step"
  ) throws -> (end: ChildProcess.End, run: Program) {
    let folder = try TemporaryFolder()
    for name in ["scripts", "Tests/Faults", "Sources"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let script = folder.file("scripts/mutate")
    try FileManager.default.copyItem(atPath: RepositoryFile.path("scripts/mutate"), toPath: script)
    _ = try folder.write(function, to: "Sources/Reach.swift")
    let fault = """
      tests: ReachTests

      @ Sources/Reach.swift
      > reach
      \(edit)
        A list runs beyond its end.

      """
    _ = try folder.write(fault, to: "Tests/Faults/reach.faults")
    let run = try Program(["/usr/bin/python3", script, "--list"], workingDirectory: folder.path)
    return (try run.wait(), run)
  }

  @Test(arguments: [
    "func reach(end: Int, start: Int, step: Int) -> Int {\n  return min(end, start + step)\n}\n",
    "func reach(_ last: Int, _ from: Int, _ by: Int) -> Int {\n  return min(last,   from + by)  // clamped\n}\n",
  ])
  func `a listed fault fits a function whose local names and white space differ`(function: String) throws {
    let (end, run) = try listedFault(in: function)
    #expect(end == .exited(0) && run.standardOutput.contains("A list runs beyond its end."), "\(run.standardOutput)")
  }

  @Test(arguments: [
    "func reach(end: Int, start: Int, step: Int) -> Int {\n  return max(end, start + step)\n}\n",
    "func reach(end: Int, start: Int) -> Int {\n  return min(end, start + start)\n}\n",
    "func other(end: Int, start: Int, step: Int) -> Int {\n  return min(end, start + step)\n}\n",
  ])
  func `a listed fault whose code is another fits nowhere`(function: String) throws {
    let (end, run) = try listedFault(in: function)
    #expect(end == .exited(1) && run.standardOutput.contains("fits nowhere"), "\(run.standardOutput)")
  }

  @Test func `a listed fault that is half a statement fits nowhere, so that the others compile`() throws {
    let function = "func reach(end: Int, start: Int) -> Int {\n  if start > 0, end > start { return end }\n"
    let (end, run) = try listedFault(in: "\(function)  return start\n}\n", "- if start > 0, end\n+ if start < 0, end")
    #expect(end == .exited(1) && run.standardOutput.contains("has to be an expression"), "\(run.standardOutput)")
  }

  @Test func `what failed in the night runs again, with what it judged, and what installs runs always`() throws {
    let folder = try TemporaryFolder()
    func place(_ script: String, _ text: String) throws {
      let path = folder.file(script)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = try folder.write(text, to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    for script in [".ci/nightly", "scripts/usage.sh"] {
      try place(script, String(contentsOfFile: RepositoryFile.path(script), encoding: .utf8))
    }
    let stub = "#!/bin/sh\necho \"${0##*/} $*\" >>\(folder.file("notes"))\n"
    for script in [
      "scripts/setup", "scripts/fuzz", "scripts/test", "scripts/embedding", "scripts/package", "scripts/mutate",
      "scripts/web/test", "scripts/compositors", "scripts/vm/cancels", "scripts/vm/bridge", "scripts/vm/unit",
      "scripts/vm/programs", "scripts/vm/kiosk", ".build/release/LawRun", ".build/release/SoakRun",
    ] {
      try place(script, stub)
    }
    try place(".build/release/InputBench", stub + "echo bridge p50 100\n")
    try place("bin/swift", stub + "case $* in *KernelBridgeTests) exit 1 ;; esac\n")
    let path = "\(folder.file("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let commit = "git init -q . && git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m a"
    for line in [commit, ".ci/nightly", ".ci/nightly"] {
      let run = try Program(["sh", "-c", line], environment: ["PATH": path], workingDirectory: folder.path)
      #expect(try run.wait() == .exited(line == commit ? 0 : 1), "\(run.standardError)")
    }
    let notes = folder.text(of: "notes").split(separator: "\n")
    func count(_ start: String) -> Int { notes.count { $0.hasPrefix(start) } }
    #expect(count("bridge ") == 2 && count("unit ") == 1 && count("cancels ") == 1, "\(notes)")
    #expect(count("setup arm") == 2 && count("fuzz misuse") == 1)
    #expect(
      folder.text(of: ".build/nightly/failed").split(separator: "\n")
        == ["  kernel bridge KernelBridgeTests", "  kiosk 1024x600", "  kiosk 1080x1920"])
  }
}
