"""What programs of other toolkits receive of a touch screen with the bridge between: programs.py OFFHAND PROGRAM...

Under sway and labwc. /out/results.json has the touches of some gestures, of which a swipe of three fingers is exclusive, without the bridge
and with it in each way: of each touch "landed ended how", in pixels.
"""

import json
import os
import re
import sys

import pane
from bridge import GESTURES, WAYS, Bridge, wait_for_rest
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
