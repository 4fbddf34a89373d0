"""A GTK 4 menu that opens where the hand does not hide it: rest a finger on the window.

With --own-place it opens where GTK puts it, below the finger, for comparison. Needs GTK 4 for Python (gir1.2-gtk-4.0, python3-gi) and
offhand.py on the path.
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

import offhand  # noqa: E402

MENU = ("Copy", "Share", "Rename", "Delete")
STYLE = "window { background: #204060; } popover > contents { background: #c03020; color: white; padding: 8px; }"


class Menu:
    """A window whose menu follows a long press."""

    def __init__(self, application: Gtk.Application, uses_own_place: bool) -> None:
        self.uses_own_place = uses_own_place
        self.window = Gtk.ApplicationWindow(application=application, decorated=False)
        self.area = Gtk.Box(hexpand=True, vexpand=True)
        self.window.set_child(self.area)
        self.popover = Gtk.Popover(autohide=False, has_arrow=False)
        self.rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for label in MENU:
            self.rows.append(Gtk.Label(label=label, width_chars=14, height_request=34))
        self.popover.set_child(self.rows)
        self.popover.set_parent(self.area)
        # One finger is enough for a menu, and a gesture of GTK says where it is; PyGObject passes no touch events.
        finger = Gtk.GestureDrag(touch_only=True)
        finger.connect("begin", self.touched, "down")
        finger.connect("update", self.touched, "motion")
        finger.connect("end", self.touched, "up")
        finger.connect("cancel", self.touched, "cancel")
        self.window.add_controller(finger)
        self.gestures: offhand.Gestures | None = None
        self.time = 0
        self.scale = 96 / 25.4  # pixels a millimetre; the monitor knows better below
        self.window.fullscreen()
        self.window.present()

    def start(self) -> offhand.Gestures:
        """The recognizers of the window, once its size is known."""
        if self.gestures is None:
            monitor = self.window.get_display().get_monitor_at_surface(self.window.get_surface())
            if monitor.get_width_mm() > 50:
                self.scale = monitor.get_geometry().width / monitor.get_width_mm()
            panel = (0.0, 0.0, self.window.get_width() / self.scale, self.window.get_height() / self.scale)
            self.gestures = offhand.Gestures(outputs=[panel], infer_hand=True, wl_touch=True)
        return self.gestures

    def touched(self, finger: Gtk.GestureDrag, sequence: Gdk.EventSequence, what: str) -> None:
        # Milliseconds in 32 bits; 0 means that no event caused the call.
        if stamp := finger.get_current_event_time():
            self.time = offhand.unwrap_ms(self.time, stamp)
        gestures, time = self.start(), self.time
        _, x, y = finger.get_point(sequence)
        if what == "down":
            gestures.down(0, time, x / self.scale, y / self.scale)
        elif what == "motion":
            gestures.motion(0, time, x / self.scale, y / self.scale)
        elif what == "up":
            gestures.up(0, time)
        else:
            gestures.cancel(time)
        gestures.frame()
        self.drain(time)

    def drain(self, time: int) -> None:
        assert self.gestures
        for event in self.gestures.events():
            if event.kind == offhand.Kind.LONG_PRESS and event.state == offhand.State.BEGAN:
                self.open(event)
        if (deadline := self.gestures.deadline) is not None:
            GLib.timeout_add(max(1, (deadline - time) // 1_000_000 + 1), self.wait, deadline)

    def wait(self, deadline: int) -> bool:
        assert self.gestures
        if self.gestures.deadline == deadline:
            self.gestures.advance(deadline)
            self.drain(deadline)
        return False

    def open(self, event: offhand.Event) -> None:
        """Opens the menu for a finger, in GTK's place or in the library's."""
        assert self.gestures
        x, y, side = event.x * self.scale, event.y * self.scale, Gtk.PositionType.BOTTOM
        if not self.uses_own_place:
            # A popover that is not shown has no size; its content has, and 8 pixels around it.
            sizes = (self.rows.measure(axis, -1)[1] + 16 for axis in (Gtk.Orientation.HORIZONTAL, Gtk.Orientation.VERTICAL))
            size = tuple(pixels / self.scale for pixels in sizes)
            place = self.gestures.place(1, size, role=offhand.Role.MENU, time=event.time)
            assert place
            left, top, width, height = place.rect
            # The popover's bottom edge on the place's: a point there, and the popover above it.
            x, y, side = (left + width / 2) * self.scale, (top + height) * self.scale, Gtk.PositionType.TOP
            print(place.why, flush=True)
        where = Gdk.Rectangle()
        where.x, where.y, where.width, where.height = round(x), round(y), 1, 1
        self.popover.set_pointing_to(where)
        self.popover.set_position(side)
        self.popover.popup()
        print("open", flush=True)


def main() -> None:
    application = Gtk.Application(application_id="org.example.offhand")

    def activate(application: Gtk.Application) -> None:
        style = Gtk.CssProvider()
        style.load_from_data(STYLE.encode())
        Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
        application.menu = Menu(application, "--own-place" in sys.argv)
        print("ready", flush=True)

    application.connect("activate", activate)
    application.run([])


if __name__ == "__main__":
    main()
