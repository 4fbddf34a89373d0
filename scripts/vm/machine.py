"""Starts QEMU, serves the guest's requests for screendumps, and ends with the exit code that the guest reports.

    machine.py KERNEL INITRD GUEST OUT ROOT
"""

import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import time


class Monitor:
    """QEMU's control socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")
        self.lines.readline()
        self.ask("qmp_capabilities")

    def ask(self, command, **arguments):
        self.socket.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        for line in self.lines:
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(answer["error"]["desc"])
        raise RuntimeError("QEMU has gone")


def connect(path, machine, limit):
    """Connects to a socket that QEMU is about to open."""
    while True:
        try:
            port = socket.socket(socket.AF_UNIX)
            port.connect(path)
            return port
        except OSError:
            port.close()
            if machine.poll() is not None or time.monotonic() > limit:
                raise
            time.sleep(0.01)


def serve(port, monitor, out, machine, limit):
    """Replies to the guest until it reports its exit code."""
    pending = b""
    while time.monotonic() < limit:
        if not select.select([port], [], [], 0.5)[0]:
            if machine.poll() is not None:
                print("scripts/vm/run: the guest ended before its program did; see console.log", file=sys.stderr)
                return 70
            continue
        data = port.recv(4096)
        if not data:
            print("scripts/vm/run: the guest ended before its program did; see console.log", file=sys.stderr)
            return 70
        pending += data
        while b"\n" in pending:
            line, pending = pending.split(b"\n", 1)
            words = line.decode(errors="replace").split()
            if words[:1] == ["exit"]:
                port.sendall(b"done\n")
                return int(words[1])
            if words[:1] == ["screendump"]:
                try:
                    monitor.ask("screendump", filename=os.path.join(out, words[1] + ".ppm"))
                    port.sendall(b"done\n")
                except RuntimeError as error:
                    port.sendall(f"no: {error}\n".encode())
    print("scripts/vm/run: the time is over; see console.log", file=sys.stderr)
    return 124


def main(kernel, initrd, guest, out, root):
    limit = time.monotonic() + float(os.environ.get("OFFHAND_VM_LIMIT", "900"))
    share = "local,path={},security_model=none,id={}"
    with tempfile.TemporaryDirectory() as scratch, open(os.path.join(out, "console.log"), "wb") as console:
        monitor_path, port_path = os.path.join(scratch, "qmp"), os.path.join(scratch, "port")
        machine = subprocess.Popen(
            ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2",
             "-m", "2048", "-display", "none", "-nodefaults", "-no-reboot", "-vga", "none",
             "-device", "virtio-gpu-pci,xres=1280,yres=800",
             "-kernel", kernel, "-initrd", initrd, "-append", "console=ttyS0 quiet loglevel=3 panic=-1",
             "-fsdev", share.format(root, "root") + ",readonly=on,multidevs=remap",
             "-device", "virtio-9p-pci,fsdev=root,mount_tag=root",
             "-fsdev", share.format("/", "machine") + ",readonly=on,multidevs=remap",
             "-device", "virtio-9p-pci,fsdev=machine,mount_tag=machine",
             "-fsdev", share.format(guest, "guest") + ",readonly=on",
             "-device", "virtio-9p-pci,fsdev=guest,mount_tag=guest",
             "-fsdev", share.format(out, "out"), "-device", "virtio-9p-pci,fsdev=out,mount_tag=out",
             "-serial", "stdio", "-serial", f"unix:{port_path},server=on,wait=off",
             "-qmp", f"unix:{monitor_path},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)
        try:
            port = connect(port_path, machine, limit)
            monitor = Monitor(monitor_path)
            code = serve(port, monitor, out, machine, limit)
            if code != 124:
                try:
                    machine.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    pass
            return code
        finally:
            if machine.poll() is None:
                machine.kill()
                machine.wait()


sys.exit(main(*sys.argv[1:]))
