"""What happens in the guest: touches.py OFFHAND RECORDINGS STEP...

1. chain: a pinch is played up to where the fingers rest, on weston with a client of weston's own that paints where it is
   touched. It proves kernel, libinput, weston and screen without any code of ours.
2. zoom: `offhand zoom` reads the same touch screen through libinput; for both hands and both placements, a screendump before
   the fingers land, one while they rest, one after they have gone.
3. unplug: the touch screen is pulled out while fingers rest on it, and plugged in again.
4. terminal: another virtual terminal comes to the front and goes again; nobody told `offhand zoom` which one is its own, so it
   must notice by what becomes of weston's touch screen. So must `offhand serve`, which listens for pinches; `offhand listen`
   has no compositor, and finds the terminal of the user's session in what logind would say if it ran here.
5. board: two hands at once on `offhand board`: one pushes a photo aside, the other enlarges another.

Everything that the tests need to know stands in /out/results.json.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

import host
import png
from touchscreen import Recording, TouchScreen

PICTURE = {"width": 800, "height": 500, "mark": 20, "right": 100, "down": 60}
PICTURE_FILE = "/out/picture.png"
PHOTOS = {"a-red": bytes((230, 0, 0)), "b-green": bytes((0, 200, 0))}


def wait_for(what, condition, limit=60):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {limit} s in vain for {what}")
        time.sleep(0.05)


def start(command, log, **variables):
    with open(f"/out/{log}", "wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, env={**os.environ, **variables})


def read(name):
    with open(f"/out/{name}", "rb") as file:
        return file.read()


def shows(name, pixels):
    host.screendump(name)
    return pixels in read(f"{name}.ppm")


def settled(name, quiet=0.6):
    """Screendumps until two in a row are the same: whatever moved has come to rest."""
    last = None
    for _ in range(40):
        host.screendump(name)
        now = read(f"{name}.ppm")
        if now == last:
            return f"{name}.ppm"
        last = now
        time.sleep(quiet)
    raise RuntimeError(f"the screen never came to rest for {name}")


def end(program, number=signal.SIGTERM):
    """Asks a program to end; its exit code, or None if it had to be killed."""
    program.send_signal(number)
    try:
        return program.wait(timeout=20)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
        return None


class Stage:
    """Weston on the kernel's screen, a touch screen, and the recordings."""

    def __init__(self, offhand, recordings):
        self.offhand = offhand
        self.recordings = {hand: Recording(f"{recordings}/pinch-{hand}.jsonl") for hand in ("right", "left")}
        self.recordings["both"] = Recording(f"{recordings}/two-hands.jsonl")
        self.device = self.recordings["right"].device
        self.screen = None

    def plug_in(self):
        self.screen = TouchScreen(self.device)
        subprocess.run(["udevadm", "settle"], check=True)

    def start_weston(self):
        self.weston = start(
            ["weston", "--backend=drm-backend.so", "--tty=1", "--use-pixman", "--shell=kiosk-shell.so", "--idle-time=0",
             "--socket=wl", "--log=/out/weston.log"], "weston.out")
        os.environ["WAYLAND_DISPLAY"] = "wl"
        wait_for("weston", lambda: os.path.exists("/run/offhand/wl"))

    def until_rest(self, hand):
        """Plays a pinch up to the middle of the time in which its fingers rest; answers where they are."""
        recording = self.recordings[hand]
        first, last = recording.value["truth"]["at_rest_s"]
        return self.screen.play(recording, end=(first + last) / 2)

    def after_rest(self, hand):
        recording = self.recordings[hand]
        first, last = recording.value["truth"]["at_rest_s"]
        self.screen.play(recording, start=(first + last) / 2)

    def chain(self):
        client = start(["weston-simple-touch"], "chain.log")
        wait_for("the client's window", lambda: shows("chain-before", bytes((64, 64, 64)) * 600))
        frame = self.until_rest("right")
        shown = settled("chain")
        self.screen.show([])
        end(client)
        return {"screendump": shown, "fingers": frame["touches"]}

    def zoom(self, hand, placement):
        name = f"zoom-{hand}-{placement}"
        program, before = self.start_zoom(name, placement)
        frame = self.until_rest(hand)
        rest = settled(f"{name}-rest")
        self.after_rest(hand)
        after = settled(f"{name}-after", quiet=1.5)
        return {
            "hand": hand, "placement": placement, "before": before, "rest": rest, "after": after,
            "until": frame["t"], "exit": self.end_zoom(program, signal.SIGTERM), "log": f"{name}.log"}

    def start_zoom(self, name, placement):
        program = start(
            [self.offhand, "zoom", PICTURE_FILE, "--source", "libinput", "--placement", placement], f"{name}.log")
        wait_for("the picture", lambda: self.shows_picture(name, program))
        return program, settled(f"{name}-before")

    def end_zoom(self, program, number):
        """Ends it and waits until nothing of it is seen, lest the next one's picture be taken for there already."""
        code = end(program, number)
        wait_for("an empty screen", lambda: not shows("empty", png.GROUND * 100))
        return code

    def shows_picture(self, name, program):
        if program.poll() is not None:
            raise RuntimeError(f"offhand ended with {program.returncode}: {read(name + '.log').decode()}")
        return shows(f"{name}-before", png.GROUND * 100)

    def unplug(self):
        """The touch screen goes while two fingers rest on it, and comes back."""
        program, before = self.start_zoom("unplug", "original")
        self.until_rest("right")
        rest = settled("unplug-rest")
        self.screen.unplug()
        gone = settled("unplug-gone", quiet=1.5)
        alive = program.poll() is None
        self.plug_in()
        time.sleep(1)
        frame = self.until_rest("left")
        again = settled("unplug-again")
        self.after_rest("left")
        return {
            "before": before, "rest": rest, "gone": gone, "again": again, "alive": alive, "until": frame["t"],
            "exit": self.end_zoom(program, signal.SIGINT), "log": "unplug.log"}

    def terminal(self):
        """Fingers pinch while another terminal is in front, and again when weston is back."""
        with open("/sys/class/tty/tty0/active") as file:
            home = file.read().strip()[3:]
        program, before = self.start_zoom("terminal", "original")
        with open("/run/serve.toml", "w") as file:
            file.write('[[gesture]]\nkind = "pinch"\nfingers = 2\nemit = "pinch"\n')
        service = start([self.offhand, "serve", "--config", "/run/serve.toml", "--log", "info"], "serve.log")
        wait_for("the service", lambda: b"ready" in read("serve.log"))
        client = socket.socket(socket.AF_UNIX)
        client.connect("/run/offhand/offhand.sock")
        client.sendall(b'{"subscribe":"all"}\n')
        for folder, text in (("users/0", "DISPLAY=c1\n"), ("sessions/c1", f"VTNR={home}\n")):
            os.makedirs(os.path.dirname(f"/run/systemd/{folder}"), exist_ok=True)
            with open(f"/run/systemd/{folder}", "w") as file:
                file.write(text)
        listener = start([self.offhand, "listen", "--json", "--states", "began", "--log", "info"], "listen.log")
        wait_for("the listener", lambda: b"touches come from" in read("listen.log"))
        logs = ("terminal.log", "serve.log", "listen.log")

        def seen():
            """The pinches that the service has reported and the gestures that the listener has, since the last call."""
            time.sleep(2)
            return {"serve": client.recv(1 << 20, socket.MSG_DONTWAIT).count(b'"event":"pinch"') if select.select(
                        [client], [], [], 0)[0] else 0,
                    "listen": read("listen.log").count(b'"state":"began"')}

        seen()
        subprocess.run(["busybox", "chvt", "9"], check=True)
        for log in logs:
            wait_for("the background", lambda: b"in the background" in read(log))
        self.until_rest("right")
        self.after_rest("right")
        away = seen()
        subprocess.run(["busybox", "chvt", home], check=True)
        for log in logs:
            wait_for("the foreground", lambda: b"in the foreground" in read(log))
        back = settled("terminal-back", quiet=1.5)
        frame = self.until_rest("left")
        again = settled("terminal-again")
        self.after_rest("left")
        home = seen()
        return {
            "back": back, "again": again, "until": frame["t"], "away": away, "home": home,
            "exit": self.end_zoom(program, signal.SIGTERM), "exits": [end(service), end(listener)], "log": "terminal.log"}

    def board(self):
        """Both hands on a table with two photos, one red and one green."""
        os.mkdir("/out/photos")
        for name, color in PHOTOS.items():
            png.write_plain_picture(f"/out/photos/{name}.png", 300, 200, color)
        program = start([self.offhand, "board", "/out/photos", "--source", "libinput", "--placement", "classic"],
                        "board.log")
        wait_for("the photos", lambda: program.poll() is not None or all(
            shows("board-before", color * 100) for color in PHOTOS.values()))
        before = settled("board-before")
        self.until_rest("both")
        # Large pictures take an emulated processor their time.
        rest = settled("board-rest", quiet=2.5)
        self.after_rest("both")
        after = settled("board-after", quiet=1.5)
        return {
            "before": before, "rest": rest, "after": after, "truth": self.recordings["both"].value["truth"],
            "exit": end(program), "log": "board.log"}


def main(offhand, recordings, *steps):
    stage = Stage(offhand, recordings)
    stage.plug_in()
    events = start(["stdbuf", "-oL", "libinput", "debug-events"], "libinput.log")
    stage.start_weston()
    png.write_marked_picture(PICTURE_FILE, **PICTURE)
    results = {"picture": PICTURE, "device": stage.device}

    def keep(name, value):
        results[name] = value
        with open("/out/results.json", "w") as file:
            json.dump(results, file, indent=1)

    if "chain" in steps:
        keep("chain", stage.chain())
    if "zoom" in steps:
        for hand in ("right", "left"):
            for placement in ("original", "classic"):
                keep("zoom", results.get("zoom", []) + [stage.zoom(hand, placement)])
    if "unplug" in steps:
        keep("unplug", stage.unplug())
    if "terminal" in steps:
        keep("terminal", stage.terminal())
    if "board" in steps:
        keep("board", stage.board())
    end(events)


main(*sys.argv[1:])
