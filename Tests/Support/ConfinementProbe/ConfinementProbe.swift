import CPlatform
import Glibc
import OffhandPlatform

/// Confines itself and then tries what it gave up, for the tests, which cannot take back what they give up:
/// `ConfinementProbe none|connecting|viewing|early|old|broker|late FOLDER`.
///
/// FOLDER has the files `kept`, `secret` and `inside/kept`; `inside` is what may be read. Prints one line for each attempt:
/// its name, and `done` or the error.
@main
struct ConfinementProbe {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: ConfinementProbe none|connecting|viewing|early|old|broker|late FOLDER")
      exit(64)
    }
    let folder = arguments[2]
    if arguments[1] == "broker" { return try broker(folder) }
    if arguments[1] == "late" { return try late(folder) }
    let inside = "\(folder)/inside"
    if arguments[1] == "old" { return old() }
    if arguments[1] == "early" {
      Confinement.leaveProcesses()
      processes()
      return report("write", open("\(inside)/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
    let remover = try FileRemover(["\(folder)/open"])
    // Threads that were there before are confined like those that come later.
    let (start, done) = (try Doorbell(), try Doorbell())
    let early = try WorkerThread {
      Confinement.leaveFiles()
      _ = start.wait(nil)
      report("socket of an early thread", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      report("a file of an early thread", Glibc.open("\(inside)/kept", O_RDONLY | O_CLOEXEC))
      done.ring()
    }
    // Named in words that the files of this machine do not change.
    let open = try Descriptor(opening: "\(folder)/open", .replacing(permissions: 0o600))
    let unconnected = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let incoming = try DatagramSocket(receivingAt: "127.0.0.1", port: 0)
    let outgoing = try DatagramSocket(sendingTo: "127.0.0.1", port: incoming.port)
    var manager: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &manager)
    let outcome = Confinement(
      readable: arguments[1] == "viewing" ? Confinement.allFiles : Confinement.systemFiles + [inside],
      connects: arguments[1] == "connecting", manager: manager[0]
    ).apply()
    print("calls: \(outcome.filtersCalls)")
    print("files: \(outcome.landlock != nil)")
    start.ring()
    early.join()
    network()
    programsOfThisMachine(unconnected, datagrams)
    serviceManager(manager[0])
    datagramSockets(incoming, outgoing)
    // MSG_FASTOPEN.
    var message = msghdr()
    report("a server that connects", Int32(sendmsg(server, &message, 0x2000_0000 | Int32(MSG_NOSIGNAL))))
    programs(folder)
    processes()
    newCalls()
    files(folder, inside)
    memory()
    report("write to an open file", Int32((try? open.write([1])) == nil ? -1 : 0))
    remover.remove()
    report("the file that another process removes", access("\(folder)/open", F_OK))
    report("a late thread", (try? WorkerThread {}.join()) == nil ? -1 : 0)
  }

  /// Prints how an attempt ended; `result` is -1 with `errno` if it failed.
  static func report(_ name: String, _ result: Int32) {
    let code = errno
    print("\(name): \(result >= 0 ? "done" : KernelError.reason(code))")
  }

  /// Looks into another process of its user, as on a kernel without Landlock.
  private static func old() {
    if getuid() == 0 {
      setgroups(0, nil)
      setgid(65534)
      setuid(65534)
      // PR_SET_DUMPABLE, which a change of the user takes back.
      _ = call("prctl", 4, 1)
    }
    let filter = seccomp_init(UInt32(SCMP_ACT_ALLOW))
    // landlock_create_ruleset: ENOSYS.
    seccomp_rule_add_array(filter, 0x0005_0000 | UInt32(ENOSYS), 444, 0, nil)
    seccomp_load(filter)
    let other = offhand_fork()
    if other == 0 { while true { pause() } }
    func look(_ name: String) { report(name, open("/proc/\(other)/mem", O_RDONLY | O_CLOEXEC)) }
    let (user, group) = (getuid(), getgid())
    look("memory before")
    report("a namespace", Confinement.leaveProcesses() ? 0 : -1)
    look("memory after")
    report("memory of its own", open("/proc/self/mem", O_RDONLY | O_CLOEXEC))
    report("the same user", getuid() == user && getgid() == group ? 0 : -1)
    kill(other, SIGKILL)
  }

  private static func network() {
    let stream = Int32(SOCK_STREAM.rawValue)
    report("a network socket", socket(AF_INET, stream, 0))
    report("an IPv6 socket", socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0))
    report("a packet socket", socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0))
    report("a Unix socket", socket(AF_UNIX, stream, 0))
    report("messages about devices", socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 15))
    report("messages about routes", socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0))
  }

  /// Tries to reach a program that listens. Nothing does at this address, so where connecting is possible it ends with another error.
  private static func programsOfThisMachine(_ stream: Int32, _ datagrams: Int32) {
    var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/nobody".utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        report("an IPC", connect(stream, $0, length))
        report("a message to an address", Int32(sendto(datagrams, "x", 1, 0, $0, length)))
      }
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "probe.sock".utf8) }
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { report("a socket's file", bind(stream, $0, length)) }
    }
    report("an owner of a descriptor", fcntl(stream, 8, getpid()))
    report("a signal of a descriptor", fcntl(stream, 10, SIGTERM))
    var pair: [Int32] = [0, 0]
    report("a pair of sockets", socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &pair))
    // EVIOCSABS(0), EVIOCSKEYCODE and EVIOCSREP of linux/input.h: on this file they mean nothing.
    var content = [UInt8](repeating: 0, count: 64)
    report("the range of an axis", ioctl(0, 0x4018_45C0, &content))
    report("the range of an axis, in fewer bytes", ioctl(0, 0x4014_45C1, &content))
    report("the code of a key", ioctl(0, 0x4008_4504, &content))
    report("the repetition of keys", ioctl(0, 0x4008_4503, &content))
    // UI_DEV_CREATE of linux/uinput.h.
    report("an input device", ioctl(0, 0x5501, 0))
  }

  /// Tries to reach others than the service manager over the socket to it.
  private static func serviceManager(_ socket: Int32) {
    report("a message to the manager", Int32(send(socket, "x", 1, 0)))
    var message = msghdr()
    report("a message to another manager", Int32(sendmsg(socket, &message, 0)))
    report("a copy of the manager's socket", dup(socket))
    report("another copy of it", fcntl(socket, F_DUPFD_CLOEXEC, 100))
  }

  /// Uses sockets of datagrams, and tries to reach others than their receiver.
  private static func datagramSockets(_ incoming: DatagramSocket, _ outgoing: DatagramSocket) {
    report("a datagram", outgoing.send([1]) ? 0 : -1)
    var byte: UInt8 = 0
    let length = withUnsafeMutableBytes(of: &byte) { incoming.receive(into: $0)?.count }
    report("a datagram that comes", length == 1 ? 0 : -1)
    var message = msghdr()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    for (name, socket) in [("the incoming", incoming.descriptor), ("the outgoing", outgoing.descriptor)] {
      report("a message over \(name) socket", Int32(sendmsg(socket, &message, 0)))
      report("a copy of \(name) socket", dup(socket))
      let (sent, connected) = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          (sendto(socket, "x", 1, 0, $0, 16), connect(socket, $0, 16))
        }
      }
      report("a datagram elsewhere over \(name) socket", Int32(sent))
      report("a connection of \(name) socket", connected)
    }
  }

  private static func programs(_ folder: String) {
    let child = try? ChildProcess(["/bin/true"], environment: [:], output: nil, errors: nil)
    report("a program", child == nil ? -1 : 0)
    report("another half", (try? ProcessHalf.split()) == nil ? -1 : 0)
    errno = 0
    try? Environment.execute(["/bin/true"])
    report("a program in this place", -1)
    report("a signal to this process", kill(getpid(), 0))
    report("a signal to another process", kill(getppid(), 0))
    report("another user", setuid(getuid()))
  }

  /// Tries to reach the process that started this one.
  private static func processes() {
    report("the memory of another process", open("/proc/\(getppid())/mem", O_RDONLY | O_CLOEXEC))
    report("the command of another process", open("/proc/\(getppid())/cmdline", O_RDONLY | O_CLOEXEC))
    report("shared memory", shmget(0, 4096, 0o600))
    report("the limits of this process", call("prlimit", 0, 7))
    report("the limits of another process", call("prlimit", Int(getppid()), 7))
    report("the priority of another process", call("setpriority", 0, Int(getppid())))
    // Without the processors.
    report("the processors of this process", call("sched_setaffinity", 0, 8))
    report("the processors of another process", call("sched_setaffinity", Int(getppid()), 8))
  }

  /// Calls a function of the C library that Swift does not see; arguments that are left out are 0.
  private static func call(_ name: String, _ first: Int, _ second: Int) -> Int32 {
    typealias Function = @convention(c) (Int, Int, Int, Int, Int) -> Int32
    guard let symbol = dlsym(nil, name) else { return -1 }
    return unsafeBitCast(symbol, to: Function.self)(first, second, 0, 0, 0)
  }

  /// Tries calls by their numbers, as a library does that is older than they are; the arguments are wrong.
  private static func newCalls() {
    for (name, number) in [("fchmodat2", 452), ("setxattrat", 463), ("open_tree_attr", 467), ("file_setattr", 469)] {
      report(name, call("syscall", number, -1))
    }
  }

  private static func files(_ folder: String, _ inside: String) {
    func opened(_ path: String, _ flags: Int32) -> Int32 { open(path, flags | O_CLOEXEC, 0o600) }
    report("read inside", opened("\(inside)/kept", O_RDONLY))
    report("read outside", opened("\(folder)/secret", O_RDONLY))
    report("read what the system has", opened("/etc/passwd", O_RDONLY))
    report("write outside", opened("\(folder)/kept", O_WRONLY))
    report("create outside", opened("\(folder)/new", O_WRONLY | O_CREAT))
    report("create inside", opened("\(inside)/new", O_WRONLY | O_CREAT))
    report("rename inside", rename("\(inside)/new", "\(inside)/newer"))
    report("remove inside", unlink("\(inside)/kept"))
    report("remove outside", unlink("\(folder)/kept"))
    report("mode", chmod("\(inside)/kept", 0o777))
    // FS_IOC_SETFLAGS of linux/fs.h, with no flag.
    var flags = 0
    report("attributes", ioctl(opened("\(inside)/kept", O_RDONLY), 0x4008_6602, &flags))
  }

  private static func memory() {
    let page = 4096
    func mapped(_ protection: Int32) -> Int32 {
      mmap(nil, page, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
    }
    report("memory", mapped(PROT_READ | PROT_WRITE))
    report("executable memory", mapped(PROT_READ | PROT_EXEC))
    let buffer = try? Descriptor(anonymousFile: "probe", size: page)
    report("a buffer", buffer == nil ? -1 : 0)
  }
}
