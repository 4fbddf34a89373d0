"""What programs of other toolkits receive of a touch screen with the bridge between: programs.py OFFHAND PROGRAM...

Under sway and labwc. /out/results.json has the touches of some gestures, of which a swipe of three fingers is exclusive, without the bridge
and with it in each way: of each touch "landed ended how", in pixels. What the program of GTK receives of the
pointer is as the protocol has it: motions, buttons, wheels and modifiers; also of a pinch under which a process of the bridge is killed.
"""

import fcntl
import json
import os
import re
import signal
import sys
import time

import pane
from bridge import GESTURES, WAYS, Bridge, pan, press, spread, twin, wait_for_rest
from stage import Stage, end, keep_logs, text


def touches(log):
    """The touches of a part of the program's log."""
    down, found = {}, []
    for name, number, *place in re.findall(r"touch (down|motion|up|cancel) (\S+) (-?[\d.]+) (-?[\d.]+)", log):
        place = ",".join(str(round(float(value))) for value in place)
        if name == "down":
            down[number] = [place, place, "stays"]
            found.append(down[number])
        for number in list(down) if number == "all" else [number] if number in down else []:
            if name != "cancel":
                down[number][1] = place
            if name in ("up", "cancel"):
                down.pop(number)[2] = name
    return [" ".join(touch) for touch in found]


def play(stage, names):
    results = {}
    for name in names:
        before = len(text("below.log"))
        GESTURES[name](stage.screen)
        # A slow program is waited for, until it prints no more of it.
        wait_for_rest(lambda: text("below.log").count("touch ", before), 3)
        results[name] = touches(text("below.log")[before:])
    return results


def pointed(log):
    """What the protocol says of the pointer and of keys in a part of the program's log: name, and the numbers that count."""
    pattern = r"(wl_pointer[@#]\d+\.(?:motion|button|axis_value120)|wl_keyboard[@#]\d+\.(?:modifiers|leave))\(([^)]*)\)"
    found = []
    for name, values in re.findall(pattern, log):
        name, values = name.split(".")[1], [re.sub(r"[^-.\d]", "", value) for value in values.split(",")]
        # motion: time, x, y; button: serial, time, button, state; axis: axis, value; modifiers: serial, depressed, ...
        chosen = {"motion": values[1:], "button": values[2:], "modifiers": values[1:2], "leave": []}.get(name, values)
        found.append([name, *(float(value) for value in chosen)])
    return found


def point(stage, offhand, way):
    result, lift = {}, lambda screen: screen.show([])
    for fault in (None, "kill", "kill the keeper"):
        with Bridge(offhand, way) as bridge:
            bridge.point(way)
            names = {"press": press, "pan": pan, "pinch": lambda screen: (spread(screen), lift(screen))} if not fault else {fault: spread}
            for name, play_one in names.items():
                before = len(text("below.log"))
                play_one(stage.screen)
                if fault:
                    wait_for_rest(lambda: len(pointed(text("below.log")[before:])), 2)
                    os.kill(bridge.program.pid if fault == "kill" else bridge.keeper(), signal.SIGKILL)
                    time.sleep(3)
                wait_for_rest(lambda: len(pointed(text("below.log")[before:])), 3)
                result[name] = pointed(text("below.log")[before:])
            lift(stage.screen)
            if not fault:
                # What stays down in the kernel: keys of 64 bits at a time.
                with open(twin("Offhand Pointer"), "rb", 0) as node:
                    keys = fcntl.ioctl(node, 0x80604518, bytes(96))
                result["down"] = sum(byte.bit_count() for byte in keys)
    return result


def measure(stage, offhand, compositor, program):
    result = {"compositor": compositor, "program": program, "ways": []}
    try:
        if stage.below in stage.programs:
            stage.programs.remove(stage.below)
            end(stage.below)
        stage.fill(pane.command(program))
        # A slow program draws before it reads touches. Two fingers: after a capture libinput does not know the kernel's slot until it
        # changes.
        for _ in range(10):
            if play(stage, ["pinch"])["pinch"]:
                break
        result["plain"] = play(stage, ["tap", "drag", "pinch"])
        for way in WAYS.get(compositor, ("hold",)):
            with Bridge(offhand, way):
                gestures = play(stage, ["tap", "drag", "pinch", "swipe"])
                result["ways"].append({"way": way, "gestures": gestures, "next": play(stage, ["tap"])["tap"]})
            if program == "gtk":
                result["ways"][-1]["pointer"] = point(stage, offhand, way)
    except Exception as error:
        result["failure"] = str(error)
    keep_logs("below")
    if os.path.exists("/out/below.log"):
        os.replace("/out/below.log", f"/out/{compositor}-{program}.log")
    return result


def main(offhand, *programs):
    os.environ.update(GSK_RENDERER="cairo", QT_QPA_PLATFORM="wayland", NO_AT_BRIDGE="1")
    results = []
    for compositor in ("sway", "labwc"):
        stage = None
        # One compositor that does not begin leaves the other.
        try:
            stage = Stage(offhand, compositor)
            for program in programs:
                results.append(measure(stage, offhand, compositor, program))
        except Exception as error:
            results.append({"compositor": compositor, "program": "none", "ways": [], "failure": repr(error)})
        finally:
            with open("/out/results.json", "w") as file:
                json.dump(results, file, indent=1)
            if stage:
                stage.close()


main(*sys.argv[1:])
