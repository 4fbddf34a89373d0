import CPlatform
import Glibc

/// A filter that refuses dangerous system calls to this process (seccomp, through libseccomp).
///
/// A refused call fails with EPERM, and the first one of each name is reported on stderr. The kernel does not do that by itself: it sends
/// SIGSYS, whose handler writes the line and gives the call its result. A signal that a thread blocks would end the process instead, so
/// no thread may block SIGSYS (`WorkerThread`). The C library itself blocks all signals while it starts a process, so those calls fail
/// without a report, and what wanted to start it says so. `clone3` and `openat2` fail with ENOSYS, as on an older kernel, because their
/// arguments lie in memory, where no filter can judge them; the C library then makes the older call.
final class RefusedCalls {
  /// A call that is refused, and the arguments with which it is.
  private struct Call {
    let name: String
    /// What is added to the name in the report.
    var use = ""
    /// All of these must hold; always, if empty.
    var arguments: [scmp_arg_cmp] = []
  }

  private let filter: scmp_filter_ctx
  private let trap: UInt32

  /// A filter that leaves connections to programs of this machine possible if it `connects`, and input devices if it `makesDevices`;
  /// the socket `manager` sends to the program that it is connected to alone, and so do those of datagrams (``DatagramSocket``). Throws if
  /// the library cannot make one.
  init(connects: Bool, makesDevices: Bool, manager: Int32?) throws(KernelError) {
    guard let filter = seccomp_init(UInt32(SCMP_ACT_ALLOW)) else {
      throw KernelError(call: "seccomp_init", code: ENOMEM)
    }
    self.filter = filter
    trap = offhand_can_report_refusals() != 0 ? UInt32(SCMP_ACT_TRAP) : RefusedCalls.failure(EPERM)
    var calls =
      RefusedCalls.always + RefusedCalls.signals + RefusedCalls.shares + RefusedCalls.network + RefusedCalls.code
      + RefusedCalls.attributes + RefusedCalls.creating
    if !connects {
      calls +=
        RefusedCalls.connections + (manager.map { RefusedCalls.messages(over: $0, "the service manager's") } ?? [])
    }
    for socket in DatagramSocket.open {
      calls += RefusedCalls.messages(over: socket, "a datagram")
      guard connects else { continue }
      let own = RefusedCalls.argument(0, is: UInt64(socket))
      calls.append(Call(name: "connect", use: "(a datagram socket)", arguments: [own]))
      let address = RefusedCalls.argument(4, SCMP_CMP_NE, 0)
      calls.append(Call(name: "sendto", use: "(to an address)", arguments: [own, address]))
    }
    if !makesDevices { calls.append(RefusedCalls.device) }
    for call in calls { try add(call, trap) }
    for call in RefusedCalls.starting { try add(call, RefusedCalls.failure(EPERM)) }
    for name in ["clone3", "openat2"] { try add(Call(name: name), RefusedCalls.failure(ENOSYS)) }
  }

  deinit { seccomp_release(filter) }

  /// Refuses the calls to every thread of this process, from now on. Throws if the kernel cannot.
  func refuse() throws(KernelError) {
    try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1), "seccomp_attr_set")
    guard offhand_report_refusals() == 0 else { throw .last("sigaction SIGSYS") }
    try check(seccomp_load(filter), "seccomp_load")
  }

  private func add(_ call: Call, _ action: UInt32) throws(KernelError) {
    var number = seccomp_syscall_resolve_name(call.name)
    if number < 0 { number = RefusedCalls.numbers[call.name] ?? number }
    // This processor has no such call.
    guard number >= 0 else { return }
    if action == trap { offhand_name_refusal(number, call.use.isEmpty ? call.name : "\(call.name) \(call.use)") }
    try check(
      seccomp_rule_add_array(filter, action, number, UInt32(call.arguments.count), call.arguments),
      "seccomp_rule_add \(call.name)")
  }

  private func check(_ result: Int32, _ name: String) throws(KernelError) {
    guard result == 0 else { throw KernelError(call: name, code: -result) }
  }

  /// The action that lets a call fail with `code` (`SCMP_ACT_ERRNO`, a macro with an argument).
  private static func failure(_ code: Int32) -> UInt32 { 0x0005_0000 | UInt32(code) }
}

// MARK: - The calls

extension RefusedCalls {
  private static func calls(_ names: String) -> [Call] {
    names.split(whereSeparator: \.isWhitespace).map { Call(name: String($0)) }
  }

