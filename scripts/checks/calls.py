#!/usr/bin/env python3
"""Checks that system calls stand in the floor: scripts/checks/calls.py

A function of the kernel or of the C library's files, clocks, threads, sockets and processes is called in `Sources/Adapters/OffhandPlatform` only,
where it is written once, goes on after a signal, and fails with an error that names the call. A function of our own may have the same
name: a call counts where its file imports Glibc or CPlatform and declares no such function. Prints each call with its place, and ends
with 1 if there is one.
"""
import re
import sys
from pathlib import Path

FLOOR = Path("Sources/Adapters/OffhandPlatform")
GENERATED = Path("Sources/Adapters/OffhandWayland/Protocols")  # Its `send` is a method that it inherits.
# Where a call stands that the floor does not have, and why.
ALLOWED = {
    "Sources/Lab/OffhandBenchmarks/Reports/BenchmarkReport.swift": ("sysconf", "describes the machine, once a report"),
}
CALLS = """strerror strerror_r perror access chdir chmod chown close closedir connect bind listen accept accept4 dup dup2 dup3 epoll_\\w+
    eventfd\\w* exec\\w+ fchmod fchown fcntl fork fstat fstatat fsync ftruncate getenv geteuid getgrgid getpid getpwuid getuid getpeername
    getsockopt setsockopt ioctl kill link lseek lstat madvise mkdir mkdtemp mkfifo mkstemp mlock mmap mprotect munmap clock_\\w+ nanosleep
    open openat opendir pipe pipe2 poll ppoll posix_spawn\\w* prctl pread pwrite pthread_\\w+ ptrace read readdir readlink recv recvmsg rename
    rmdir select send sendmsg setenv shutdown sigaction sigprocmask signal signalfd sleep socket socketpair stat symlink syscall sysconf
    timerfd_\\w+ truncate umask unlink unsetenv usleep wait waitpid write""".split()
NOT_CODE = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
CALL = re.compile(rf"(?<![\w.`])(?P<qualifier>Glibc\.)?(?P<name>{'|'.join(CALLS)})\(|(?<![\w.])(?P<errno>errno)\b")
breaches = []
used = set()


def check(path):
    text = NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), path.read_text())
    if not re.search(r"^(?:\w+ )?import (?:Glibc|CPlatform)$", text, re.MULTILINE):
        return
    own = set(re.findall(r"\bfunc `?(\w+)`?[<(]", text))
    for number, line in enumerate(text.split("\n"), 1):
        for match in CALL.finditer(re.sub(r"\bfunc \w+\(", "", line)):
            name = match["name"] or match["errno"]
            if name in own and not match["qualifier"]:
                continue
            if name == ALLOWED.get(str(path), ("", ""))[0]:
                used.add(str(path))
                continue
            breaches.append(f"{path}:{number}: {name} is called here, and not in {FLOOR}")


for file in sorted(Path("Sources").rglob("*.swift")):
    if not {FLOOR, GENERATED} & set(file.parents):
        check(file)
for path in sorted(set(ALLOWED) - used):
    breaches.append(f"scripts/checks/calls.py:1: {path} is allowed a call that it no longer makes")
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
