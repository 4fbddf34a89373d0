"""An LVGL input device with the gestures of liboffhand above it: widgets get one finger as ever, and of what a gesture takes nothing.

Widgets of LVGL know one pointer. Touches go through liboffhand first; what it delivers is the pointer's. When a second finger makes
a pinch of it, the pointer is reset: the button below the first finger is not clicked, and a list does not scroll on.

Run as a program it taps a button, pinches on it, and taps it again. Needs LVGL 9 for CPython (pip install pydevices-lvgl) and
offhand.py on the path.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import lvgl

import offhand


class TouchScreen:
    """A touch screen for LVGL. Feed it touches in millimetres; `on_event` gets the gestures."""

    def __init__(self, pixels_per_mm: float, outputs: list[offhand.Rect], on_event: Callable[[offhand.Event], None]) -> None:
        self._scale = pixels_per_mm
        self._on_event = on_event
        self.gestures = offhand.Gestures(
            [
                offhand.Recognizer(offhand.Kind.PINCH),
                offhand.Recognizer(offhand.Kind.EDGE_PAN, priority=1),
                offhand.Recognizer(offhand.Kind.LONG_PRESS, flags=offhand.RecognizerFlag.LISTENS),
            ],
            outputs=outputs, relay=True,
        )
        self._pointer: int | None = None
        self._samples: deque[tuple[float, float, bool, bool]] = deque()
        self._last = (0.0, 0.0)
        self.device = lvgl.indev_create()
        self.device.set_type(lvgl.INDEV_TYPE.POINTER)
        self.device.set_read_cb(self._read)

    def drain(self) -> None:
        """Call it after every call of `gestures` that feeds."""
        for event in self.gestures.events():
            self._on_event(event)
        for touch in self.gestures.deliveries():
            if touch.phase == offhand.Phase.DOWN and self._pointer is None:
                self._pointer = touch.slot
            if touch.slot == self._pointer:
                is_over = touch.phase in (offhand.Phase.UP, offhand.Phase.TAKEN)
                self._samples.append((touch.x, touch.y, not is_over, touch.phase == offhand.Phase.TAKEN))
                if is_over:
                    self._pointer = None

    def _read(self, device: lvgl.indev_t, data: lvgl.indev_data_t) -> None:
        """LVGL's read callback: one sample of the pointer at a time."""
        is_pressed = False
        if self._samples:
            x, y, is_pressed, is_taken = self._samples.popleft()
            self._last = (x * self._scale, y * self._scale)
            if is_taken:
                device.reset(None)  # as if the finger had never been there: no click, no throw
        elif self._pointer is not None:
            is_pressed = True
        data.point.x, data.point.y = (round(value) for value in self._last)
        data.state = lvgl.INDEV_STATE.PRESSED if is_pressed else lvgl.INDEV_STATE.RELEASED
        data.continue_reading = bool(self._samples)


def _demonstrate() -> None:
    width, height, scale = 320, 240, 4.0
    lvgl.init()
    display = lvgl.display_create(width, height)
    buffer = bytearray(width * height * 4)
    display.set_buffers(buffer, None, len(buffer), lvgl.DISPLAY_RENDER_MODE.FULL)
    display.set_flush_cb(lambda display, area, pixels: display.flush_ready())
    clicks = 0

    def clicked(event: lvgl.event_t) -> None:
        nonlocal clicks
        clicks += 1

    button = lvgl.button(lvgl.screen_active())
    button.set_size(160, 120)
    button.center()
    button.add_event_cb(clicked, lvgl.EVENT.CLICKED, None)

    pinches: list[offhand.Event] = []
    screen = TouchScreen(scale, [(0, 0, width / scale, height / scale)], pinches.append)
    gestures = screen.gestures

    def turn() -> None:
        lvgl.tick_inc(40)
        lvgl.timer_handler()

    def report() -> None:
        gestures.frame()
        screen.drain()
        turn()

    def tap(time: int) -> None:
        gestures.down(0, time, 40, 30)
        report()
        gestures.up(0, time + 80_000_000)
        report()
        turn()

    turn()
    tap(0)
    print("a tap: clicked", clicks)
    start = 1_000_000_000
    for step in range(12):
        time = start + step * 16_000_000
        feed = gestures.motion if step else gestures.down
        feed(0, time, 38 - step, 30)
        feed(1, time, 46 + step, 30)
        report()
    gestures.up(0, time + 16_000_000)
    gestures.up(1, time + 16_000_000)
    report()
    turn()
    scales = [event.scale for event in pinches if event.kind == offhand.Kind.PINCH]
    print(f"a pinch to {max(scales, default=0):.2f}: clicked", clicks)
    tap(2_000_000_000)
    print("a tap: clicked", clicks)


if __name__ == "__main__":
    _demonstrate()
