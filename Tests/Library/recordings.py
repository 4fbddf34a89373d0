"""Recordings of people as records that events.c plays."""
import gzip
import json
import math
import os
import struct
from pathlib import Path

BEGINS, DOWN, MOTION, SHAPE, UP, FRAME = range(6)


def corpus(root):
    """The folder of recordings, or None."""
    folder = Path(os.environ.get("OFFHAND_CORPUS", root.parent / "shared")) / "traces"
    return folder if folder.is_dir() else None


def lines(folder):
    """Every recording of a folder, in the order of names."""
    for path in sorted(folder.glob("*.jsonl*")):
        if path.name != "devices.jsonl":  # describes devices and records nothing
            with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
                yield from file


def positions(frames, device):
    """Where a touch is in millimetres, as a function, and the size of the panel. What has no millimetres is scaled to 300 mm."""
    touches = [touch for _, touches in frames for touch in touches]
    unit = next((unit for unit in ("mm", "px", "u") if touches and f"x_{unit}" in touches[0]), None)
    x, y = (f"x_{unit}", f"y_{unit}") if unit else ("x", "y")
    far = max((max(touch[x], touch[y]) for touch in touches), default=1) or 1
    scale = 1 if unit == "mm" else 300 / far
    width, height = (device.get(side) or max(far * scale, 1) for side in ("width_mm", "height_mm"))
    return lambda touch: (touch[x] * scale, touch[y] * scale), width, height


def write(folder, file, every):
    """Writes every `every`-th recording; their names and numbers of frames."""
    written = []

    def put(kind, slot=0, time=0, a=0.0, b=0.0, c=0.0):
        file.write(struct.pack("<iiqddd", kind, slot, time, a, b, c))

    for index, line in enumerate(lines(folder)):
        if index % every:
            continue
        recording = json.loads(line)
        frames = [(frame["t"], frame["touches"]) for frame in recording["frames"]]
        position, width, height = positions(frames, recording["device"])
        put(BEGINS, a=width, b=height)
        down = set()
        for seconds, touches in frames:
            time = 1_000_000_000 + round(seconds * 1e9)
            for touch in touches:
                put(MOTION if touch["id"] in down else DOWN, touch["id"], time, *position(touch))
                if "major_mm" in touch:
                    turn = math.radians(touch["orient_deg"]) if touch.get("orient_deg") is not None else math.nan
                    put(SHAPE, touch["id"], time, touch["major_mm"], touch.get("minor_mm") or touch["major_mm"], turn)
            here = {touch["id"] for touch in touches}
            for gone in sorted(down - here):
                put(UP, gone, time)
            down = here
            put(FRAME, time=time)
        written.append((f"{recording['source']}/{recording['trace']}", len(frames)))
    return written
