"""Touches KWin's screen and changes its outputs: touch.py DISPLAY COMMANDS

Obeys commands that arrive as datagrams on the Unix socket COMMANDS, with the words of Tests/Rigs/weston-touch:

    down ID X Y, motion ID X Y, up ID     a finger, in logical pixels; times after them are ignored, for KWin takes none
    frame                                 what came since the last frame belongs together
    cancel                                the compositor takes the touches away
    output NAME scale N                   also a fraction
    output NAME transform N               of wl_output.transform
    output NAME enable 0|1                unplugs it, or plugs it in again

Speaks org_kde_kwin_fake_input and kde_output_management_v2 over the plain socket DISPLAY: no program in Debian does. The touch screen
is there when COMMANDS is.
"""

import os
import select
import socket
import struct
import sys


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


def fixed(number):
    return struct.pack("=i", round(float(number) * 256))


def word(number):
    return struct.pack("=I", int(number))


REGISTRY = 2
# Opcodes and arguments of org_kde_kwin_fake_input version 4.
TOUCHES = {
    "down": (4, (word, fixed, fixed)), "motion": (5, (word, fixed, fixed)), "up": (6, (word,)), "cancel": (7, ()),
    "frame": (8, ())}
# Opcodes and arguments of kde_output_configuration_v2.
OUTPUTS = {"enable": (0, word), "transform": (2, word), "scale": (4, fixed)}
APPLY = 5


class Compositor:
    """A connection to KWin."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.pending = b""
        self.last = REGISTRY
        self.fake = self.manager = None
        self.devices = set()
        self.names = {}
        self.send(1, 1, word(REGISTRY))
        self.wait()
        if self.fake is None:
            raise SystemExit("KWin does not let this program touch its screen")
        self.send(self.fake, 0, string("offhand tests") + string("touches for tests"))
        self.wait()

    def send(self, target, opcode, arguments=b""):
        self.socket.sendall(struct.pack("=II", target, (8 + len(arguments)) << 16 | opcode) + arguments)

    def new(self):
        self.last += 1
        return self.last

    def wait(self):
        """Until KWin has done all that was requested."""
        done = self.new()
        self.send(1, 0, word(done))
        while done not in self.receive():
            pass

    def receive(self):
        """Takes what has arrived, at least something, and returns the objects that sent it."""
        data = self.socket.recv(65536)
        if not data:
            raise SystemExit("KWin hung up")
        self.pending += data
        senders = []
        while len(self.pending) >= 8:
            sender, size = struct.unpack("=II", self.pending[:8])
            if len(self.pending) < size >> 16:
                break
            body, self.pending = self.pending[8:size >> 16], self.pending[size >> 16:]
            self.handle(sender, size & 0xFFFF, body)
            senders.append(sender)
        return senders

    def handle(self, sender, opcode, body):
        if sender == 1 and opcode == 0:
            raise SystemExit(f"KWin: {body[12:]}")
        if sender == REGISTRY and opcode == 0:
            name, length = struct.unpack("=II", body[:8])
            interface = body[8:8 + length - 1].decode()
            version = struct.unpack("=I", body[-4:])[0]
            if interface == "org_kde_kwin_fake_input":
                self.fake = self.bind(name, interface, min(version, 4))
            elif interface == "kde_output_management_v2":
                self.manager = self.bind(name, interface, 2)
            elif interface == "kde_output_device_v2":
                self.devices.add(self.bind(name, interface, 2))
        # kde_output_device_v2.name
        if sender in self.devices and opcode == 14:
            length = struct.unpack("=I", body[:4])[0]
            self.names[body[4:4 + length - 1].decode()] = sender

    def bind(self, name, interface, version):
        target = self.new()
        self.send(REGISTRY, 0, word(name) + string(interface) + word(version) + word(target))
        return target

    def obey(self, line):
        words = line.split()
        if words[0] == "output":
            opcode, kind = OUTPUTS[words[2]]
            configuration = self.new()
            self.send(self.manager, 0, word(configuration))
            self.send(configuration, opcode, word(self.names[words[1]]) + kind(words[3]))
            self.send(configuration, APPLY)
        else:
            opcode, kinds = TOUCHES[words[0]]
            self.send(self.fake, opcode, b"".join(kind(word) for kind, word in zip(kinds, words[1:])))


compositor = Compositor(sys.argv[1])
commands = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
commands.bind(sys.argv[2])
os.chmod(sys.argv[2], 0o666)
while True:
    for ready in select.select([compositor.socket, commands], [], [])[0]:
        if ready is compositor.socket:
            compositor.receive()
        else:
            for line in commands.recv(65536).decode().splitlines():
                compositor.obey(line)
