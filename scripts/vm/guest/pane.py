"""Programs of three toolkits that fill the screen and print their touches, a line each: "touch NAME FINGER X Y". pane.py gtk | qt"""

import sys
import tempfile

PAGE = """<!doctype html><style>html { touch-action: none; height: 100% }</style><script>
  for (const [type, name] of Object.entries({ down: "down", move: "motion", up: "up", cancel: "cancel" }))
    addEventListener("pointer" + type, event => console.log(`touch ${name} ${event.pointerId} ${event.clientX} ${event.clientY}`));
</script>"""
CHROMIUM = [
    "chromium", "--app=file:///run/pane.html", "--kiosk", "--no-first-run", "--no-sandbox", "--disable-gpu", "--ozone-platform=wayland",
    "--enable-logging=stderr", "--disable-extensions", "--disable-background-networking"]


def command(program):
    """What starts a program."""
    if program != "chromium":
        return ["/usr/bin/python3", __file__, program]
    with open("/run/pane.html", "w") as page:
        page.write(PAGE)
    # A folder of its own each time: one that was killed leaves a lock behind.
    return [*CHROMIUM, f"--user-data-dir={tempfile.mkdtemp(dir='/run')}"]


def say(name, number, x, y):
    print("touch", name, number, round(x), round(y), flush=True)


def gtk():
    import gi
    gi.require_version("Gtk", "4.0")
    gi.require_version("Gdk", "4.0")
    from gi.repository import Gdk, GLib, Gtk
    kinds = Gdk.EventType
    names = {kinds.TOUCH_BEGIN: "down", kinds.TOUCH_UPDATE: "motion", kinds.TOUCH_END: "up", kinds.TOUCH_CANCEL: "cancel"}

    def receive(controller, _):
        event = controller.get_current_event()
        if name := names.get(event.get_event_type()):
            # The number is its address.
            say(name, str(event.get_event_sequence()).split()[-1], *event.get_position()[1:])

    Gtk.init()
    window, controller = Gtk.Window(), Gtk.EventControllerLegacy()
    controller.connect("event", receive)
    window.add_controller(controller)
    window.fullscreen()
    window.present()
    GLib.MainLoop().run()


def qt():
    from PyQt6.QtCore import QEvent, Qt
    from PyQt6.QtGui import QEventPoint
    from PyQt6.QtWidgets import QApplication, QWidget
    kinds, states = QEvent.Type, QEventPoint.State
    names = {states.Pressed: "down", states.Updated: "motion", states.Released: "up"}

    class Pane(QWidget):
        def event(self, event):
            if event.type() == kinds.TouchCancel:
                say("cancel", "all", 0, 0)
            elif event.type() in (kinds.TouchBegin, kinds.TouchUpdate, kinds.TouchEnd):
                for point in event.points():
                    if name := names.get(point.state()):
                        say(name, point.id(), point.position().x(), point.position().y())
            else:
                return super().event(event)
            return True

    application, pane = QApplication([]), Pane()
    pane.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
    pane.showFullScreen()
    application.exec()


if __name__ == "__main__":
    {"gtk": gtk, "qt": qt}[sys.argv[1]]()
