"""What programs receive of a touch screen with the bridge between: bridge.py OFFHAND COMPOSITOR...

Under each compositor, a program that fills the screen and logs the protocol. /out/results.json has, for each way of keeping touches from
programs, its events of some gestures of which a swipe of three fingers is exclusive; how many fingers it keeps after each fault in the
middle of a touch, and whether it receives the next tap; what `--check` says; what readers of the device receive with the bridge and
without; and the delays.
"""

import contextlib
import fcntl
import glob
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import time

from stage import DEVICE, Stage, end, keep_logs, start, text, wait_for

EVENT = struct.Struct("qqHHi")
PLACE = "offhand-bridge/twin"
SOCKET = "/run/bridge.sock"
# These pass cancels on.
WAYS = {name: ("take-back", "hold") for name in ("sway", "kwin")}


class Bridge:
    """`offhand bridge`, and a client for which a swipe of three fingers is exclusive."""

    def __init__(self, offhand, way):
        # Scheduled as the unit says.
        command = ["chrt", "--reset-on-fork", "--rr", "1", offhand, "bridge", "--user", "root", "--log", "info"]
        self.program = start(command, "bridge.log", OFFHAND_BRIDGE=SOCKET)
        self.client = socket.socket(socket.AF_UNIX)
        try:
            self.ask(way)
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def request(self, way, gestures, **more):
        self.client.sendall(json.dumps({"gestures": gestures, "way": way, **more}).encode() + b"\n")

    def point(self, way):
        """Asks for a pointer, for programs without touch, and for no other gesture."""
        lines = [json.loads(line) for line in self.client.recv(65536).splitlines()]
        screens = [line["screens"] for line in lines if line.get("screens")][-1]
        screen = next(screen["id"] for screen in screens if screen["name"] == DEVICE["name"])
        place = {"screen": screen, "transform": 0, "area": [0, 0, 1, 1]}
        self.request(way, [], pointer={"uses": ["right_click", "wheel", "zoom"], "zooms": True, "places": [place]})
        wait_for("the pointer", lambda: twin("Offhand Pointer"))
        subprocess.run(["udevadm", "settle"], check=True)
        time.sleep(4)

    def ask(self, way):
        wait_for("the bridge", lambda: "ready" in text("bridge.log") or self.program.poll() is not None)
        self.client.connect(SOCKET)
        swipe = {"kind": "swipe", "fingers": 3, "taps": 1, "exclusive": True}
        self.request(way, [swipe])
        wait_for("the twin", twin)
        wait_for("the capture", lambda: f"{DEVICE['name']} is captured" in text("bridge.log"))
        subprocess.run(["udevadm", "settle"], check=True)
        time.sleep(2)

    def keeper(self):
        found = subprocess.run(["pgrep", "-P", str(self.program.pid), "-x", "offhand-keeper"], stdout=subprocess.PIPE)
        return int(found.stdout.split()[0])

    def end(self):
        self.client.close()
        if self.program.poll() is None:
            end(self.program)
        wait_for("the end of the twin", lambda: not twin(), limit=10)


def twin(named=DEVICE["name"]):
    """The node of the touch screen's twin, or of the pointer."""
    for node in glob.glob("/sys/class/input/event*"):
        try:
            with open(f"{node}/device/phys") as place, open(f"{node}/device/name") as name:
                if place.read().strip().endswith(PLACE) and name.read().strip() == named:
                    return f"/dev/input/{os.path.basename(node)}"
        except FileNotFoundError:
            pass  # It has just gone.
    return None


def touches(log="below.log"):
    """The touch events in the program's log, without their times."""
    found = []
    for name, values in re.findall(r"wl_touch[@#]\d+\.(down|motion|up|cancel)\(([^)]*)\)", text(log)):
        values = [value.strip() for value in values.split(",")]
        # down: serial, time, surface, id, x, y; motion: time, id, x, y; up: serial, time, id.
        chosen = {"down": values[3:], "motion": values[1:], "up": values[2:], "cancel": []}[name]
        found.append([name, *chosen])
    return found


def kept(events):
    """The fingers that landed and have not ended."""
    down = set()
    for event in events:
        if event[0] == "down":
            down.add(event[1])
        elif event[0] == "up":
            down.discard(event[1])
        elif event[0] == "cancel":
            down.clear()
    return len(down)


def finger(number, x, y, **more):
    return {"id": number, "x_mm": x, "y_mm": y, **more}


def tap(screen):
    screen.show([finger(1, 100, 60)])
    time.sleep(0.05)
    screen.show([])


