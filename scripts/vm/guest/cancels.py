"""What is left of a finger whose touch screen is unplugged, or that becomes a palm: cancels.py OFFHAND COMPOSITOR...

Under each compositor, a program that fills the screen and records what it is told. /out/results.json has the events of the protocol from
the landing on, and the recording's contacts as "first position, last position, end". (After a palm libinput reports nothing of the next
finger in its slot.) Last, under labwc, a pull from the edge with
`offhand serve`, whose touch screen is unplugged, and the next pull.
"""

import json
import os
import sys
import time

from stage import Stage, end, keep_logs, start, subscribe, swipe, text, wait_for


def touch(stage, fault):
    """One finger that moves, the fault, and another finger that lands elsewhere and lifts."""
    before = len(stage.events())
    for step in range(4):
        stage.screen.show([{"id": 1, "x_mm": 100 + 5 * step, "y_mm": 60}])
        time.sleep(0.03)
    wait_for("the touch", lambda: "motion" in stage.events()[before:], limit=60)
    if fault == "unplug":
        stage.screen.unplug()
        time.sleep(2)
        stage.plug()
        time.sleep(3)
    else:
        stage.screen.show([{"id": 1, "x_mm": 115, "y_mm": 60, "palm": True}])
        stage.screen.show([])
        time.sleep(2)
    first = stage.events()[before:]
    stage.screen.show([{"id": 2, "x_mm": 250, "y_mm": 150}])
    time.sleep(0.2)
    stage.screen.show([])
    time.sleep(2)
    return {"fault": fault, "first": first, "next": stage.events()[before + len(first):]}


def contacts(path):
    """How each contact of a recording went, in millimetres."""
    with open(path) as file:
        frames = [frame for line in file for frame in json.loads(line)["frames"]]
    down, ended = {}, []
    for frame in frames + [{"touches": []}]:
        now = {touch["id"]: (round(touch["x_mm"]), round(touch["y_mm"])) for touch in frame["touches"]}
        for number in [number for number in down if number not in now]:
            ended.append([*down.pop(number), "cancelled" if frame.get("cancelled") else "lifted"])
        for number, place in now.items():
            down[number] = (down.get(number, (place,))[0], place)
    return ended


def measure(offhand, compositor):
    record = "/run/touches.jsonl"
    if os.path.exists(record):
        os.remove(record)
    stage = Stage(offhand, compositor, ("record", "--source", "wayland", "--output", record), beside=True)
    try:
        faults = [touch(stage, "palm"), touch(stage, "unplug")]
        end(stage.below)
        return {"compositor": compositor, "faults": faults, "contacts": contacts(record)}
    finally:
        stage.close()


def pull(offhand):
    """The states of a pull whose touch screen is unplugged, the seconds until it ended, and the states of the next one."""
    stage = Stage(offhand, "labwc")
    with open("/run/serve.toml", "w") as file:
        file.write('[[edge]]\nedge = "left"\nemit = "drawer"\n')
    service = start([offhand, "serve", "--config", "/run/serve.toml", "--log", "info"], "beside.log")
    wait_for("the service", lambda: "ready" in text("beside.log"))
    lines = subscribe()
    time.sleep(2)

    def states(last):
        found = []
        while not found or found[-1] not in last:
            found.append(json.loads(lines.readline()).get("state"))
        return found

    swipe(stage.screen, steps=10)
    stage.screen.unplug()
    begin = time.monotonic()
    first = states(("ended", "cancelled"))
    seconds = time.monotonic() - begin
    stage.plug()
    time.sleep(3)
    swipe(stage.screen)
    result = {"first": first, "seconds": round(seconds, 1), "next": states(("ended", "cancelled"))}
    end(service)
    stage.close()
    return result


def main(offhand, *compositors):
    results = {"compositors": []}
    for compositor in compositors:
        try:
            results["compositors"].append(measure(offhand, compositor))
        except Exception as error:
            results["compositors"].append({"compositor": compositor, "failure": str(error)})
        keep_logs(compositor, "below")
        os.replace("/out/below.log", f"/out/below-{compositor}.log")
    results["pull"] = pull(offhand)
    keep_logs("beside")
    with open("/out/results.json", "w") as file:
        json.dump(results, file, indent=1)


main(*sys.argv[1:])
