import CPlatform
import Glibc
import OffhandPlatform

extension ConfinementProbe {
  /// `ConfinementProbe broker FOLDER`: has files opened by another process, after this one has given up the right to open them.
  ///
  /// The other process may read `secret` and `kept`, and refuses `kept`; other paths make it try what it gave up.
  static func broker(_ folder: String) throws {
    let (kept, secret) = ("\(folder)/kept", "\(folder)/secret")
    // A number that nothing opened later gets.
    let inherited = fcntl(try Descriptor(opening: kept, .reading).number, F_DUPFD_CLOEXEC, 100)
    let broker = try FileBroker(named: "probe-opener", confinement: Confinement(readable: [kept, secret])) {
      (path) throws(KernelError) in
      switch path {
      case kept: throw KernelError(call: "open", code: EACCES)
      case "program": _ = try ChildProcess(["/bin/true"], environment: [:], output: nil, errors: nil)
      case "network": return try Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), from: "socket")
      case "write": return try Descriptor(opening: secret, .readingAndWriting)
      case "inherited": return try Descriptor(duplicating: inherited)
      case "end": ProcessHalf.end(0)
      default: break
      }
      return try Descriptor(opening: path, .reading)
    }
    let old = try Descriptor(opening: secret, .reading)
    // What a new file of this process would not have.
    if geteuid() == 0 { _ = chown(secret, 1234, 1235) }
    _ = chmod(secret, 0o666)
    let replacer = try FileReplacer(secret)
    let outcome = Confinement(readable: Confinement.systemFiles).apply()
    print("calls: \(outcome.filtersCalls)")
    print("files: \(outcome.landlock != nil)")
    report("read secret", Glibc.open(secret, O_RDONLY | O_CLOEXEC))
    func attempt(_ name: String, _ path: String) {
      do throws(KernelError) {
        let bytes = try broker.open(path).contents()
        print("\(name): \(String(decoding: bytes, as: UTF8.self))")
      } catch {
        print("\(name): \(KernelError.reason(error.code))")
      }
    }
    attempt("the file", secret)
    attempt("a file that it refuses", kept)
    attempt("a file that it cannot read", "\(folder)/inside/kept")
    attempt("no path", "")
    attempt("the longest path", String(repeating: "/", count: Int(PATH_MAX)))
    attempt("a longer path", String(repeating: "/", count: Int(PATH_MAX) + 1))
    for name in ["program", "network", "write", "inherited"] { attempt(name, name) }
    attempt("the file again", secret)
    try replacer.replace(with: Array("new".utf8))
    print("the old one: \(String(decoding: try old.contents(), as: UTF8.self))")
    let (before, after) = (try old.status(), try Descriptor.status(of: secret))
    print("owner stays: \((before.owner, before.group) == (after.owner, after.group))")
    print("permissions: \(String(after.permissions, radix: 8))")
    print("has ended: \(broker.hasEnded)")
    attempt("end", "end")
    print("has ended then: \(broker.hasEnded)")
    attempt("the file then", secret)
  }

  /// `ConfinementProbe late FOLDER`: asks another process for a file that it opens too late, and then for another one.
  static func late(_ folder: String) throws {
    let broker = try FileBroker(named: "probe-opener", confinement: nil) { (path) throws(KernelError) in
      if path == "late" { sleep(3) }
      return try Descriptor(opening: "\(folder)/\(path == "late" ? "secret" : path)", .reading)
    }
    for path in ["late", "none", "kept"] {
      do throws(KernelError) {
        let bytes = try broker.open(path).contents()
        print("\(path): \(String(decoding: bytes, as: UTF8.self))")
      } catch {
        print("\(path): \(KernelError.reason(error.code))")
      }
    }
    print("has ended: \(broker.hasEnded)")
  }
}
