#!/usr/bin/env python3
"""Checks that charts of states and the code have the same states: scripts/checks/charts.py

A chart is the first table below a heading of a design page whose first column has states in backticks; its last column says what comes
next. Each case of the enumeration is the first column of a row, each state there is a case, and a state in the last column has a row.
Prints each breach with its place, and ends with 1 if there is one. A fix of a corner case changes the chart first.
"""
import re
import sys
from pathlib import Path

# The page, the heading, and the enumeration with its file. A chart of another machine is one more line.
CHARTS = [
    ("Recognizing", "Tap", "Sources/Offhand/Gestures/Recognizers/TapGestureRecognizer.swift", "State"),
    ("Recognizing", "Tap and drag", "Sources/Offhand/Gestures/Recognizers/TapDragGestureRecognizer.swift", "State"),
    ("Recognizing", "Several hands", "Sources/Offhand/Gestures/ByHand/HandHypothesis.swift", "Reading"),
]


def rows(page, heading):
    """The first and the last cell of each row of the chart, and its place."""
    below = False
    found = []
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("#"):
            below = line.strip("# ") == heading
        elif below and line.startswith("| "):
            cells = line.strip("| ").split(" | ")
            found.append((f"{page}:{number}", states(cells[0]), states(cells[-1])))
        elif found and any(first for _, first, _ in found):
            return found
        else:
            found = []
    return found


def states(cell):
    return re.findall(r"`(\w+)`", cell)


def cases(path, name):
    body = re.search(rf"enum {name}\b[^{{]*{{(.*?)}}", Path(path).read_text(), re.DOTALL)
    words = re.findall(r"\bcase ([^\n}]+)", body.group(1)) if body else []
    return re.findall(r"\w+", re.sub(r"\(.*?\)|= \S+|//.*", "", ", ".join(words)))


breaches = []
for name, heading, path, enumeration in CHARTS:
    page = Path("Sources/Offhand/Offhand.docc/Design") / f"{name}.md"
    chart, known = rows(page, heading), cases(path, enumeration)
    charted = {state for _, first, _ in chart for state in first}
    for case in known:
        if case not in charted:
            breaches.append(f'{path}:1: {enumeration}.{case} is not in the chart of Design/{name}.md "{heading}"')
    for place, first, last in chart:
        breaches += [f"{place}: {state} is no case of {enumeration} in {path}" for state in first if state not in known]
        breaches += [f"{place}: {state} has no row of its own" for state in last if state not in charted]
    if not chart or not known:
        breaches.append(f"{page}:1: there is no chart below {heading}, or no {enumeration} in {path}")
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
