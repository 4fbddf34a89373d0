#!/usr/bin/env python3
"""Checks the number of lines that are written by hand: scripts/checks/budget.py [figures]

Swift, C, C++, JavaScript and Python below each folder of `Sources`, generated protocols apart, and below `Tests` with its lists of faults.
Prints each folder that has more lines than its limit, and ends with 1 if there is one; with `figures`, prints the lines of all of them.

A change that adds lines removes others. A limit falls with what is deleted; one that is raised is a commit of its own, with a reason.
"""
import subprocess
import sys

GENERATED = "Sources/Adapters/OffhandWayland/Protocols/"
WRITTEN = (".swift", ".c", ".h", ".cpp", ".js", ".mjs", ".py", ".faults")
LIMITS = {
    "Sources/Offhand": 23530,
    "Sources/Adapters": 16860,
    "Sources/Client": 13020,
    "Sources/Doors": 14760,
    "Sources/Lab": 10110,
    "Sources/Examples": 1830,
    "Tests": 65270,
}

lines = dict.fromkeys(LIMITS, 0)
files = subprocess.run(
    ["git", "ls-files", "-co", "--exclude-standard", "Sources", "Tests"], capture_output=True, text=True, check=True)
for path in files.stdout.splitlines():
    if path.endswith(WRITTEN) and not path.startswith(GENERATED):
        folder = "/".join(path.split("/")[:1 if path.startswith("Tests") else 2])
        try:
            lines[folder] = lines.get(folder, 0) + open(path, "rb").read().count(b"\n")
        except FileNotFoundError:
            pass  # It is deleted, and not yet committed.
if sys.argv[1:] == ["figures"]:
    print("\n".join(f"{folder:18}{count:7}{LIMITS.get(folder, 0):7}" for folder, count in lines.items()))
breaches = [
    f"scripts/checks/budget.py:1: {folder} has {count} lines, {count - LIMITS.get(folder, 0)} more than its limit"
    for folder, count in lines.items()
    if count > LIMITS.get(folder, 0)
]
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