def drag(screen):
    for step in range(10):
        screen.show([finger(1, 100 + 5 * step, 60)])
        time.sleep(0.02)
    screen.show([])


def pinch(screen):
    screen.show([finger(1, 100, 60)])
    time.sleep(0.02)
    for step in range(10):
        screen.show([finger(1, 100 - 3 * step, 60), finger(2, 140 + 3 * step, 60)])
        time.sleep(0.02)
    screen.show([finger(2, 167, 60)])
    screen.show([])


def swipe(screen):
    three = []
    for number in range(3):
        three.append(finger(number + 1, 80 + 20 * number, 60))
        screen.show(three)
        time.sleep(0.01)
    # Quick: a slow one is delivered before it is recognized where touches are held, and an emulated machine is slow by itself.
    for step in range(8):
        screen.show([finger(number + 1, 80 + 20 * number, 60 + 10 * step) for number in range(3)])
        time.sleep(0.008)
    screen.show([])


def press(screen):
    screen.show([finger(1, 100, 60)])
    time.sleep(1)
    screen.show([])


def pan(screen):
    for step in range(31):
        screen.show([finger(1, 150, 150 - 2 * step), finger(2, 170, 150 - 2 * step)])
        time.sleep(0.02)
    screen.show([])


def spread(screen):
    for step in range(21):
        screen.show([finger(1, 150 - 3 * step, 100), finger(2, 170 + 3 * step, 100)])
        time.sleep(0.02)


def palm(screen):
    screen.show([finger(1, 100, 60)])
    time.sleep(0.1)
    screen.show([finger(1, 101, 60)])
    time.sleep(0.02)
    screen.show([finger(1, 101, 60, palm=True)])
    time.sleep(0.02)
    screen.show([])


GESTURES = {"tap": tap, "drag": drag, "pinch": pinch, "swipe": swipe, "palm": palm}


def wait_for_rest(count, pause):
    """Waits until a count stays the same for the pause, for ten pauses at most."""
    last = None
    for _ in range(10):
        if last == (last := count()):
            return
        time.sleep(pause)


def received(stage, play):
    """The touch events of a gesture; a slow program is waited for, until it logs no more of them."""
    before = len(touches())
    play(stage.screen)
    wait_for_rest(lambda: len(touches()), 1.5)
    return touches()[before:]


def hold_finger(stage):
    """A finger that moves and stays down."""
    before = len(touches())
    for step in range(6):
        stage.screen.show([finger(1, 100 + 5 * step, 60)])
        time.sleep(0.03)
    wait_for("the touch", lambda: len(touches()) > before + 1, limit=60)
    return before


def check(offhand):
    """What `offhand bridge --check` prints."""
    with Bridge(offhand, "hold"):
        return subprocess.run(
            [offhand, "bridge", "--check"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
            env={**os.environ, "OFFHAND_BRIDGE": SOCKET, "XDG_STATE_HOME": "/run/state"}).stdout


def fault(stage, bridge, name):
    before = hold_finger(stage)
    begin = time.monotonic()
    if name == "kill":
        bridge.program.kill()
    elif name == "kill the keeper":
        os.kill(bridge.keeper(), signal.SIGKILL)
    elif name == "stop":
        bridge.program.send_signal(signal.SIGSTOP)
        time.sleep(4)
        bridge.program.send_signal(signal.SIGCONT)
    elif name == "stop the keeper":
        os.kill(bridge.keeper(), signal.SIGSTOP)
        time.sleep(3)
        os.kill(bridge.keeper(), signal.SIGCONT)
    elif name == "end":
        bridge.program.send_signal(signal.SIGTERM)
    elif name == "unplug":
        stage.screen.unplug()
    time.sleep(3)
    if name == "unplug":
        stage.plug()
        wait_for("the next twin", twin)
        time.sleep(3)
    # Above what the programs keep while the finger is still on the glass, so without its lift.
    result = {"fault": name, "kept": kept(touches()[before:]) if name != "stop the keeper" else None}
    if name != "unplug":
        stage.screen.show([])
        time.sleep(1)
    result["kept after the lift"] = kept(touches()[before:])
    after = len(touches())
    tap(stage.screen)
    time.sleep(2)
    result["next"] = [event[0] for event in touches()[after:]]
    result["seconds"] = round(time.monotonic() - begin, 1)
    return result


FAULTS = ("kill", "kill the keeper", "stop", "stop the keeper", "end", "unplug")


def measure(offhand, compositor):
    result, stage = {"compositor": compositor, "ways": []}, None
    try:
        stage = Stage(offhand, compositor, beside=True)
        plain = {}
        for name, play in GESTURES.items():
            if name == "palm":
                continue  # It would be one for the compositor still when the bridge is gone.
            plain[name] = received(stage, play)
        result["plain"] = plain
        result["check"] = check(offhand)
        for way in WAYS.get(compositor, ("hold",)):
            found = {"way": way, "gestures": {}, "faults": []}
            result["ways"].append(found)
            with Bridge(offhand, way):
                for name, play in GESTURES.items():
                    found["gestures"][name] = received(stage, play)
            for name in FAULTS:
                with Bridge(offhand, way) as bridge:
                    found["faults"].append(fault(stage, bridge, name))
                time.sleep(1)
        return result
    except Exception as error:
        result["failure"] = str(error)
        return result
    finally:
        keep_logs(compositor, "bridge", "below")
        for name in ("bridge", "below"):
            if os.path.exists(f"/out/{name}.log"):
                os.replace(f"/out/{name}.log", f"/out/{name}-{compositor}.log")
        if stage:
            stage.close()


class Reader:
    """What a program that reads a node receives, with the kernel's stamps of the monotonic clock."""

    def __init__(self, node):
        self.file = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.file, 0x400445A0, struct.pack("i", time.CLOCK_MONOTONIC))

    def read(self, patience=0.5):
        events = []
        try:
            while select.select([self.file], [], [], patience)[0]:
                events += EVENT.iter_unpack(os.read(self.file, EVENT.size * 64))
        except OSError:
            pass  # The device is gone.
        return [(seconds + micros / 1e6, kind, code, value) for seconds, micros, kind, code, value in events]


