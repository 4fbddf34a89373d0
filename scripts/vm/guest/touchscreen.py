"""A touch screen of the guest's kernel, made through uinput, and fingers that play recordings on it."""

import fcntl
import json
import os
import struct
import time

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0, 1, 0x2F, 0x35, 0x36
ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, MT_TOOL_PALM = 0x37, 0x39, 2
INPUT_PROP_DIRECT = 1


def _code(direction, number, size):
    """An ioctl of uinput, as <asm-generic/ioctl.h> puts it together."""
    return direction << 30 | size << 16 | ord("U") << 8 | number


UI_DEV_CREATE, UI_DEV_DESTROY = _code(0, 1, 0), _code(0, 2, 0)
UI_DEV_SETUP, UI_ABS_SETUP = _code(1, 3, 92), _code(1, 4, 28)
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT = _code(1, 100, 4), _code(1, 101, 4), _code(1, 103, 4)
UI_SET_PROPBIT = _code(1, 110, 4)


class Recording:
    """The first recording of a file of JSON lines."""

    def __init__(self, path):
        with open(path) as file:
            self.value = json.loads(file.readline())
        self.device = self.value["device"]
        self.frames = self.value["frames"]


class TouchScreen:
    """A screen with the name, ids and axes of the device that a recording names, and keys if it has `keys`; with an axis `tool`, one that
    knows palms."""

    def __init__(self, device):
        self.axes = device["axes"]
        self.slots = {}
        self.next_tracking_id = 1
        self.file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for bit in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.file, UI_SET_EVBIT, bit)
        for key in (BTN_TOUCH, *device.get("keys", ())):
            fcntl.ioctl(self.file, UI_SET_KEYBIT, key)
        fcntl.ioctl(self.file, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for code, name in ((ABS_X, "x"), (ABS_Y, "y"), (ABS_MT_SLOT, "slot"), (ABS_MT_POSITION_X, "x"),
                           (ABS_MT_POSITION_Y, "y")):
            self._axis(code, **self.axes[name])
        if "tool" in self.axes:
            self._axis(ABS_MT_TOOL_TYPE, **self.axes["tool"])
        self._axis(ABS_MT_TRACKING_ID, min=0, max=65535)
        ids = [int(device["ids"][key], 16) for key in ("bustype", "vendor", "product", "version")]
        fcntl.ioctl(self.file, UI_DEV_SETUP, struct.pack("4H80sI", *ids, device["name"].encode(), 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)

    def _axis(self, code, min, max, fuzz=0, flat=0, res=0):
        fcntl.ioctl(self.file, UI_SET_ABSBIT, code)
        fcntl.ioctl(self.file, UI_ABS_SETUP, struct.pack("H2x6i", code, 0, min, max, fuzz, flat, res))

    def unplug(self):
        """Takes the screen away, fingers or not."""
        fcntl.ioctl(self.file, UI_DEV_DESTROY)
        os.close(self.file)

    def _units(self, millimetres, axis):
        return round(millimetres * self.axes[axis]["res"]) + self.axes[axis]["min"]

    def show(self, touches):
        """One report: exactly these fingers are down, given as dictionaries with id, x_mm, y_mm, and `palm` where it is one."""
        was_touched = bool(self.slots)
        events = []
        for finger in [finger for finger in self.slots if finger not in {touch["id"] for touch in touches}]:
            events += [(EV_ABS, ABS_MT_SLOT, self.slots.pop(finger)), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        for touch in touches:
            finger = touch["id"]
            if finger not in self.slots:
                self.slots[finger] = next(slot for slot in range(10) if slot not in self.slots.values())
                events += [(EV_ABS, ABS_MT_SLOT, self.slots[finger]), (EV_ABS, ABS_MT_TRACKING_ID, self.next_tracking_id)]
                self.next_tracking_id += 1
            else:
                events.append((EV_ABS, ABS_MT_SLOT, self.slots[finger]))
            events += [(EV_ABS, ABS_MT_POSITION_X, self._units(touch["x_mm"], "x")),
                       (EV_ABS, ABS_MT_POSITION_Y, self._units(touch["y_mm"], "y"))]
            if "tool" in self.axes:
                events.append((EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM if touch.get("palm") else 0))
        if bool(self.slots) != was_touched:
            events.append((EV_KEY, BTN_TOUCH, int(bool(self.slots))))
        if touches:
            events += [(EV_ABS, ABS_X, self._units(touches[0]["x_mm"], "x")),
                       (EV_ABS, ABS_Y, self._units(touches[0]["y_mm"], "y"))]
        events.append((EV_SYN, 0, 0))
        os.write(self.file, b"".join(struct.pack("qqHHi", 0, 0, *event) for event in events))

    def play(self, recording, start=0.0, end=float("inf")):
        """Plays the frames from `start` to `end` in real time; fingers that are down then stay down."""
        frames = [frame for frame in recording.frames if start <= frame["t"] < end]
        begin = time.monotonic() - frames[0]["t"]
        for frame in frames:
            time.sleep(max(0, begin + frame["t"] - time.monotonic()))
            self.show(frame["touches"])
        return frames[-1]
