"""The first process after the host's files are there: starts udev, runs the command, reports its exit code, powers off.

If one of SESSIONS is among the command's words, systemd is started instead, which does the same: Mutter and KWin open devices in a session
of logind alone.
"""

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


UNITS = {
    "offhand.target": """[Unit]
Requires=basic.target dbus.socket systemd-logind.service offhand.service
""",
    "offhand.service": """[Unit]
After=basic.target systemd-logind.service
[Service]
ExecStart=/usr/bin/python3 /run/guest/start.py booted
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
""",
}

# The session of a user who logged in at the first terminal, with a compositor or with nothing.
SESSIONS = {
    "mutter": "/usr/bin/mutter --display-server --wayland --no-x11 --wayland-display wayland-0",
    "kwin": "/usr/bin/kwin_wayland --drm --no-lockscreen --no-global-shortcuts --socket wayland-0",
    "seat": "/usr/bin/sleep infinity",
}
SESSION = """[Unit]
After=systemd-user-sessions.service
[Service]
User=kiosk
PAMName=login
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=file:/run/{name}.log
StandardError=file:/run/{name}.log
Environment=XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_SEAT=seat0 XDG_VTNR=1 KWIN_COMPOSE=Q
ExecStart=/usr/bin/dbus-run-session -- {command}
"""


def boot():
    os.makedirs("/run/systemd/system")
    sessions = {f"{name}.service": SESSION.format(name=name, command=command) for name, command in SESSIONS.items()}
    for name, unit in {**UNITS, **sessions}.items():
        with open(f"/run/systemd/system/{name}", "w") as file:
            file.write(unit)
    # A checkout in /tmp stays seen.
    os.symlink("/dev/null", "/run/systemd/system/tmp.mount")
    os.execv("/lib/systemd/systemd", ["systemd", "--unit=offhand.target", "--show-status=no"])


def main():
    with open("/out/command", "rb") as file:
        command = file.read().decode().split("\0")[:-1]
    os.environ.clear()
    os.environ.update(
        PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME="/root", LANG="C.UTF-8",
        XDG_RUNTIME_DIR="/run/offhand", PYTHONPATH=os.path.dirname(__file__), PYTHONDONTWRITEBYTECODE="1")
    if sys.argv[1:] == ["booted"]:
        return subprocess.run(command, cwd="/out").returncode
    os.makedirs("/run/offhand", mode=0o700)
    share()
    if set(SESSIONS) & set(command):
        boot()
    # What the host's udev knows about the host's devices is not true here.
    os.makedirs("/run/udev", exist_ok=True)
    os.makedirs("/dev/pts", exist_ok=True)
    os.makedirs("/dev/shm", exist_ok=True)
    subprocess.run(["mount", "-t", "devpts", "devpts", "/dev/pts"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], check=True)
    subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True)
    subprocess.run(["udevadm", "trigger", "--action=add"], check=True)
    subprocess.run(["udevadm", "settle", "--timeout=60"], check=True)
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
