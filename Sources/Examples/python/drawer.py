#!/usr/bin/python3
"""A drawer that follows the finger from the left edge: drawer.py [NAME]

Needs `offhand serve` with a left edge that emits NAME, `drawer` without it, and Debian's python3-gi-cairo and gir1.2-gtklayershell-0.1
(GTK 3: Debian 12 has no layer shell for GTK 4). Replace `content`, and keep the rest: while the finger pulls, the panel is where the finger will
be when the frame is seen; released, it slides on with the finger's velocity, open or shut as the service decided.
"""
import math
import sys
import threading

import cairo
import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("GtkLayerShell", "0.1")
from gi.repository import Gdk, GLib, Gtk, GtkLayerShell  # noqa: E402

from follow_drawer import Offhand  # noqa: E402

TRAVEL_MM = 60  # `travel_mm` of the edge: the panel is as wide, so that its border stays at the finger
SETTLING = 0.25  # seconds in which the released panel comes to rest
STYLE = b"""
window { background: #20262e; border-right: 1px solid #3d4855; }
label { color: #f2f5f8; font: 17px "DejaVu Sans"; }
.title { font: bold 22px "DejaVu Sans"; padding: 28px 24px 20px; }
button { background: #2c3540; border: none; border-radius: 10px; box-shadow: none; text-shadow: none; padding: 20px;
  margin: 0 16px 12px; }
button:active { background: #3f6fb5; }
"""


def content(shut):
    """What the drawer holds; `shut` closes it."""
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    title = Gtk.Label(label="Kitchen", xalign=0)
    title.get_style_context().add_class("title")
    box.add(title)
    for text in ("Lights", "Blinds", "Music"):
        box.add(Gtk.Button(label=text))
    close = Gtk.Button(label="Close")
    close.connect("clicked", lambda _: shut())
    box.pack_end(close, False, False, 4)
    return box


class Drawer:
    """The panel at the left edge. `progress` is 0 outside of the screen and 1 when it is open."""

    def __init__(self, offhand):
        self.window = Gtk.Window()
        GtkLayerShell.init_for_window(self.window)
        GtkLayerShell.set_layer(self.window, GtkLayerShell.Layer.OVERLAY)  # `TOP` is below programs that fill the screen
        GtkLayerShell.set_namespace(self.window, "drawer")
        for edge in (GtkLayerShell.Edge.LEFT, GtkLayerShell.Edge.TOP, GtkLayerShell.Edge.BOTTOM):
            GtkLayerShell.set_anchor(self.window, edge, True)
        self.offhand = offhand
        self.window.add(content(lambda: self.release(opens=False, velocity=0)))
        self.progress = 0.0
        self.pause = self.sliding = 0

    def follow(self, event):
        """Takes an event of the edge."""
        self.stop()
        if event["state"] == "began" and self.progress == 0:
            self.show(event["output"])
        if event["state"] in ("began", "changed"):
            self.move(event["progress_predicted"])
            # Without another line the finger rests, and the panel must not stay ahead of it.
            self.pause = GLib.timeout_add(40, self.rest, event["progress"])
        else:
            self.move(event["progress"])
            self.release(event["open"], event["progress_velocity"])

    def stop(self):
        """Ends what moves it."""
        if self.pause:
            GLib.source_remove(self.pause)
        if self.sliding:
            self.window.remove_tick_callback(self.sliding)
        self.pause = self.sliding = 0

    def rest(self, progress):
        self.pause = 0
        self.move(progress)
        return GLib.SOURCE_REMOVE

    def show(self, output):
        """Shows the panel beside the screen, as wide as the pull is long."""
        screen = Gdk.Display.get_default().get_monitor(0).get_geometry()
        panels = {panel["output"]: panel["size_mm"] for panel in self.offhand.hello["panels"]}
        self.width = round(TRAVEL_MM * screen.width / panels[output][0])
        self.window.set_size_request(self.width, -1)
        self.move(0)
        self.window.show_all()
        # While it moves, touches go through it. The finger belongs to the service's strip anyway; but sway before 1.8 reports it
        # relative to the window below it, which must not move.
        self.window.input_shape_combine_region(cairo.Region())

    def move(self, progress):
        self.progress = min(max(progress, 0), 1)
        GtkLayerShell.set_margin(self.window, GtkLayerShell.Edge.LEFT, round((self.progress - 1) * self.width))

    def release(self, opens, velocity):
        """Lets it slide open or shut as a critically damped spring; `velocity` is the change of the progress per second."""
        self.stop()
        self.window.input_shape_combine_region(None if opens else cairo.Region())
        self.window.queue_draw()  # the region counts from the next frame on
        target, start = (1 if opens else 0), GLib.get_monotonic_time()
        distance, stiffness = self.progress - target, 8 / SETTLING

        def slide(_, clock):
            seconds = max(0, (clock.get_frame_time() - start) / 1e6)
            if seconds < SETTLING:
                rest = (distance + (velocity + stiffness * distance) * seconds) * math.exp(-stiffness * seconds)
                self.move(target + rest)
                return GLib.SOURCE_CONTINUE
            self.sliding = 0
            self.move(target)
            if not opens:
                self.window.hide()
            return GLib.SOURCE_REMOVE

        self.sliding = self.window.add_tick_callback(slide)


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "drawer"
    style = Gtk.CssProvider()
    style.load_from_data(STYLE)
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    offhand = Offhand()
    drawer = Drawer(offhand)

    def listen():
        reason = "the service ended"
        try:
            for event in offhand.events(name):
                GLib.idle_add(drawer.follow, event)
        except (OSError, RuntimeError) as error:
            reason = str(error)
        # Before the main loop ends: the program does not wait for this thread.
        print(f"drawer.py: {reason}", file=sys.stderr, flush=True)
        GLib.idle_add(Gtk.main_quit)

    threading.Thread(target=listen, daemon=True).start()
    print(f"edges are {offhand.hello['edges']}; pull '{name}' out", flush=True)
    Gtk.main()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except (OSError, RuntimeError) as error:
        sys.exit(f"drawer.py: {error}")