  /// Argument `index` compared with `value`.
  private static func argument(_ index: UInt32, _ comparison: scmp_compare, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: comparison, datum_a: value, datum_b: 0)
  }

  /// Whether the lower half of argument `index`, which is all that the kernel reads of an `int`, is `value`.
  private static func argument(_ index: UInt32, is value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: value)
  }

  /// Whether argument `index` has all of `bits`; `absent`: none of them.
  private static func argument(_ index: UInt32, has bits: Int32, absent: Bool = false) -> scmp_arg_cmp {
    let mask = UInt64(UInt32(bitPattern: bits))
    return scmp_arg_cmp(arg: index, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: absent ? 0 : mask)
  }

  /// The numbers of calls that the kernel may have and the library may not know yet: the same on every processor.
  private static let numbers: [String: Int32] = [
    "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "fchmodat2": 452,
    "setxattrat": 463, "removexattrat": 466, "open_tree_attr": 467, "file_setattr": 469,
  ]

  /// What no program needs that reads touches and draws: other programs and processes, the kernel, mounts, clocks, users, keys; memory
  /// and messages that programs share by number or name; and io_uring, which makes calls that no filter sees.
  private static let always =
    calls(
      """
      execve execveat ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd pidfd_send_signal kcmp
      mount umount umount2 mount_setattr move_mount open_tree open_tree_attr fsopen fsconfig fsmount fspick pivot_root chroot setns unshare
      kexec_load kexec_file_load init_module finit_module delete_module create_module reboot swapon swapoff syslog acct quotactl quotactl_fd
      bpf perf_event_open userfaultfd fanotify_init lookup_dcookie nfsservctl uselib vhangup iopl ioperm modify_ldt vm86 vm86old personality
      settimeofday stime clock_settime clock_settime64 clock_adjtime clock_adjtime64 adjtimex sethostname setdomainname
      setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset
      setuid32 setgid32 setreuid32 setregid32 setresuid32 setresgid32 setfsuid32 setfsgid32 setgroups32
      add_key request_key keyctl open_by_handle_at io_uring_setup io_uring_enter io_uring_register migrate_pages move_pages
      shmget shmat shmctl semget semop semtimedop semctl msgget msgsnd msgrcv msgctl ipc mq_open mq_unlink
      """)
    + [
      // Types into the terminal that the program was started from.
      Call(name: "ioctl", use: "(TIOCSTI)", arguments: [argument(1, is: 0x5412)]),
      Call(name: "ioctl", use: "(TIOCLINUX)", arguments: [argument(1, is: 0x541C)]),
      // Change an input device for all programs, also through a descriptor that only reads.
      Call(name: "ioctl", use: "(EVIOCSREP)", arguments: [argument(1, is: 0x4008_4503)]),
      Call(name: "ioctl", use: "(EVIOCSKEYCODE)", arguments: [argument(1, is: 0x4008_4504)]),
      Call(name: "ioctl", use: "(EVIOCSKEYCODE_V2)", arguments: [argument(1, is: 0x4028_4504)]),
      // Its number contains a size, and the kernel takes any.
      Call(
        name: "ioctl", use: "(EVIOCSABS)",
        arguments: [scmp_arg_cmp(arg: 1, op: SCMP_CMP_MASKED_EQ, datum_a: 0xC000_FFC0, datum_b: 0x4000_45C0)]),
    ]

  /// A new input device, also a keyboard, from a descriptor that was meant for a touch screen.
  private static let device = Call(name: "ioctl", use: "(UI_DEV_CREATE)", arguments: [argument(1, is: 0x5501)])

  /// What `clone` has for threads (`CLONE_THREAD` of linux/sched.h, which Glibc's module leaves out).
  private static let threads: Int32 = 0x10000

  /// New processes; threads stay.
  private static let starting =
    calls("fork vfork")
    + [Call(name: "clone", use: "(a process)", arguments: [argument(0, has: threads, absent: true)])]

  /// Signals to others: those to this process stay.
  private static var signals: [Call] {
    ["kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"].map {
      Call(name: $0, use: "(another process)", arguments: [argument(0, SCMP_CMP_NE, UInt64(Environment.process))])
    } + [Call(name: "tkill")]
      // The owner of a descriptor receives its signals: F_SETOWN, F_SETSIG and F_SETOWN_EX, FIOSETOWN and SIOCSPGRP.
      + [8, 10, 15].map { Call(name: "fcntl", use: "(an owner)", arguments: [argument(1, is: $0)]) }
      + [0x8901, 0x8902].map { Call(name: "ioctl", use: "(an owner)", arguments: [argument(1, is: $0)]) }
  }

  /// Limits and shares of the processor of others; those of this process, whose number is 0 here, stay.
  private static let shares: [Call] =
    ["prlimit64", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"].map {
      Call(name: $0, use: "(another process)", arguments: [argument(0, SCMP_CMP_NE, 0)])
    }
    // PRIO_PROCESS is 0, IOPRIO_WHO_PROCESS is 1.
    + [("setpriority", UInt64(0)), ("ioprio_set", 1)].flatMap { name, process in
      [argument(0, SCMP_CMP_NE, process), argument(1, SCMP_CMP_NE, 0)].map {
        Call(name: name, use: "(another process)", arguments: [$0])
      }
    }

  /// New connections to programs of this machine; those that are there stay, and so does a socket that listens. A connection to sway or to
  /// the user's bus starts programs. `sendmsg` with an address needs a socket of datagrams, which cannot be made either, or that of the service
  /// manager (`messages(over:)`); `bind` stays for the kernel's messages about devices.
  private static let connections =
    calls("connect listen socketpair")
    + [
      Call(name: "socket", use: "(Unix)", arguments: [argument(0, is: UInt64(AF_UNIX))]),
      Call(name: "sendto", use: "(to an address)", arguments: [argument(4, SCMP_CMP_NE, 0)]),
    ]

  /// Messages to addresses, which lie in memory, over the `socket` of datagrams, and copies of it, which would have other numbers; `name`
  /// is for the report.
  private static func messages(over socket: Int32, _ name: String) -> [Call] {
    let socket = argument(0, is: UInt64(socket))
    // F_DUPFD and F_DUPFD_CLOEXEC.
    return ["sendmsg", "sendmmsg", "dup", "dup2", "dup3"].map {
      Call(name: $0, use: "(\(name) socket)", arguments: [socket])
    }
      + [0, 1030].map {
        Call(name: "fcntl", use: "(\(name) socket)", arguments: [socket, argument(1, is: $0)])
      }
  }

  /// Sockets of all families but Unix (the compositor, the service's clients) and the kernel's messages about devices.
  private static let network: [Call] = {
    let unix = UInt64(AF_UNIX)
    let netlink = UInt64(AF_NETLINK)
    // NETLINK_KOBJECT_UEVENT of linux/netlink.h.
    let devices = UInt64(15)
    let others: [scmp_arg_cmp] =
      [argument(0, SCMP_CMP_LT, unix), argument(0, SCMP_CMP_GT, netlink)]
      + (unix + 1..<netlink).map { argument(0, is: $0) }
    return others.map { Call(name: "socket", use: "(network)", arguments: [$0]) }
      + [
        Call(
          name: "socket", use: "(network)",
          arguments: [argument(0, is: netlink), argument(2, SCMP_CMP_NE, devices)]),
        // A Unix socket that is bound is a file. This is the length of an address of the kernel's messages.
        Call(name: "bind", use: "(Unix)", arguments: [argument(2, SCMP_CMP_NE, 12)]),
      ]
      // MSG_FASTOPEN connects a stream that is not connected, without `connect`.
      + [("sendto", UInt32(3)), ("sendmsg", 2), ("sendmmsg", 3)].map {
        Call(name: $0, use: "(to connect)", arguments: [argument($1, has: 0x2000_0000)])
      }
  }()

  /// Memory whose content becomes code.
  private static let code = [("mmap", 2), ("mmap2", 2), ("mprotect", 2), ("pkey_mprotect", 2)].map { name, index in
    Call(name: name, use: "(executable)", arguments: [argument(UInt32(index), has: PROT_EXEC)])
  }

  /// Modes, owners and attributes of files, and special files.
  private static let attributes =
    calls(
      """
      chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat chown32 fchown32 lchown32 setxattr lsetxattr fsetxattr setxattrat
      removexattr lremovexattr fremovexattr removexattrat file_setattr utime utimes utimensat futimesat mknod mknodat truncate truncate64
      """)
    // FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR and FS_IOC_ENABLE_VERITY, which need no right to write.
    + [0x4008_6602, 0x401C_5820, 0x4080_6685].map {
      Call(name: "ioctl", use: "(attributes)", arguments: [argument(1, is: $0)])
    }

  /// New files and names, names that go, and files that are opened to be written.
  private static let creating: [Call] =
    calls("creat mkdir mkdirat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat rmdir")
    + [("open", UInt32(1)), ("openat", 2)].flatMap { name, index in
      [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC].map {
        Call(name: name, use: "(to write)", arguments: [argument(index, has: $0)])
      }
    }
}
