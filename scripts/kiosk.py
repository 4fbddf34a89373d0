"""A kiosk for scripts/film: the session of the page *A kiosk from nothing*, Chromium with a plan of rooms, and fingers on its glass.

labwc, the service, the keyboard and Chromium run in the root of `scripts/root debian13`, in a window of a headless weston whose touches the
module of Tests/Rigs/weston-touch makes.
"""

import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

import roots
import usage

ROOT = pathlib.Path(usage.ROOT)
PAGE = ROOT / "Sources/Offhand/Offhand.docc/Kiosk.md"
# The picture in pixels, and the glass in millimetres: 12.1 inches.
SIZE, GLASS = (1280, 800), (261, 163)
# That of 7878, from `offhand kiosk pin`.
PIN = "$y$j9T$JWSDaeHwu4bGyIbPLPAnl1$sXtn3UagZH7sdjGUcQLL4xMOG1nPJXtkYPJ1LRQHdA2"
# Of the keyboard: m, i, l, k.
KEYS = [(1001, 645), (936, 446), (1133, 547), (1007, 547)]
# Until Chromium shows the page, in seconds.
WARM = 6
# Between pictures, and how much later than a finger a picture shows what it did, in seconds.
PERIOD, LAG = 0.1, 0.06
# How long a program may take to be there, in seconds.
PATIENCE = 60


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and keeps what a page sends in a file of it."""

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        pathlib.Path(self.translate_path(self.path)).write_bytes(data)
        self.send_response(204)
        self.end_headers()


def serve(folder):
    """The address of a server of `folder`, until the program ends."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def wait(what, condition, patience=PATIENCE):
    limit = time.monotonic() + patience
    while not condition():
        if time.monotonic() > limit:
            raise OSError(f"waited in vain for {what}")
        time.sleep(0.05)


def file_of_page(path):
    """The file that the page shows for labwc."""
    section = next(part for part in PAGE.read_text().split("\n## ") if part.startswith("With labwc\n"))
    return re.search(r"`/home/kiosk/%s`.*?```\w*\n(.*?)```" % re.escape(path), section, re.DOTALL)[1]


class Kiosk:
    """The session, until `close`. `settings` is the text of serve.toml."""

    def __init__(self, settings):
        products, web = (ROOT / ".build/release").resolve(), ROOT / ".build/web"
        if not web.exists() or not (products / "offhand").exists():
            raise OSError("a kiosk needs a release build and offhand.js: swift build -c release && scripts/package web")
        self.folder, self.programs = pathlib.Path(tempfile.mkdtemp(prefix="offhand-kiosk-")), []
        try:
            self.begin(settings, products, web)
        except BaseException:
            self.close()
            raise

    def begin(self, settings, products, web):
        self.folder.chmod(0o777)
        runtime = subprocess.run(["ldd", products / "offhand"], capture_output=True, text=True).stdout
        runtime = re.search(r"=> (\S+)/libswiftCore\.so", runtime)
        root = roots.words("debian13", self.folder, products, *([runtime[1]] if runtime else []))
        module = self.folder / "touch.so"
        subprocess.run([ROOT / "Tests/Rigs/weston-touch/build", module], check=True)
        self.environment = {
            **os.environ, "XDG_RUNTIME_DIR": str(self.folder), "HOME": str(self.folder), "OFFHAND_TOUCH_SOCKET": str(self.folder / "touch")}
        (self.folder / "weston.ini").write_text("[core]\nrepaint-window=16\n")
        self.start("weston", "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=kiosk-shell.so", f"--width={SIZE[0]}",
                   f"--height={SIZE[1]}", "--socket=wl", "--idle-time=0", f"--modules={module}",
                   f"--config={self.folder}/weston.ini")
        wait("weston", lambda: (self.folder / "wl").exists() and (self.folder / "touch").exists())
        self.glass = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.glass.connect(str(self.folder / "touch"))
        shutil.copy(ROOT / "scripts/rooms.html", web / "demos")
        address = f"{serve(web)}/demos/rooms.html?screen={GLASS[0]}"
        config = self.folder / ".config"
        (config / "labwc").mkdir(parents=True)
        (config / "offhand").mkdir()
        (config / "labwc/rc.xml").write_text(file_of_page(".config/labwc/rc.xml"))
        (config / "offhand/serve.toml").write_text(
            f'posture = "kiosk"\n{settings}\n[[output]]\nname = "WL-1"\nsize_mm = [{GLASS[0]}, {GLASS[1]}]\n')
        program = re.search("ExecStart=(.*)", file_of_page(".config/systemd/user/kiosk.service"))[1]
        program = program.replace("https://example.org", f"'{address}'").replace("%h", "$HOME")
        (config / "labwc/autostart").write_text(
            "gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true\nsqueekboard &\n"
            f"{products}/offhand serve --log info >~/serve.log 2>&1 &\n{program} >~/chromium.log 2>&1 &\n")
        self.start("labwc", *root, "dbus-run-session", "--", "labwc", WLR_BACKENDS="wayland",
                   WAYLAND_DISPLAY=str(self.folder / "wl"), WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1", PATH="/usr/bin:/bin",
                   LANG="C.UTF-8")
        wait("labwc", lambda: [path for path in self.folder.glob("wayland-*") if path.is_socket()])
        self.environment["WAYLAND_DISPLAY"] = next(path.name for path in self.folder.glob("wayland-*") if path.is_socket())
        log = self.folder / "serve.log"
        wait("the service", lambda: log.exists() and "ready" in log.read_text())
        self.glass.send(b"touch-add")

    def start(self, log, *words, **environment):
        with open(self.folder / f"{log}.log", "wb") as file:
            self.programs.append(subprocess.Popen(
                [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=file, stderr=file, cwd=self.folder,
                env={**self.environment, **environment}, start_new_session=True))

    def close(self):
        for program in reversed(self.programs):
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGTERM)
                program.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def picture(self):
        """What is on the glass, as the bytes of a PNG file."""
        return subprocess.run(["grim", "-t", "png", "-l", "1", "-"], env=self.environment, check=True, stdout=subprocess.PIPE).stdout

    def ink(self, x, y, width, height):
        """How light a part of the glass is, all in all."""
        part = ["grim", "-g", f"{x},{y} {width}x{height}", "-t", "ppm", "-"]
        return sum(subprocess.run(part, env=self.environment, check=True, stdout=subprocess.PIPE).stdout[15:])

    def play(self, strokes, end):
        """Plays strokes of fingers until `end`, in seconds, and returns the pictures of that time as (seconds, bytes)."""
        shots, begin, down = [], time.monotonic(), {}

        def watch():
            while (now := time.monotonic() - begin) < end:
                shots.append((now, self.picture()))
                time.sleep(max(0, begin + now + PERIOD - time.monotonic()))

        watcher = threading.Thread(target=watch)
        watcher.start()
        while (now := time.monotonic() - begin) < end:
            lines = []
            for number, (finger, knots) in enumerate(strokes):
                at = place(knots, now)
                if at:
                    lines.append(f"{'motion' if number in down else 'down'} {finger} {at[0]:.2f} {at[1]:.2f}")
                    down[number] = at
                elif down.pop(number, None):
                    lines.append(f"up {finger}")
            if lines:
                self.glass.send("\n".join([*lines, "frame"]).encode())
            time.sleep(0.01)
        watcher.join()
        return shots


