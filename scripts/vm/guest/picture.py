"""Takes a picture of a menu over the plan of rooms in Chromium, with the bridge below it: picture.py OFFHAND SITE

SITE is what scripts/package web has built, with rooms.html among its demos. A swipe of three fingers is exclusive and opens the menu; it
is then in /out/bridge.ppm. Ends with 1 if Chromium has heard of a finger.
"""

import fcntl
import socket
import struct
import sys
import time

import host
import pane
from bridge import SOCKET, finger
from stage import DEVICE, Stage, end, keep_logs, start, text, wait_for

SERVICE = """posture = "kiosk"
[[gesture]]
kind = "swipe"
fingers = 3
direction = "down"
exclusive = true
menu = "house"
[menu.house]
lights = { label = "All lights off", run = ["true"] }
blinds = { label = "All blinds down", run = ["true"] }
door = { label = "Open the front door", run = ["true"] }
"""
# The tips of the hand that scripts/film draws, in millimetres, before they go 44 down.
TIPS = [(95, 50), (121.8, 53.1), (138.7, 53)]


def swipe(screen):
    """As quick as one has to be that is held."""
    for count in (1, 2, 3):
        screen.show([finger(number + 1, *tip) for number, tip in enumerate(TIPS[:count])])
        time.sleep(0.01)
    for step in range(9):
        screen.show([finger(number + 1, x, y + 5.5 * step) for number, (x, y) in enumerate(TIPS)])
        time.sleep(0.008)
    screen.show([])


def main(offhand, site):
    # 12.1 inches.
    DEVICE["axes"]["x"]["res"] = DEVICE["axes"]["y"]["res"] = 61
    # Nobody has switched the guest's own network on.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as network:
        fcntl.ioctl(network, 0x8914, struct.pack("16sh14x", b"lo", 1))
    stage = Stage(offhand)
    try:
        stage.programs.remove(stage.below)
        end(stage.below)
        stage.programs.append(start(["/usr/bin/python3", "-m", "http.server", "--directory", site, "8000"], "site.log"))
        address = "http://127.0.0.1:8000/demos/rooms.html?screen=262"
        stage.fill([word.replace("file:///run/pane.html", address) for word in pane.command("chromium")])
        time.sleep(20)
        with open("/run/serve.toml", "w") as file:
            file.write(SERVICE)
        stage.programs.append(start([offhand, "bridge", "--user", "root", "--log", "info"], "bridge.log", OFFHAND_BRIDGE=SOCKET))
        wait_for("the bridge", lambda: "ready" in text("bridge.log"))
        stage.programs.append(start([offhand, "serve", "--config", "/run/serve.toml"], "serve.log", OFFHAND_BRIDGE=SOCKET))
        wait_for("the capture", lambda: "is captured" in text("bridge.log"))
        time.sleep(15)
        before = stage.received()
        swipe(stage.screen)
        time.sleep(4)
        host.screendump("bridge")
        if stage.received() > before:
            sys.exit("Chromium has heard of a finger")
    finally:
        keep_logs("below", "bridge", "serve")
        stage.close()


main(*sys.argv[1:])
