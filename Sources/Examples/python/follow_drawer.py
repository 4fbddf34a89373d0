#!/usr/bin/env python3
"""Follows a drawer that a finger pulls out of an edge: follow_drawer.py [NAME]

Needs `offhand serve` with an edge that emits NAME, `drawer` without it, and waits for it. Draws the drawer as a bar in the terminal; a program with a
window moves its panel to `progress_predicted` instead, where the finger is when the next frame is seen, back to `progress` when 40 ms
have passed without another line, and lets it slide open or shut from `progress_velocity` when the gesture has ended.
"""
from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any


def connect(path: str) -> socket.socket:
    """Connects to the service, which may be about to start: waits for its socket."""
    waits = False
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            if not waits:
                print(f"waits for offhand serve at {path}", file=sys.stderr, flush=True)
            waits = True
            time.sleep(0.1)


class Offhand:
    """A connection to the service: lines of JSON in both directions."""

    def __init__(self, path: str | None = None) -> None:
        self.socket = connect(path or os.path.join(os.environ["XDG_RUNTIME_DIR"], "offhand.sock"))
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.hello = self.receive()
        if self.hello.get("version") != 1:
            raise RuntimeError(f"the service speaks version {self.hello.get('version')}, this program version 1")

    def request(self, **fields: Any) -> None:
        """Sends a request, such as request(subscribe=["drawer"])."""
        self.socket.sendall(json.dumps(fields).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        """Waits for the next line."""
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the service ended")
        message = json.loads(line)
        for key in ("error", "closing"):
            if key in message:
                raise RuntimeError(message[key])
        return message

    def events(self, *names: str) -> Iterator[dict[str, Any]]:
        """The events of these names from now on."""
        self.request(subscribe=list(names))
        while True:
            message = self.receive()
            if "event" in message:
                yield message
            elif "panels" in message:
                self.hello |= message  # what has changed


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "drawer"
    offhand = Offhand()
    print(f"edges are {offhand.hello['edges']}; pull '{name}' out", flush=True)
    for event in offhand.events(name):
        bar = "#" * round(40 * event.get("progress", 0))
        print(f"{event['state']:9} |{bar:40}| {event.get('progress_velocity', 0):6.2f}/s", flush=True)
        if event["state"] in ("ended", "cancelled"):
            print("the drawer opens" if event["open"] else "the drawer shuts", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except (OSError, RuntimeError) as error:
        sys.exit(f"follow_drawer.py: {error}")
