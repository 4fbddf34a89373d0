"""Who receives a swipe from the left edge: edges.py OFFHAND

The same swipe of 22 events on a kernel's touch screen, under sway with a program that fills the screen: with nothing beside it, with
lisgd, and with `offhand serve`. The events that the program received are counted in its own log of the protocol; /out/results.json
has them, and whether the command of the gesture ran. Then the output is switched off with the curtain up, and a tap wakes it.
"""

import json
import os
import subprocess
import sys
import time

from stage import HEIGHT, SWAY_SOCKET, WIDTH, Stage, end, keep_logs, start, subscribe, swipe, text, wait_for


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
        lines = subscribe()
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
    """Switches the output, through swaymsg."""
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
        keep_logs("seatd", "sway", "below", "beside")
    with open("/out/results.json", "w") as file:
        json.dump(results, file, indent=1)


main(*sys.argv[1:])
