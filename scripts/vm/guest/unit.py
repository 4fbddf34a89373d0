"""The package offhand-bridge under systemd, udev and logind, with a user logged in: unit.py OFFHAND FOLDER seat

FOLDER has the unit, the rule and the maintainer scripts. /out/results.json has what the bridge's user may open, what the unit's sandbox
came to, to whom the socket talks, and after each way in which the service ends: what a reader of the twin received, and what is left.
"""

import fcntl
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import types

from bridge import DEVICE, Reader, delays_of, finger, tap, twin, wait_for
from touchscreen import TouchScreen

UNIT, SOCKET, USER = "offhand-bridge.service", "/run/offhand-bridge/socket", "offhand-bridge"
TRACKING, GRAB = 0x39, 0x40044590
FLOOD = """import os, socket, sys
os.nice(19)
while True:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(sys.argv[1])"""


def says(*command):
    """What a command prints, whether it succeeds or not."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout.strip()


def install(offhand, folder):
    """The package, of what scripts/debian/build puts into it."""
    os.symlink(offhand, "/usr/bin/offhand")
    files = {"offhand-bridge.service": "usr/lib/systemd/system/", "74-offhand-bridge.rules": "usr/lib/udev/rules.d/",
             **{f"{USER}.{script}": f"DEBIAN/{script}" for script in ("postinst", "prerm", "postrm")}}
    for name, target in files.items():
        os.makedirs(os.path.dirname(f"/run/tree/{target}"), exist_ok=True)
        shutil.copy(f"{folder}/{name}", f"/run/tree/{target}")
        os.chmod(f"/run/tree/{target}", 0o755 if "DEBIAN" in target else 0o644)
    with open("/run/tree/DEBIAN/control", "w") as control:
        control.write(f"Package: {USER}\nVersion: 1\nArchitecture: all\nMaintainer: none <none@invalid>\nDescription: none\n")
    return says("dpkg-deb", "--root-owner-group", "--build", "/run/tree", "/run/bridge.deb") + says("dpkg", "-i", "/run/bridge.deb")


def nodes():
    """The nodes of input devices by name, and /dev/uinput."""
    found = {"uinput": "/dev/uinput"}
    for node in glob.glob("/dev/input/event*"):
        with open(f"/sys/class/input/{os.path.basename(node)}/device/name") as name:
            found[name.read().strip()] = node
    return found


def rights(user):
    """How a user may open each node."""
    def may(node, way):
        return subprocess.run(["test", f"-{way}", node], user=user, group=pwd.getpwnam(user).pw_gid, extra_groups=[]).returncode == 0
    return {name: "".join(way for way in "rw" if may(node, way)) for name, node in nodes().items()}


def files():
    """What a package may leave behind."""
    found = set()
    for top in ("/etc", "/usr/lib/systemd", "/usr/lib/udev", "/var/lib", "/run/offhand-bridge"):
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if f"{folder}/{name}" not in ("/var/lib/dpkg", "/var/lib/apt", "/var/lib/systemd")]
            found |= {f"{folder}/{name}" for name in folders + names}
    return found


def state(name):
    """What systemd says of the service."""
    return says("systemctl", "show", UNIT, "--value", f"--property={name}")


def journal():
    """What the service has logged."""
    return says("journalctl", "-u", UNIT, "--no-pager", "-o", "cat")


def processes():
    """The names of the processes of the bridge's user."""
    return sorted(says("ps", "-u", USER, "-o", "comm=").split())


def is_free(node):
    """Whether no program has captured the screen."""
    file = os.open(node, os.O_RDONLY)
    try:
        fcntl.ioctl(file, GRAB, 1)
        return True
    except OSError:
        return False
    finally:
        os.close(file)


def connect(user):
    """A connection of a user, and the first line it receives."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(20)
    os.seteuid(pwd.getpwnam(user).pw_uid)
    try:
        client.connect(SOCKET)
    finally:
        os.seteuid(0)
    return client, json.loads(client.makefile().readline())


def capture():
    """A client of the user at the seat, for which the screen is captured, and a reader of its twin."""
    wait_for("the socket", lambda: os.path.exists(SOCKET), limit=30)
    before = journal().count(f"{DEVICE['name']} is captured")
    client, _ = connect("kiosk")
    swipe = {"kind": "swipe", "fingers": 3, "taps": 1, "exclusive": True}
    client.sendall(json.dumps({"gestures": [swipe], "way": "take-back"}).encode() + b"\n")
    wait_for("the twin", twin, limit=30)
    wait_for("the capture", lambda: journal().count(f"{DEVICE['name']} is captured") > before, limit=30)
    subprocess.run(["udevadm", "settle"], check=True)
    return client, Reader(twin())


def classes():
    """How each thread is scheduled, once all of them are there."""
    client, _ = capture()
    client.close()
    return sorted(" ".join(line.split()) for line in says("ps", "-L", "-u", USER, "-o", "comm=,cls=").splitlines())


def confinement():
    """What the kernel says of the service's process."""
    wait_for("the socket", lambda: os.path.exists(SOCKET), limit=30)
    with open(f"/proc/{state('MainPID')}/status") as status:
        return {name: value.strip() for name, value in (line.split(":", 1) for line in status)}


