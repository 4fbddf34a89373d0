"""Touches KWin's screen: touch.py SOCKET SCRIPT

A line of SCRIPT is `down ID X Y`, `motion ID X Y`, `up ID`, `cancel` or `frame`, in logical pixels, `wait SECONDS`, or
`await FILE`, which waits until there is such a file. Speaks org_kde_kwin_fake_input over the plain socket, for KWin gives
that to no program of another user, and there is no other that speaks it.
"""

import os
import socket
import struct
import sys
import time


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


def fixed(number):
    return struct.pack("=i", round(float(number) * 256))


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(5)
        self.pending = b""

    def send(self, target, opcode, arguments=b""):
        self.socket.sendall(struct.pack("=II", target, (8 + len(arguments)) << 16 | opcode) + arguments)

    def events(self):
        while True:
            while len(self.pending) < 8 or len(self.pending) < struct.unpack("=II", self.pending[:8])[1] >> 16:
                data = self.socket.recv(65536)
                if not data:
                    raise SystemExit("KWin hung up")
                self.pending += data
            target, word = struct.unpack("=II", self.pending[:8])
            body, self.pending = self.pending[8:word >> 16], self.pending[word >> 16:]
            yield target, word & 0xFFFF, body


REGISTRY, DONE, FAKE = 2, 3, 4
# Opcode and arguments of what touches, in org_kde_kwin_fake_input version 4.
REQUESTS = {"down": (4, "ixy"), "motion": (5, "ixy"), "up": (6, "i"), "cancel": (7, ""), "frame": (8, "")}

client = Client(sys.argv[1])
client.send(1, 1, struct.pack("=I", REGISTRY))
client.send(1, 0, struct.pack("=I", DONE))
for target, opcode, body in client.events():
    if target == DONE:
        raise SystemExit("KWin does not let this program touch its screen")
    if target == REGISTRY and opcode == 0:
        name, length = struct.unpack("=II", body[:8])
        interface = body[8:8 + length - 1].decode()
        version = struct.unpack("=I", body[-4:])[0]
        if interface == "org_kde_kwin_fake_input":
            client.send(
                REGISTRY, 0, struct.pack("=I", name) + string(interface) + struct.pack("=II", min(version, 4), FAKE))
            break
client.send(FAKE, 0, string("offhand tests") + string("touches for tests"))
with open(sys.argv[2]) as script:
    lines = script.read().splitlines()
for line in lines:
    words = line.split()
    if words[0] == "wait":
        time.sleep(float(words[1]))
        continue
    if words[0] == "await":
        end = time.monotonic() + 30
        while not os.path.exists(words[1]) and time.monotonic() < end:
            time.sleep(0.01)
        continue
    opcode, kinds = REQUESTS[words[0]]
    client.send(FAKE, opcode, b"".join(
        struct.pack("=I", int(word)) if kind == "i" else fixed(word) for kind, word in zip(kinds, words[1:])))
