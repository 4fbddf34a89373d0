#!/usr/bin/env python3
"""Checks that the figures that scripts/bench --page writes are not older than the last release: scripts/checks/figures.py

Prints each place with older ones, or none, and ends with 1 if there is one.
"""
import re
import sys
from pathlib import Path

released = re.search(r"^## [\d.]+ \((\d{4}-\d\d-\d\d)\)", Path("CHANGELOG.md").read_text(), re.M)[1]
breaches = []
for page in ("README.md", "Sources/Offhand/Offhand.docc/Benchmarks.md"):
    written = re.search(r"<!-- \w+: written by scripts/bench --page -->(.*?)<!-- end of", Path(page).read_text(), re.S)
    measured = re.search(r"\d{4}-\d\d-\d\d", written[1] if written else "")
    if not measured or measured[0] < released:
        breaches.append(f"{page}: measured on {measured[0] if measured else 'no day'}, the last release is of {released}")
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