def without_stamps(events):
    """The events as they are, but for the numbers of touches, which go on from gesture to gesture."""
    numbers = {}
    return [[kind, code, numbers.setdefault(value, len(numbers)) if code == 0x39 and value >= 0 else value]
            for _, kind, code, value in events]


def raw(stage, offhand):
    """What a reader of the node receives of gestures, plain and with the bridge, and whether it is the same."""
    def play(node):
        reader = Reader(node)
        # Once before: the kernel leaves out what is no change, and a new device knows nothing yet.
        for name in ("tap", "drag", "pinch"):
            GESTURES[name](stage.screen)
        reader.read()
        found = {}
        for name in ("tap", "drag", "pinch"):
            GESTURES[name](stage.screen)
            found[name] = without_stamps(reader.read())
        return found

    plain = play(stage.node)
    results = {}
    for way in ("take-back", "hold"):
        with Bridge(offhand, way):
            found = play(twin())
        results[way] = {name: "same" if found[name] == plain[name] else {"plain": plain[name], "bridge": found[name]}
                        for name in plain}
    return results


def delays(stage, offhand, rate, busy=False, bridged=True):
    """Milliseconds from before the call that makes a report of five fingers to the stamp of the twin's; without the bridge, of its own."""
    with Bridge(offhand, "take-back") if bridged else contextlib.nullcontext():
        return delays_of(stage, Reader(twin() if bridged else stage.node), rate, busy, bridged)


def delays_of(stage, reader, rate, busy, bridged):
    load = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(2 if busy else 0)]
    sent, received = [], []
    begin = time.monotonic()
    for step in range(6 * rate):
        time.sleep(max(0, begin + step / rate - time.monotonic()))
        sent.append(time.monotonic())
        stage.screen.show([finger(number, 20 + 40 * number + step % 200 * 0.1, 60) for number in range(5)])
        received += reader.read(0)
    stage.screen.show([])
    received += reader.read()
    for process in load:
        process.kill()
    stamps = [stamp for stamp, kind, code, _ in received if (kind, code) == (0, 0)][:len(sent)]
    found = sorted(1000 * (stamp - time) for stamp, time in zip(stamps, sent))
    return {"rate": rate, "busy": busy, "bridged": bridged, "sent": len(sent), "reports": len(stamps),
            "p50": round(found[len(found) // 2], 3), "p99": round(found[len(found) * 99 // 100], 3), "max": round(found[-1], 3)}


def main(offhand, *compositors):
    results = {"compositors": []}

    def save():
        with open("/out/results.json", "w") as file:
            json.dump(results, file, indent=1)

    for compositor in compositors:
        results["compositors"].append(measure(offhand, compositor))
        save()
    stage = Stage(offhand, "sway")
    try:
        results["raw"] = raw(stage, offhand)
        save()
        results["delays"] = [
            delays(stage, offhand, 240, bridged=False), delays(stage, offhand, 60), delays(stage, offhand, 240),
            delays(stage, offhand, 240, busy=True)]
    finally:
        stage.close()
        save()


if __name__ == "__main__":
    main(*sys.argv[1:])
