"""What the guest asks of the host: screendumps. One line to ask, one line for an answer, over the second serial port."""

import os
import termios
import tty


def _open():
    port = os.open("/dev/ttyS1", os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port, termios.TCSANOW)
    return port


def tell(line):
    """Sends a line and waits for the answer."""
    port = _open()
    os.write(port, (line + "\n").encode())
    answer = b""
    while not answer.endswith(b"\n"):
        answer += os.read(port, 1)
    os.close(port)
    if answer.strip() != b"done":
        raise RuntimeError(f"the host answers '{line}' with {answer.decode().strip()}")


def screendump(name):
    """Has QEMU write what the screen shows to NAME.ppm in the directory of the results."""
    tell(f"screendump {name}")