def place(knots, now, limit=True):
    """Where a finger is that goes from each (seconds, x, y) to the next, without a jerk; None before the first and after the last."""
    if limit and not knots[0][0] <= now <= knots[-1][0]:
        return None
    for (t0, x0, y0), (t1, x1, y1) in zip(knots, knots[1:]):
        if now <= t1:
            part = min(max((now - t0) / (t1 - t0), 0), 1)
            part *= part * (3 - 2 * part)
            return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
    return knots[-1][1:]


def tap(x, y, at):
    return 0, [(at, x, y), (at + 0.09, x, y)]


class Film:
    """What fingers did and what the glass showed, segment by segment."""

    def __init__(self, kiosk):
        self.kiosk, self.shots, self.strokes, self.length = kiosk, [], [], 0

    def add(self, words, strokes, end):
        """Plays strokes of fingers; one of no finger is where the hand is above the glass."""
        shots = self.kiosk.play([stroke for stroke in strokes if stroke[0] is not None], end)
        self.shots += [(self.length + at, data, words) for at, data in shots]
        self.strokes += [(finger, [(self.length + at, x, y) for at, x, y in knots]) for finger, knots in strokes]
        self.length += end

    def hand(self, now):
        """The hand at a time: where its index finger and its thumb are, in millimetres, which of them touch, and how much of the way from
        where the thumb rests to where it touches it has gone."""
        unit = SIZE[0] / GLASS[0]
        away = SIZE[0] * 1.1, SIZE[1] * 1.3
        knots = sorted(knot for finger, knots in self.strokes if not finger for knot in knots)
        (first, *_), (last, *rest) = knots[0], knots[-1]
        x, y = place([(first - 0.6, *away), *knots, (last + 0.15, *rest), (last + 0.8, *away)], now, False)
        hand = {"x": x / unit, "y": y / unit, "touches": False, "thumb": [0, 0], "way": 0, "thumbTouches": False}
        for finger, knots in self.strokes:
            if finger is None:
                continue
            touches = knots[0][0] <= now <= knots[-1][0]
            way = min(1, (now - knots[0][0]) / 0.3 + 1, (knots[-1][0] - now) / 0.3 + 1)
            if finger == 0:
                hand["touches"] |= touches
            elif way > 0:
                hand.update(thumb=[side / unit for side in place(knots, now, False)], way=way, thumbTouches=touches)
        return hand

    def composed(self, width, strip=0, chosen=None):
        """The size, the palette and the pictures that scripts/film.html makes of all pictures, or of one of them."""
        shots = self.shots if chosen is None else [self.shots[chosen]]
        height = round(width * SIZE[1] / SIZE[0])
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for number, (_, data, _) in enumerate(shots):
                (folder / f"{number}.png").write_bytes(data)
            shutil.copy(ROOT / "scripts/film.html", folder / "index.html")
            (folder / "plan.json").write_text(json.dumps({
                "width": width, "height": height, "strip": strip, "unit": width / GLASS[0],
                "frames": [{"shot": f"{number}.png", "hand": self.hand(at - LAG), "words": words}
                           for number, (at, _, words) in enumerate(shots)]}))
            browser = subprocess.Popen(
                ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                 f"--user-data-dir={folder}/profile", f"{serve(folder)}/index.html"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                wait("the pictures", (folder / "done").exists, 90)
            finally:
                os.killpg(browser.pid, signal.SIGTERM)
                browser.wait()
            frames = []
            for number, (at, _, _) in enumerate(shots):
                data = (folder / f"frame-{number}").read_bytes()
                if len(data) > 8:
                    frames.append((at, struct.unpack("<HHHH", data[:8]), data[8:]))
            return (width, height + strip), (folder / "palette").read_bytes(), frames


def settings(pin=False, **replaced):
    """The page's gestures, with other times and, if asked, the PIN 7878."""
    text = re.search(r"serve\.toml`:\n\n```toml\nposture = \"kiosk\"\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    for old, new in replaced.items():
        text = re.sub(f'{old} = ".*"', f'{old} = "{new}"', text)
    return text.replace("[menu.staff]", f'[menu.staff]\npin = "{PIN}"') if pin else text


def film_of_readme():
    """A visitor, and then staff."""
    kiosk = Kiosk(settings(pin=True, hold_last="1s"))
    try:
        time.sleep(WARM)
        film = Film(kiosk)
        film.add("One finger moves the plan", [(0, [(0.1, 820, 640), (0.3, 820, 640), (1.1, 700, 560), (1.25, 700, 560)])], 1.4)
        film.add("Two zoom it, and the level keeps clear of the hand", [
            (0, [(0.3, 690, 430), (0.4, 690, 430), (1.0, 730, 390), (1.8, 730, 390)]),
            (1, [(0.3, 580, 560), (0.4, 580, 560), (1.0, 535, 610), (1.8, 535, 610)])], 1.9)
        film.add("A finger that rests opens a menu beside the hand", [(0, [(0.4, 760, 620), (1.5, 760, 620)]), tap(430, 350, 2.0)], 2.5)
        beside = 760, 720
        film.add("Five taps in the corner, the last one held, are for staff", [
            *[tap(25, 25, 0.4 + 0.2 * number) for number in range(4)], (0, [(1.2, 25, 25), (2.3, 25, 25)]),
            (None, [(2.7, *beside)])], 2.9)
        # Where the pad is at that corner. Of all digits the seven has the least ink, and the eight the most.
        keys = [(x, y) for y in (315, 396, 476) for x in (72, 162, 252)] + [(162, 556)]
        keys.sort(key=lambda key: kiosk.ink(key[0] - 20, key[1] - 18, 40, 36))
        pressed = [keys[0], keys[-1], keys[0], keys[-1], (252, 556)]
        film.add("They enter a PIN", [
            (None, [(0.2, *beside)]), *[tap(*key, 0.5 + 0.3 * number) for number, key in enumerate(pressed)],
            (None, [(2.2, *beside)])], 2.5)
        film.add("The curtain locks the glass for cleaning", [(None, [(0.3, *beside)]), tap(150, 158, 0.7)], 2.6)
        if kiosk.ink(0, 0, *SIZE) > 40 * 3 * SIZE[0] * SIZE[1]:
            raise OSError("no curtain came: a touch missed the menu or the pad")
        return film
    finally:
        kiosk.close()


def film_of_bridge():
    """The menu over Chromium that a swipe has opened on a real kernel, whose picture is a PPM file."""
    out = ROOT / ".build/kernel/picture"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copy(ROOT / "scripts/rooms.html", ROOT / ".build/web/demos")
    subprocess.run(
        [ROOT / "scripts/vm/run", out, "/usr/bin/python3", "/run/guest/picture.py", (ROOT / ".build/release/offhand").resolve(),
         ROOT / ".build/web"], env={**os.environ, "OFFHAND_VM_ROOT": str(ROOT / ".build/roots/debian13")}, check=True)
    film = Film(None)
    film.strokes = [(0, [(0, 464, 244), (0.1, 464, 459)])]
    film.shots = [(0.2, (out / "bridge.ppm").read_bytes(), "")]
    return film


def films_of_pages():
    """By the name of the still that is their last picture: the keyboard, and the warning."""
    kiosk = Kiosk(settings(after="20s", warn="15s"))
    try:
        time.sleep(WARM)
        keyboard = Film(kiosk)
        keyboard.add("", [tap(1000, 48, 0.2)], 3)
        keyboard.add("", [tap(*key, 0.3 + 0.5 * number) for number, key in enumerate(KEYS)], 0.5 * len(KEYS) + 0.15)
        warning = Film(kiosk)
        warning.add("", [tap(700, 300, 0.2)], 2)
        warning.add("", [], 6.5)
        return {"kiosk-keyboard": keyboard, "kiosk-warning": warning}
    finally:
        kiosk.close()
