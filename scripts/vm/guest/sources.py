"""What happens to touch sources in the guest: sources.py OFFHAND PROBE DEVICES STEP...

Two probes, one for libinput and one for raw evdev, listen to all touch screens of the seat from the beginning to the end of
each step and write down every frame. What was played stands beside it in /out/results.json, so that the tests can compare.
"""

import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

from panel import Panel

SOURCES = ("libinput", "evdev")
# Names in the list of devices, and how many slots each gets where the list does not say.
MATRIX = [
    ("Calibrated Touchscreen", 10), ("Advanced Silicon S.A. CoolTouch® System", 5), ("generic-mt", 10),
    ("touchscreen with fuzz", 10), ("touchscreen-invalid-range", 10), ("Wacom Cintiq 13 HD touch Finger", 10),
    ("Wacom Cintiq Pro 16 Finger", 16), ("Wacom ISDv4 E6 Finger", 2), ("Elan Touchscreen", 10),
    ("Atmel maXTouch Touchscreen", 16), ("ILITEK ILITEK-TP", 10), ("3M 3M MicroTouch USB controller", 60),
    ("FlatFrog FlatFrog Multitouch 3200", 40), ("Nexus 4 touch screen", 10), ("LGE LGE MultiTouch Device", 2),
    ("PQLabs PQLabs MultiTouch Screen", 32)]
# This device says that it measures 128 x 85 mm; the glass is 272 x 181.
LIAR = {"name": "Atmel maXTouch Touchscreen", "width": 272, "height": 181}
PLAIN = {
    "name": "Offhand Test Panel",
    "axes": {"x": {"min": 0, "max": 15999, "res": 50}, "y": {"min": 0, "max": 9999, "res": 50}}}


def wait_for(what, condition, limit=60):
    end = time.monotonic() + limit
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {limit} s in vain for {what}")
        time.sleep(0.01)


class Log:
    """A file that somebody else writes, read on from where it was read last."""

    def __init__(self, path):
        self.path = path
        self.place = 0
        self.counts = {}

    def count(self, key):
        """How many whole lines so far begin with this key."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.place)
                news = file.read()
        except FileNotFoundError:
            return 0
        news = news[:news.rfind(b"\n") + 1]
        self.place += len(news)
        for line in news.splitlines():
            found = re.match(rb'\{"(\w+)"', line)
            name = found.group(1).decode() if found else ""
            self.counts[name] = self.counts.get(name, 0) + 1
        return self.counts.get(key, 0)


class Probe:
    """One source at work."""

    def __init__(self, program, source, step, *options):
        self.name = f"{step}-{source}.jsonl"
        # Not in /out: every read of the host's files is a way through the emulator.
        self.path = f"/run/{self.name}"
        self.log = Log(self.path)
        self.process = subprocess.Popen(
            [program, source, "seat0", self.path, *options], stdin=subprocess.PIPE, stdout=sys.stdout, stderr=sys.stdout)
        wait_for("the probe", lambda: os.path.exists(self.path))

    def tell(self, word):
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()

    def wait(self, key, count):
        wait_for(f"{count} lines '{key}' in {self.name}", lambda: self.log.count(key) >= count)

    def facts(self):
        """What it holds: descriptors, and kilobytes that are its own."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as file:
            anonymous = int(re.search(r"^Anonymous: +(\d+)", file.read(), re.M).group(1))
        return {"descriptors": len(os.listdir(f"/proc/{self.process.pid}/fd")), "kilobytes": anonymous}

    def end(self):
        self.tell("end")
        code = self.process.wait(timeout=60)
        with open(self.path, "rb") as file, open(f"/out/{self.name}", "wb") as copy:
            copy.write(file.read())
        return {"log": self.name, "exit": code}


