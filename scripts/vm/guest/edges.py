"""Who receives a swipe from the left edge: edges.py OFFHAND

The same swipe of 22 events on a kernel's touch screen, under sway with a program that fills the screen: with nothing beside it, with
lisgd, and with `offhand serve`. The events that the program received are counted in its own log of the protocol; /out/results.json
has them, and whether the command of the gesture ran. Then the output is switched off with the curtain up, and a tap wakes it.
"""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from touchscreen import TouchScreen

USER = 12345  # sway refuses to run as root
RUNTIME = "/run/sway"
SWAY_SOCKET = f"{RUNTIME}/sway-ipc"
DEVICE = {
    "name": "Offhand Test Panel",
    "ids": {"bustype": "0x3", "vendor": "0x1234", "product": "0x5678", "version": "0x1"},
    "axes": {"x": {"min": 0, "max": 15999, "res": 50}, "y": {"min": 0, "max": 9999, "res": 50},
             "slot": {"min": 0, "max": 9}}}
WIDTH, HEIGHT = 1280, 800


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


def end(program):
    program.send_signal(signal.SIGTERM)
    try:
        program.wait(timeout=20)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


def swipe(screen):
    """A landing, 20 motions, and a lift."""
    for step in range(21):
        screen.show([{"id": 1, "x_mm": 1 + 5 * step, "y_mm": 100}])
        time.sleep(0.03)
    screen.show([])


class Stage:
    """Sway with the touch screen, and a program that fills it."""

    def __init__(self, offhand):
        shutil.rmtree(RUNTIME, ignore_errors=True)
        os.makedirs(RUNTIME, mode=0o700)
        os.chown(RUNTIME, USER, USER)
        with open("/run/sway.conf", "w") as file:
            file.write("xwayland disable\ndefault_border none\n")
        os.environ["XDG_RUNTIME_DIR"] = RUNTIME
        self.screen = TouchScreen(DEVICE)
        subprocess.run(["udevadm", "settle"], check=True)
        for node in glob.glob("/dev/input/event*"):
            os.chmod(node, 0o666)
            with open(f"/sys/class/input/{os.path.basename(node)}/device/name") as file:
                if file.read().strip() == DEVICE["name"]:
                    self.node = node
        # Its daemon opens the nodes for sway: there is neither a login nor a terminal of its own here.
        self.seat = start(["seatd"], "seatd.log", SEATD_VTBOUND="0")
        wait_for("seatd", lambda: os.path.exists("/run/seatd.sock"))
        os.chmod("/run/seatd.sock", 0o666)
        self.sway = start(
            ["sway", "--config", "/run/sway.conf"], "sway.log", user=USER, HOME="/tmp", LIBSEAT_BACKEND="seatd",
            SWAYSOCK=SWAY_SOCKET, WLR_BACKENDS="drm,libinput", WLR_RENDERER="pixman")
        wait_for("sway", lambda: glob.glob(f"{RUNTIME}/wayland-?"))
        os.environ["WAYLAND_DISPLAY"] = glob.glob(f"{RUNTIME}/wayland-?")[0]
        self.below = start(
            [offhand, "touches", "--source", "wayland", "--role", "fullscreen"], "below.log", WAYLAND_DEBUG="1")
        # Each commit that was shown is answered by a callback.
        wait_for("the program on the screen", lambda: ".done(" in text("below.log") and "get_touch" in text("below.log"))
        time.sleep(2)

    def received(self):
        """The touch events in the program's log of the protocol."""
        return len(re.findall(r"wl_touch@\d+\.(?:down|motion|up)\(", text("below.log")))

    def close(self):
        end(self.below)
        end(self.sway)
        end(self.seat)
        self.screen.unplug()


def measure(offhand, beside):
    """One swipe; `beside` is None, "lisgd" or "serve"."""
    stage = Stage(offhand)
    ran = f"/run/{beside}.ran"
    result = {"beside": beside}
    program = None
    if beside == "lisgd":
        program = start(
            ["lisgd", "-d", stage.node, "-w", str(WIDTH), "-h", str(HEIGHT), "-t", "100", "-m", "10000", "-g",
             f"1,LR,L,*,R,touch {ran}"], "beside.log")
        time.sleep(5)
    if beside == "serve":
        with open("/run/serve.toml", "w") as file:
            file.write(f'[[edge]]\nedge = "left"\nemit = "swipe"\nopen = {{ run = ["touch", "{ran}"] }}\n')
        program = start([offhand, "serve", "--config", "/run/serve.toml", "--log", "info"], "beside.log")
        wait_for("the service", lambda: "ready" in text("beside.log"))
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(60)
        client.connect(f"{RUNTIME}/offhand.sock")
        client.sendall(b'{"subscribe":"all"}\n')
        lines = client.makefile()
        while "ok" not in json.loads(lines.readline()):
            pass
        # The strip takes touches once sway has shown it.
        time.sleep(2)
    swipe(stage.screen)
    if beside == "serve":
        states = []
        while not states or states[-1] not in ("ended", "cancelled"):
            states.append(json.loads(lines.readline()).get("state"))
        result["states"] = states
    if beside:
        wait_for(f"the command of {beside}", lambda: os.path.exists(ran), limit=30)
        result["ran"] = True
    time.sleep(3)
    result["received"] = stage.received()
    if program:
        end(program)
    stage.close()
    return result


def wake(offhand):
    """A tap on an output that is off behind the curtain, and the tap after it."""
    stage = Stage(offhand)
    with open("/run/serve.toml", "w") as file:
        file.write("")
    service = start([offhand, "serve", "--config", "/run/serve.toml", "--log", "info"], "beside.log")
    wait_for("the service", lambda: "ready" in text("beside.log"))
    subprocess.run([offhand, "curtain", "until-tap"], check=True)
    power("off")
    tap(stage.screen)
    time.sleep(3)
    first = stage.received()
    power("on")
    tap(stage.screen)
    wait_for("the second tap", lambda: stage.received() >= first + 2)
    time.sleep(1)
    result = {"first": first, "second": stage.received() - first}
    end(service)
    stage.close()
    return result


def power(state):
    """Switches the output, as swayidle does it through swaymsg."""
    subprocess.run(["swaymsg", "-s", SWAY_SOCKET, f"output * dpms {state}"], check=True)

    def has_state():
        outputs = subprocess.run(["swaymsg", "-s", SWAY_SOCKET, "-t", "get_outputs", "--raw"], check=True,
                                 stdout=subprocess.PIPE).stdout
        return all(output["dpms"] == (state == "on") for output in json.loads(outputs))

    wait_for(f"the output to be {state}", has_state)
    time.sleep(1)


def tap(screen):
    screen.show([{"id": 1, "x_mm": 160, "y_mm": 100}])
    time.sleep(0.1)
    screen.show([])


def main(offhand):
    results = {}
    try:
        results["swipes"] = [measure(offhand, beside) for beside in (None, "lisgd", "serve")]
        results["wake"] = wake(offhand)
    finally:
        for log in ("seatd", "sway", "below", "beside"):
            if os.path.exists(f"/run/{log}.log"):
                shutil.copyfile(f"/run/{log}.log", f"/out/{log}.log")
    with open("/out/results.json", "w") as file:
        json.dump(results, file, indent=1)


main(*sys.argv[1:])