def lifts(reader, patience):
    """The fingers that lift on the twin, before it is gone."""
    return sum(code == TRACKING and value < 0 for _, _, code, value in reader.read(patience))


def ended(screen, node, end, rest, fingers):
    """The service ends under a finger: what a reader of its twin received, and what is there some time later."""
    client, reader = capture()
    screen.show([finger(number + 1, 5 + 15 * number, 10) for number in range(fingers)])
    landed = sum(code == TRACKING for _, _, code, _ in reader.read())
    end(int(state("MainPID")))
    lifted = lifts(reader, 4)
    screen.show([])
    client.close()
    time.sleep(rest)
    wait_for("the service", lambda: state("ActiveState") in ("active", "inactive", "failed"), limit=30)
    return {"landed": landed, "lifted": lifted, "state": state("ActiveState"), "processes": processes(), "twin": bool(twin()),
            "free": is_free(node)}


def away(screen, node):
    """Another terminal comes to the front under a finger, and the first one again."""
    def front(number):
        with open("/dev/tty0", "w") as terminal:
            fcntl.ioctl(terminal, 0x5606, number)

    _, reader = capture()
    screen.show([finger(1, 100, 60)])
    reader.read()
    front(2)
    lifted = lifts(reader, 2)
    time.sleep(3)
    result = {"lifted": lifted, "free": is_free(node), "greeting": list(connect("kiosk")[1])}
    screen.show([])
    front(1)
    time.sleep(3)
    return {**result, "back": passes(screen)}


def passes(screen):
    """Whether the next tap passes through."""
    client, reader = capture()
    tap(screen)
    found = [value >= 0 for _, _, code, value in reader.read(1) if code == TRACKING]
    client.close()
    return found == [True, False]


def flooded(screen):
    """Eight processes of another user connect again and again: the delays of the reports, and whether the service is the same after it."""
    client, reader = capture()
    before = state("MainPID")
    flood = [subprocess.Popen([sys.executable, "-c", FLOOD, SOCKET], user="nobody", group=0, extra_groups=[]) for _ in range(8)]
    time.sleep(15)
    delays = delays_of(types.SimpleNamespace(screen=screen), reader, 20, False, True)
    connecting = sum(process.poll() is None for process in flood)
    for process in flood:
        process.kill()
    client.close()
    return {"delays": delays, "connecting": connecting, "isSame": state("MainPID") == before}


def main(offhand, folder, _):
    results = {}

    def note(name, find, *arguments):
        try:
            results[name] = find(*arguments)
        except Exception as error:
            results[name] = {"failure": repr(error)}
        print(name, results[name], flush=True)
        with open("/out/results.json", "w") as file:
            json.dump(results, file, indent=1)

    before, screen = files(), TouchScreen(DEVICE)
    subprocess.run(["systemctl", "start", "seat"], check=True)
    print(install(offhand, folder), flush=True)
    keys = TouchScreen({**DEVICE, "name": "Offhand Test Keys", "keys": range(1, 32)})
    second = TouchScreen({**DEVICE, "name": "Offhand Second Panel"})
    subprocess.run(["udevadm", "settle"], check=True)
    node = nodes()[DEVICE["name"]]
    note("rights", lambda: {user: rights(user) for user in (USER, "kiosk", "nobody")})
    note("verify", says, "systemd-analyze", "verify", "--man=no", UNIT)
    with open("/etc/default/offhand-bridge", "w") as options:
        options.write('OPTIONS="--log info"\n')
    print(says("systemctl", "enable", "--now", UNIT), flush=True)
    note("process", confinement)
    note("processes", processes)
    note("classes", classes)
    note("folder", says, "stat", "-c", "%A %U", os.path.dirname(SOCKET))
    note("greetings", lambda: {user: list(connect(user)[1]) for user in ("kiosk", "root", "nobody")})

    note("flooded", flooded, screen)
    note("away", away, screen, node)
    ends = [("kill", lambda pid: os.kill(pid, signal.SIGKILL), 3, 1),
            # systemd takes the silence of 10 s for a failure, and kills the process in the end.
            ("watchdog", lambda pid: os.kill(pid, signal.SIGSTOP), 17, 1),
            ("stop", lambda _: says("systemctl", "stop", "--no-block", UNIT), 3, 1),
            # Read well before five seconds are over: what is unread when the twin goes is lost.
            ("four fingers", lambda _: time.sleep(2), 5, 4)]
    results["ends"] = {}
    for name, *end in ends:
        note(name, ended, screen, node, *end)
        results["ends"][name] = result = results.pop(name)
        if name in ("stop", "four fingers"):
            says("systemctl", "start", UNIT)
        note("tap", passes, screen)
        result["tapPasses"] = results.pop("tap")
    print(journal(), flush=True)

    note("purge", says, "dpkg", "--purge", USER)
    time.sleep(2)
    subprocess.run(["udevadm", "settle"], check=True)
    os.remove("/usr/bin/offhand")
    note("left", lambda: {
        "files": sorted(files() - before), "processes": says("pgrep", "-l", "offhand"), "twin": bool(twin()), "free": is_free(node),
        "user": says("getent", "passwd", USER),
        "rights": [line for file in nodes().values() for line in says("getfacl", "-cn", file).splitlines()
                   if line.startswith("group:") and line[6] != ":"]})


main(*sys.argv[1:])