class Stage:
    def __init__(self, offhand, probe, devices):
        self.offhand, self.program, self.devices = offhand, probe, devices
        self.weston = None

    def start_weston(self):
        if self.weston:
            return
        self.weston = subprocess.Popen(
            ["weston", "--backend=drm-backend.so", "--tty=1", "--use-pixman", "--shell=kiosk-shell.so", "--idle-time=0",
             "--socket=wl", "--log=/out/weston.log"], stdout=sys.stdout, stderr=sys.stdout)
        wait_for("weston", lambda: os.path.exists("/run/offhand/wl"))

    def end_weston(self):
        if self.weston:
            self.weston.terminate()
            self.weston.wait(timeout=30)
            self.weston = None

    def probes(self, step, *options):
        return [Probe(self.program, source, step, *options) for source in SOURCES]

    def plug(self, probes, device=PLAIN, slots=10):
        """A new screen, once every probe has it."""
        before = [probe.log.count("added") for probe in probes]
        panel = Panel(device, slots)
        for probe, count in zip(probes, before):
            probe.wait("added", count + 1)
        return panel

    @staticmethod
    def unplug(probes, panel):
        before = [probe.log.count("removed") for probe in probes]
        panel.unplug()
        for probe, count in zip(probes, before):
            probe.wait("removed", count + 1)

    @staticmethod
    def end(probes, **facts):
        return {**facts, "sources": {source: probe.end() for source, probe in zip(SOURCES, probes)}}

    # The steps.

    def matrix(self):
        """Fingers on screens of every make."""
        if not os.path.exists(self.devices):
            return None
        with open(self.devices) as file:
            known = {}
            for line in file:
                device = json.loads(line)
                if device["kind"] == "touchscreen" and "x" in device["axes"]:
                    known.setdefault(device["name"].strip(), device)
        probes = self.probes("matrix", "{name}={width}x{height}".format(**LIAR))
        panels = []
        for name, slots in MATRIX:
            found = next((device for key, device in known.items() if key.startswith(name)), None)
            if found is None:
                raise RuntimeError(f"{name} is not in the list of devices")
            panel = self.plug(probes, found, found.get("max_contacts") or slots)
            panel.next_tracking_id = 65533  # the numbers start again while fingers are down
            self.script(panel)
            for probe in probes:
                probe.wait("time", probe.log.count("time"))
            self.unplug(probes, panel)
            panels.append(panel.description())
        return self.end(probes, devices=panels, liar=LIAR)

    @staticmethod
    def script(panel):
        """One finger, one more in the last slot, another finger in the first one's place, and as many as there is room for."""
        last = panel.count - 1
        path = [(0.1 + 0.08 * step, 0.2 + 0.06 * step) for step in range(9)]

        def show(fingers, replaced=()):
            panel.report({slot: panel.place(*place) for slot, place in fingers.items()}, replaced)
            time.sleep(0.004)

        for place in path:
            show({0: place})
        for x, y in path:
            show({0: path[-1], last: (1 - x, y)})
        show({last: (0.28, 0.68)})
        show({0: (0, 0), last: (0.28, 0.68)})
        show({0: (1, 1), last: (0.28, 0.68)}, replaced={0})
        show({0: (0.9, 0.9), last: (0.28, 0.68)})
        show({})
        many = range(min(panel.count, 32))
        for step in range(5):
            show({slot: (0.02 + 0.03 * slot, 0.1 + 0.15 * step) for slot in many})
        show({slot: (0.02 + 0.03 * slot, 0.7) for slot in many if slot % 2})
        show({})

    def plugs(self, cycles=200):
        """A screen comes and goes; every tenth time a finger is left on it."""
        probes = self.probes("plugs")
        before = None
        for cycle in range(cycles):
            panel = self.plug(probes)
            panel.report({0: (1000 + cycle, 2000)})
            panel.report({0: (2000 + cycle, 3000)})
            if cycle % 10:
                panel.report({})
            # The kernel discards unread events when a device goes. Each cycle before this one wrote three frames.
            for probe in probes:
                probe.wait("time", 3 * cycle + (3 if cycle % 10 else 2))
            self.unplug(probes, panel)
            if cycle == min(9, cycles - 1):
                before = [probe.facts() for probe in probes]
        after = [probe.facts() for probe in probes]
        return self.end(
            probes, cycles=cycles, before=dict(zip(SOURCES, before)), after=dict(zip(SOURCES, after)))

    def unplugged(self):
        """The screen goes while three fingers move on it, and another one comes."""
        probes = self.probes("unplug")
        panel = self.plug(probes)
        for step in range(20):
            panel.report({slot: (1000 + 100 * step, 1000 + 2000 * slot) for slot in range(3)})
            time.sleep(0.004)
        self.unplug(probes, panel)
        again = self.plug(probes)
        again.report({0: (5000, 5000)})
        again.report({})
        self.unplug(probes, again)
        return self.end(probes, devices=[panel.description(), again.description()])

    def stalled(self):
        """The reader stops while 2,000 reports come, among them a lift and a landing."""
        probes = self.probes("stalled")
        panel = self.plug(probes)
        panel.report({0: (100, 100), 1: (8000, 100)})
        for probe in probes:
            probe.wait("time", 1)
            probe.process.send_signal(signal.SIGSTOP)
        for step in range(2000):
            fingers = {0: (100 + step, 100 + step)}
            if step < 1000:
                fingers[1] = (8000, 100 + step)
            else:
                fingers[2] = (12000, 100 + step)
            panel.report(fingers, note=False)
        for probe in probes:
            probe.process.send_signal(signal.SIGCONT)
        time.sleep(1)
        panel.report({0: (3000, 4000), 2: (12000, 5000)})
        panel.report({})
        self.unplug(probes, panel)
        return self.end(probes, last=[[0, 3000, 4000], [2, 12000, 5000]])

    def two(self):
        """Two screens at once, both in the same slots."""
        probes = self.probes("two")
        left = self.plug(probes, {**PLAIN, "name": "Left"})
        right = self.plug(probes, {**PLAIN, "name": "Right"})
        for step in range(100):
            left.report({0: (1000 + 10 * step, 1000), 1: (1000, 2000 + 10 * step)})
            right.report({0: (9000 - 10 * step, 5000)})
            time.sleep(0.002)
        left.report({})
        right.report({0: (9000, 9000)})
        right.report({})
        self.unplug(probes, left)
        self.unplug(probes, right)
        return self.end(probes, devices=[left.description(), right.description()])

    def grab(self):
        """The touches are ours alone for a while, with weston listening beside us; wishes come while fingers are down."""
        probe = Probe(self.program, "libinput", "grab")
        panel = self.plug([probe])
        subprocess.run(["udevadm", "settle"], check=True)
        self.start_weston()
        # What weston makes of the touches is what it tells a client of its own.
        client_log = open("/out/grab-client.log", "wb")
        client = subprocess.Popen(
            ["weston-simple-touch"], stderr=client_log,
            env={**os.environ, "WAYLAND_DISPLAY": "wl", "WAYLAND_DEBUG": "1"})

        def heard():
            with open("/out/grab-client.log", "rb") as file:
                return file.read().count(b".down(")

        def stroke(x):
            """A stroke on the client's window, which covers the middle of the screen."""
            panel.report({0: (x, 4000)})
            for step in range(1, 5):
                panel.report({0: (x + 20 * step, 4000 + 20 * step)})
                time.sleep(0.004)

        def lift():
            panel.report({})
            time.sleep(0.1)

        wait_for("the client", lambda: (stroke(8000), lift(), heard() > 0)[-1])
        time.sleep(0.3)
        shared = heard()
        panel.reports.clear()
        seen = probe.log.count("time")
        states = []
        stroke(5000)
        probe.tell("grab")           # in mid-touch
        time.sleep(0.3)
        stroke(5100)
        lift()                       # here it may begin
        probe.wait("capture", 2)
        states.append(heard())
        for x in (6000, 7000, 8000):
            stroke(x)
            lift()
        states.append(heard())
        stroke(9000)
        probe.tell("share")          # in mid-touch
        time.sleep(0.3)
        stroke(9100)
        lift()
        probe.wait("capture", 4)
        states.append(heard())
        stroke(10000)
        lift()
        time.sleep(0.5)
        states.append(heard())
        probe.wait("time", seen + len(panel.reports))
        client.terminate()
        client.wait()
        self.unplug([probe], panel)
        return {"shared": shared, "heard": states, "reports": len(panel.reports), "seen": seen, "source": probe.end(),
                "client": "grab-client.log"}

    def mapping(self):
        """Which screen lies where: asked for by `offhand map`, and found wrong by a demo that compares with weston."""
        panel = Panel(PLAIN, 10)
        subprocess.run(["udevadm", "settle"], check=True)
        self.start_weston()
        environment = {**os.environ, "WAYLAND_DISPLAY": "wl"}

        def tap(x, y):
            panel.report({0: (x, y)})
            time.sleep(0.1)
            panel.report({})
            time.sleep(0.1)

        def run(name, *arguments):
            """Taps here and there until the program has ended, or said what it had to say."""
            with open(f"/run/{name}.log", "wb") as errors:
                program = subprocess.Popen(
                    [self.offhand, *arguments], stdout=subprocess.PIPE, stderr=errors, env=environment, text=True)
            place = 0
            end = time.monotonic() + 60
            # A slow start takes taps that nobody sees; a demo has seen enough after twenty.
            while program.poll() is None and (arguments[0] == "map" or place < 20) and time.monotonic() < end:
                with open(f"/run/{name}.log") as file:
                    said = file.read()
                if "elsewhere" in said:
                    break
                if arguments[0] == "map" or "first frame" in said:
                    tap(2000 + 4000 * (place % 4), 1500 + 3500 * (place // 2 % 3))
                    place += 1
                time.sleep(0.05)
            if program.poll() is None:
                program.send_signal(signal.SIGTERM)
            output = program.communicate(timeout=30)[0]
            with open(f"/run/{name}.log") as file:
                return {"exit": program.returncode, "output": output, "errors": file.read()}

        asked = run("map", "map", "--json", "--seconds", "30")
        same = run("same", "touches", "--source", "libinput", "--log", "info")
        # Weston keeps what it knew when it opened the screen; whoever opens it now finds it turned upside down.
        with open("/etc/udev/rules.d/99-turned.rules", "w") as file:
            file.write('SUBSYSTEM=="input", ENV{LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 -1 1"\n')
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        subprocess.run(["udevadm", "trigger", "-s", "input", "--action=change"], check=True)
        subprocess.run(["udevadm", "settle"], check=True)
        turned = run("turned", "touches", "--source", "libinput", "--log", "info")
        os.remove("/etc/udev/rules.d/99-turned.rules")
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        panel.unplug()
        self.end_weston()
        return {"asked": asked, "same": same, "turned": turned}

    def permission(self):
        """An ordinary user, first without and then after the command that the program itself prints."""
        panel = Panel(PLAIN, 10)
        subprocess.run(["udevadm", "settle"], check=True)
        node = next(path for path in glob.glob("/dev/input/event*") if name_of(path) == PLAIN["name"])
        user = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"]
        os.makedirs("/run/user", exist_ok=True)
        os.makedirs("/run/user/1000", exist_ok=True)
        os.chown("/run/user/1000", 1000, 1000)

        def run(*arguments):
            done = subprocess.run(
                [*user, self.offhand, *arguments], capture_output=True, text=True, cwd="/run/user/1000",
                env={**os.environ, "XDG_RUNTIME_DIR": "/run/user/1000"}, timeout=120)
            return {"exit": done.returncode, "output": done.stdout, "errors": done.stderr}

        without = {source: run("record", "-o", f"no-{source}.jsonl", "--source", source, "--seconds", "1")
                   for source in SOURCES}
        doctor = run("doctor")
        # What logind would say if it ran here: this user sits at the seat.
        os.makedirs("/run/systemd/seats", exist_ok=True)
        with open("/run/systemd/seats/seat0", "w") as file:
            file.write("IS_SEAT0=1\nACTIVE=1\nACTIVE_UID=1000\n")
        with open("/run/sudo", "w", opener=lambda path, flags: os.open(path, flags, 0o755)) as file:
            file.write('#!/bin/sh\nexec "$@"\n')
        remedy = re.search(r"printf .*sudo tee.*", doctor["output"]).group()
        subprocess.run(["sh", "-euxc", remedy], env={**os.environ, "PATH": f"/run:{os.environ['PATH']}"}, check=True)
        subprocess.run(["udevadm", "settle"], check=True)
        granted = {source: run("record", "-o", f"yes-{source}.jsonl", "--source", source, "--seconds", "1")
                   for source in SOURCES}
        # As their drivers announce them: keys for home and power, keys for the volume, and what types.
        others = [Panel({**PLAIN, "name": name, "keys": keys}, 10) for name, keys in (
            ("Home Panel", (116, 172)), ("Volume Panel", (114, 115)), ("Typing Panel", range(1, 32)))]
        subprocess.run(["udevadm", "settle"], check=True)
        readable = {name_of(path): subprocess.run([*user, "test", "-r", path]).returncode == 0
                    for path in glob.glob("/dev/input/event*")}
        for each in (panel, *others):
            each.unplug()
        os.remove("/run/systemd/seats/seat0")
        return {"node": node, "without": without, "doctor": doctor, "granted": granted, "readable": readable}

    def broker(self):
        """Confined sources try to open every node, and a link to a keyboard: by themselves, and as they open touch screens."""
        probes = self.probes("broker")
        panel = self.plug(probes)
        # udev calls it a keyboard as well: all of the kernel's first 31 keys.
        typing = Panel({**PLAIN, "name": "Typing Panel", "keys": range(1, 32)}, 10)
        subprocess.run(["udevadm", "settle"], check=True)
        names = {node: name_of(node) for node in glob.glob("/dev/input/event*")}
        link = "/run/link-to-keyboard"
        os.symlink(next(node for node, name in names.items() if "keyboard" in name), link)
        names[link] = "link to a keyboard"
        names["/dev/input/../null"] = "no input device"
        for path in names:
            for probe in probes:
                count = probe.log.count("opening")
                probe.tell(f"open {path}")
                probe.wait("opening", count + 1)
        os.remove(link)
        typing.unplug()
        self.unplug(probes, panel)
        return self.end(probes, names=names)

    def terminal(self):
        """Another virtual terminal comes to the front while a recording runs, and goes again."""
        probes = self.probes("terminal")
        panel = self.plug(probes)
        with open("/sys/class/tty/tty0/active") as file:
            home = file.read().strip()[3:]
        away = "9"
        errors = open("/out/terminal.log", "wb")
        recorder = subprocess.Popen(
            [self.offhand, "record", "-o", "/run/terminal.jsonl", "--source", "libinput", "--log", "info"], stderr=errors,
            env={**os.environ, "XDG_VTNR": home})

        def said(text):
            with open("/out/terminal.log", "rb") as file:
                return text in file.read()

        def tap(x):
            panel.report({0: (x, 1000)})
            panel.report({0: (x, 2000)})
            panel.report({})

        wait_for("the recorder", lambda: said(b"recording "))
        tap(1000)
        panel.report({0: (2000, 1000)})
        time.sleep(0.2)
        subprocess.run(["busybox", "chvt", away], check=True)
        wait_for("the change to the background", lambda: said(b"background"))
        panel.report({0: (2500, 1000)})
        panel.report({})
        tap(3000)
        subprocess.run(["busybox", "chvt", home], check=True)
        wait_for("the change to the foreground", lambda: said(b"foreground"))
        time.sleep(0.2)
        tap(4000)
        time.sleep(0.3)
        recorder.send_signal(signal.SIGINT)
        code = recorder.wait(timeout=30)
        with open("/run/terminal.jsonl") as file:
            recorded = json.loads(file.read())
        self.unplug(probes, panel)
        return self.end(
            probes, exit=code, frames=[[round(touch["x_mm"] * 50) for touch in frame["touches"]]
                                       for frame in recorded["frames"]],
            cancelled=[len(frame.get("cancelled", [])) for frame in recorded["frames"]])

    def fast(self, seconds=60):
        """1,000 reports a second, played by `offhand replay --uinput`; x counts the reports."""
        probes = self.probes("fast")
        frames = ",".join(
            # Some seconds for udev and the probes to see the screen before it is touched.
            '{"t":%.3f,"touches":[{"id":0,"x_u":%d,"y_u":%d}]}' % (4 + step / 1000, step % 10000, step // 10000)
            for step in range(seconds * 1000))
        device = {"name": PLAIN["name"], "kind": "touchscreen", "axes": {
            name: {**axis, "fuzz": 0} for name, axis in PLAIN["axes"].items()}, "mm_basis": "none",
            # The kernel keeps the more events for a slow reader the more slots there are: here those of half a second,
            # because an emulated processor may be away for as long.
            "max_contacts": 60}
        with open("/run/fast.jsonl", "w") as file:
            file.write('{"source":"test","trace":"fast","device":%s,"frames":[%s]}\n' % (json.dumps(device), frames))
        begin = time.monotonic()
        player = subprocess.run([self.offhand, "replay", "--uinput", "/run/fast.jsonl"], stdout=sys.stdout, stderr=sys.stdout)
        took = time.monotonic() - begin
        for probe in probes:
            probe.wait("removed", 1)
        return self.end(probes, count=seconds * 1000, took=took, player=player.returncode)


def name_of(node):
    with open(f"/sys/class/input/{os.path.basename(node)}/device/name") as file:
        return file.read().strip()


def main(offhand, probe, devices, *steps):
    stage = Stage(offhand, probe, devices)
    results = {}
    for step in steps:
        begin = time.monotonic()
        # plugs=20 and fast=5 are short ones, for those who work on this.
        step, _, amount = step.partition("=")
        value = getattr(stage, "unplugged" if step == "unplug" else step)(*([int(amount)] if amount else []))
        print(f"{step}: {time.monotonic() - begin:.1f} s", flush=True)
        if value is not None:
            results[step] = value
        with open("/out/results.json", "w") as file:
            json.dump(results, file)
    stage.end_weston()


main(*sys.argv[1:])
