"""A touch screen of the guest's kernel whose reports are given slot by slot, in the device's own units."""

import fcntl
import os
import struct

import touchscreen
from touchscreen import (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH,
                         EV_ABS, EV_KEY, EV_SYN)


class Panel(touchscreen.TouchScreen):
    """A device with the axes of one of the descriptions, and as many slots as the matrix wants."""

    def __init__(self, device, slots):
        axes = {name: {"min": int(axis["min"]), "max": int(axis["max"]), "fuzz": int(axis.get("fuzz") or 0),
                       "res": int(axis.get("res") or 0)}
                for name, axis in device["axes"].items() if name in ("x", "y")}
        axes["slot"] = {"min": 0, "max": slots - 1}
        ids = {"bustype": "0x3", "vendor": "0x1234", "product": "0x5678", "version": "0x1", **device.get("ids", {})}
        self.count = slots
        self.name = device["name"]
        self.units = axes
        self.down = {}
        self.reports = []
        super().__init__({"name": self.name, "ids": ids, "axes": axes, "keys": device.get("keys", ())})

    def place(self, x, y):
        """The units at these parts of the axes."""
        return [axis["min"] + round(part * (axis["max"] - axis["min"]))
                for part, axis in ((x, self.units["x"]), (y, self.units["y"]))]

    def report(self, fingers, replaced=(), note=True):
        """One report: exactly these slots are down, each at its place; those of `replaced` belong to another finger now."""
        events = []
        changes = {}
        for slot in sorted(set(self.down) - set(fingers)):
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
            changes[slot] = "ended"
        was_touched = bool(self.down)
        for slot, place in sorted(fingers.items()):
            is_new = slot not in self.down or slot in replaced
            if not is_new and self.down[slot] == place:
                continue
            changes[slot] = "replaced" if slot in replaced else "began" if is_new else "moved"
            events.append((EV_ABS, ABS_MT_SLOT, slot))
            if is_new:
                events.append((EV_ABS, ABS_MT_TRACKING_ID, self.next_tracking_id))
                self.next_tracking_id = (self.next_tracking_id + 1) % 65536
            events += [(EV_ABS, ABS_MT_POSITION_X, place[0]), (EV_ABS, ABS_MT_POSITION_Y, place[1])]
        self.down = dict(fingers)
        if bool(self.down) != was_touched:
            events.append((EV_KEY, BTN_TOUCH, int(bool(self.down))))
        if fingers:
            first = fingers[min(fingers)]
            events += [(EV_ABS, ABS_X, first[0]), (EV_ABS, ABS_Y, first[1])]
        events.append((EV_SYN, 0, 0))
        os.write(self.file, b"".join(struct.pack("qqHHi", 0, 0, *event) for event in events))
        if note:
            self.reports.append(
                [{"slot": slot, "x": place[0], "y": place[1], "change": changes.get(slot, "stationary")}
                 for slot, place in sorted(fingers.items())]
                + [{"slot": slot, "change": "ended"} for slot, change in changes.items() if change == "ended"])

    def description(self):
        """What the tests must know of it."""
        return {"name": self.name, "slots": self.count, "x": self.units["x"], "y": self.units["y"], "reports": self.reports}
