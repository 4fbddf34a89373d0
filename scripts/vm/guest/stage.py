"""A compositor on the guest's screen with a touch screen of its kernel, and a program below that fills it."""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from touchscreen import TouchScreen

USER = 12345  # sway refuses to run as root
RUNTIME = "/run/session"
SWAY_SOCKET = f"{RUNTIME}/sway-ipc"
DEVICE = {
    "name": "Offhand Test Panel",
    "ids": {"bustype": "0x3", "vendor": "0x1234", "product": "0x5678", "version": "0x1"},
    "axes": {"x": {"min": 0, "max": 15999, "res": 50}, "y": {"min": 0, "max": 9999, "res": 50},
             "slot": {"min": 0, "max": 9}, "tool": {"min": 0, "max": 2}}}
WIDTH, HEIGHT = 1280, 800
# The callback of a frame that was shown.
SHOWN = r"(?s)\.frame\(new id wl_callback[@#](\d+)\).*wl_callback[@#]\1\.done"
COMPOSITORS = {
    "sway": ["sway", "--config", "/run/sway.conf"],
    "labwc": ["labwc"],
    "weston": ["weston", "--backend=drm-backend.so", "--renderer=pixman", "--shell=kiosk-shell.so", "--idle-time=0",
               "--socket=wayland-0"],
    "cage": ["cage", "--", "sleep", "infinity"],
    "phoc": ["phoc"],
}


def wait_for(what, condition, limit=120):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {limit} s in vain for {what}")
        time.sleep(0.05)


def start(command, log, user=None, **variables):
    with open(f"/run/{log}", "wb") as file:
        return subprocess.Popen(
            command, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **variables}, user=user, group=user,
            extra_groups=[] if user else None, start_new_session=True)


def text(log):
    with open(f"/run/{log}", errors="replace") as file:
        return file.read()


def keep_logs(*names):
    for name in names:
        if os.path.exists(f"/run/{name}.log"):
            shutil.copyfile(f"/run/{name}.log", f"/out/{name}.log")


def end(program):
    program.send_signal(signal.SIGTERM)
    try:
        program.wait(timeout=20)
    except subprocess.TimeoutExpired:
        # And what it has started: `start` gives it a group of its own.
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def subscribe():
    """The lines that `offhand serve` sends from now on."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(60)
    client.connect(f"{RUNTIME}/offhand.sock")
    client.sendall(b'{"subscribe":"all"}\n')
    lines = client.makefile()
    while "ok" not in json.loads(lines.readline()):
        pass
    return lines


def swipe(screen, steps=20):
    """A landing at the left edge, and motions."""
    for step in range(steps + 1):
        screen.show([{"id": 1, "x_mm": 1 + 5 * step, "y_mm": 100}])
        time.sleep(0.03)
    if steps == 20:
        screen.show([])


class Stage:
    """A compositor with the touch screen, and a program that fills its screen and logs the protocol in below.log."""

    def __init__(self, offhand, compositor="sway", program=("touches", "--source", "wayland", "--role", "fullscreen"),
                 beside=False):
        global RUNTIME
        self.programs = []
        # A session of logind has its own folder.
        self.session = compositor if compositor in ("mutter", "kwin") else None
        RUNTIME = "/run/user/1000" if self.session else "/run/session"
        shutil.rmtree("/run/session", ignore_errors=True)
        os.makedirs("/run/session", mode=0o700)
        os.chown("/run/session", USER, USER)
        with open("/run/sway.conf", "w") as file:
            file.write("xwayland disable\ndefault_border none\n")
        os.environ["XDG_RUNTIME_DIR"] = RUNTIME
        # A second one, which nobody touches: a program knows that a seat lost its only one.
        self.other = TouchScreen({**DEVICE, "name": "Offhand Second Panel"}) if beside else None
        self.plug()
        try:
            self.begin(compositor)
            self.fill([offhand, *program])
        except BaseException:
            self.close()
            raise

    def begin(self, compositor):
        if self.session:
            subprocess.run(["systemctl", "start", compositor], check=True)
            wait_for(compositor, lambda: os.path.exists(f"{RUNTIME}/wayland-0"))
            os.environ["WAYLAND_DISPLAY"] = "wayland-0"
            return
        # Its daemon opens the nodes for the compositor: there is neither a login nor a terminal of its own here.
        self.programs.append(start(["seatd"], "seatd.log", SEATD_VTBOUND="0"))
        wait_for("seatd", lambda: os.path.exists("/run/seatd.sock"))
        os.chmod("/run/seatd.sock", 0o666)
        os.environ.pop("WAYLAND_DISPLAY", None)
        self.programs.append(start(
            COMPOSITORS[compositor], f"{compositor}.log", user=USER, HOME="/tmp", LIBSEAT_BACKEND="seatd",
            SWAYSOCK=SWAY_SOCKET, WLR_BACKENDS="drm,libinput", WLR_RENDERER="pixman"))
        wait_for(compositor, lambda: glob.glob(f"{RUNTIME}/wayland-?"))
        os.environ["WAYLAND_DISPLAY"] = glob.glob(f"{RUNTIME}/wayland-?")[0]

    def fill(self, command):
        """Starts the program, again if the compositor, which has just begun, kept it waiting for too long."""
        for _ in range(5):
            self.below = start(command, "below.log", WAYLAND_DEBUG="1")
            wait_for("the program on the screen", lambda: self.below.poll() is not None or (
                re.search(SHOWN, text("below.log")) and "get_touch" in text("below.log")))
            if self.below.poll() is None:
                self.programs.append(self.below)
                # Mutter opens a window from half its size, and a frame takes four seconds here: a touch before the last one is seen lands
                # where the window was.
                return time.sleep(15 if self.session == "mutter" else 2)
        raise RuntimeError("the program on the screen ended")

    def plug(self):
        """Plugs the touch screen in; the compositor may open its node."""
        self.screen = TouchScreen(DEVICE)
        subprocess.run(["udevadm", "settle"], check=True)
        for node in glob.glob("/dev/input/event*"):
            os.chmod(node, 0o666)
            with open(f"/sys/class/input/{os.path.basename(node)}/device/name") as file:
                if file.read().strip() == DEVICE["name"]:
                    self.node = node

    def events(self):
        """The touch events in the program's log of the protocol, and the ends of its touch screens, in order."""
        found = re.findall(r"wl_touch[@#]\d+\.(down|motion|up|cancel|frame)\(|(wl_touch[@#]\d+\.release)\(", text("below.log"))
        return [event or "gone" for event, _ in found]

    def received(self):
        """The number of touch events of fingers."""
        return sum(event in ("down", "motion", "up") for event in self.events())

    def close(self):
        for program in reversed(self.programs):
            end(program)
        if self.session:
            subprocess.run(["systemctl", "stop", self.session], timeout=30)
        self.screen.unplug()
        if self.other:
            self.other.unplug()
