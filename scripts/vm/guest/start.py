"""The first process after the host's files are there: starts udev, runs the command, reports its exit code, powers off."""

import os
import subprocess
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(__file__))
import host


def share():
    """Shows folders of the machine in another root, at their own places."""
    if not os.path.exists("/out/shared"):
        return
    os.makedirs("/run/machine")
    options = "trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro"
    subprocess.run(["mount", "-t", "9p", "-o", options, "machine", "/run/machine"], check=True)
    with open("/out/shared") as file:
        for folder in file.read().split("\0")[:-1]:
            os.makedirs(folder, exist_ok=True)
            subprocess.run(["mount", "--bind", f"/run/machine{folder}", folder], check=True)


def main():
    os.environ.clear()
    os.environ.update(
        PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME="/root", LANG="C.UTF-8",
        XDG_RUNTIME_DIR="/run/offhand", PYTHONPATH=os.path.dirname(__file__), PYTHONDONTWRITEBYTECODE="1")
    os.makedirs("/run/offhand", mode=0o700)
    share()
    # What the host's udev knows about the host's devices is not true here.
    os.makedirs("/run/udev", exist_ok=True)
    os.makedirs("/dev/pts", exist_ok=True)
    os.makedirs("/dev/shm", exist_ok=True)
    subprocess.run(["mount", "-t", "devpts", "devpts", "/dev/pts"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], check=True)
    subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True)
    subprocess.run(["udevadm", "trigger", "--action=add"], check=True)
    subprocess.run(["udevadm", "settle", "--timeout=60"], check=True)
    with open("/out/command", "rb") as file:
        command = file.read().decode().split("\0")[:-1]
    return subprocess.run(command, cwd="/out").returncode


try:
    code = main()
except BaseException:
    traceback.print_exc()
    code = 70
sys.stdout.flush()
host.tell(f"exit {code}")
with open("/proc/sysrq-trigger", "w") as file:
    file.write("o")
# The kernel powers off in its own time, and panics if its first process ends before that.
time.sleep(600)
