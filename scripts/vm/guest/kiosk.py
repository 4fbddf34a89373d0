"""A kiosk from its setup to its removal, on a machine that has booted: kiosk.py OFFHAND FOLDER seat

FOLDER has the unit of the service, which comes with the package. A login at the first terminal stands for the reboot. /out/results.json has
what each step found, and the screen is in pictures beside it.
"""

import glob
import hashlib
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import time

import host
from stage import DEVICE, wait_for
from touchscreen import TouchScreen

PAGE = """<!doctype html><meta name=viewport content="width=device-width"><style>body { margin: 0; background: #205080 }
input { font: 40px sans-serif; margin: 60px }</style><input placeholder="Your name">
<script>if (localStorage.visitor) document.body.style.background = '#a02020'; localStorage.visitor = 1</script>"""
PAGE_COLOR = "205080"
UNTIDY = ("/var/lib/systemd", "/var/log", "/var/cache", "/var/tmp", "/var/backups", "/etc/.pwd.lock", "/etc/subuid-", "/etc/subgid-",
          "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-")


def says(*command, **options):
    """What a command prints, whether it succeeds or not."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout.strip()


def files():
    """The hashes of all files that a setup could touch."""
    found = {}
    for top in ("/etc", "/home", "/var", "/root"):
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if f"{folder}/{name}" not in UNTIDY]
            for name in folders + names:
                path = f"{folder}/{name}"
                if path in UNTIDY or not os.path.isfile(path) or os.path.islink(path):
                    found.setdefault(path, "") if path not in UNTIDY else None
                    continue
                with open(path, "rb") as file:
                    found[path] = hashlib.sha256(file.read()).hexdigest()
    return found


def look(name):
    """The colour of most of the screen, as rrggbb, and its share."""
    host.screendump(name)
    with open(f"/out/{name}.ppm", "rb") as file:
        kind, width, height, _, pixels = re.match(rb"(P6)\s(\d+)\s(\d+)\s(\d+)\s(.*)", file.read(), re.S).groups()
    count = {}
    for index in range(0, len(pixels) - 2, 3 * 97):
        color = pixels[index:index + 3].hex()
        count[color] = count.get(color, 0) + 1
    color = max(count, key=count.get)
    return color, count[color] / sum(count.values())


def status():
    """The lines of `offhand kiosk status` by their subjects."""
    return dict(line.split(maxsplit=1) for line in says("offhand", "kiosk", "status").splitlines() if " " in line)


def main(offhand, folder, _):
    results = {}

    def note(name, find, *arguments):
        start = time.monotonic()
        try:
            results[name] = find(*arguments)
        except Exception as error:
            results[name] = {"failure": repr(error)}
        results[f"{name} s"] = round(time.monotonic() - start, 1)
        print(name, results[name], flush=True)
        with open("/out/results.json", "w") as file:
            json.dump(results, file, indent=1)

    def awaits(color, limit=420):
        """Waits until most of the screen has this colour: without a processor for drawings Chromium takes minutes here."""
        wait_for(f"a screen in {color}", lambda: time.sleep(1) or look("screen")[0] == color, limit)
        return color

    def anew():
        """Waits until the page is gone, and there again: of a visitor before it would be red."""
        wait_for("the page to go", lambda: time.sleep(1) or look("screen")[0] != PAGE_COLOR, 120)
        return awaits(PAGE_COLOR)

    def service():
        """What the service says of itself, once it replies."""
        wait_for("the service", lambda: says("offhand", "status", "--json").startswith("{"), 120)
        line = says("offhand", "status", "--json")
        try:
            return json.loads(line)
        except ValueError:
            raise RuntimeError(f"no JSON: {line}")

    def tap(x, y, hold=0.08):
        """A finger at a place in millimetres of the panel."""
        screen.show([{"id": 1, "x_mm": x, "y_mm": y}])
        time.sleep(hold)
        screen.show([])
        time.sleep(0.12)

    def staff():
        """The corner of staff: four taps, and one that is held."""
        for hold in (0.08, 0.08, 0.08, 0.08, 2.6):
            tap(5, 5, hold)
        wait_for("the pad", lambda: service()["menu"], 60)
        wait_for("its picture", lambda: time.sleep(1) or look("pad")[1] < 0.9, 60)
        return "shown"

    # The user of the root is none of this machine.
    says("userdel", "--remove", "kiosk")
    os.symlink(offhand, "/usr/bin/offhand")
    shutil.copy(f"{folder}/offhand.service", "/usr/lib/systemd/user/")
    os.makedirs("/srv", exist_ok=True)
    with open("/srv/page.html", "w") as file:
        file.write(PAGE)
    before, screen = files(), TouchScreen(DEVICE)
    setup = ["offhand", "kiosk", "setup", "file:///srv/page.html", "--no-install", "--pin", "--diagonal", "10in"]
    note("setup", lambda: says(*setup, input="1234\n1234\n"))
    note("again", lambda: says(*[word for word in setup if word != "--pin"]))
    # Without a processor for drawings Chromium takes minutes for its first page here.
    note("login", says, "systemctl", "restart", "getty@tty1")
    note("page", awaits, PAGE_COLOR)
    note("running", status)
    note("answers", service)
    note("screenshot", lambda: [says("offhand", "screenshot", "/out/tool.png"), os.path.getsize("/out/tool.png") > 1000])
    note("curtain up", says, "offhand", "curtain", "up")
    note("curtain", lambda: wait_for("the curtain", lambda: look("curtain")[0] != PAGE_COLOR, 180) or "up")
    note("curtain down", says, "offhand", "curtain", "down")
    note("page below", awaits, PAGE_COLOR)
    note("pad", staff)
    note("home", says, "offhand", "kiosk", "home")
    note("page of the next", anew)
    note("kill program", says, "pkill", "-KILL", "-u", "kiosk", "chromium")
    note("page after the program", anew)
    note("kill compositor", says, "pkill", "-KILL", "-u", "kiosk", "labwc")
    note("page after the compositor", anew)
    note("running again", status)
    note("remove", says, "offhand", "kiosk", "remove")
    after = files()
    note("left", lambda: sorted(path for path in after.keys() | before.keys() if after.get(path) != before.get(path)))
    note("journal", lambda: says("journalctl", "-b", "--no-pager", "-o", "cat", "-p", "warning")[-3000:])


main(*sys.argv[1:])
