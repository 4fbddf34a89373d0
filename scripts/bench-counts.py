#!/usr/bin/env python3
"""Reads what callgrind wrote for scripts/bench and compares it with the committed baseline.

Called as: bench-counts.py FOLDER ["" | --gate | --accept] [RESULT.json]. The runs and the dumps stand in the same order. Each run makes
four passes, and callgrind writes one dump before and one after each: the last one of a run is the one that counts.
"""
import glob
import json
import os
import re
import sys

BASELINE = "scripts/baselines/recognizers.txt"
TOLERANCE = 1.05
DUMPS_A_RUN = 8
ALLOCATORS = ("malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign")


def dump(path):
    """The instructions and the allocations of one dump."""
    instructions, calls, names, current = 0, 0, {}, None
    for line in open(path, errors="replace"):
        if line.startswith(("summary:", "totals:")):
            instructions = max(instructions, int(line.split()[1]))
        match = re.match(r"cfn=\((\d+)\)(?: (.*))?", line) or re.match(r"fn=\((\d+)\)(?: (.*))?", line)
        if match:
            if match.group(2):
                names[match.group(1)] = match.group(2)
            if line.startswith("cfn="):
                current = names.get(match.group(1), "")
        elif line.startswith("calls=") and current is not None:
            if current.split("'")[0].split("@")[0] in ALLOCATORS:
                calls += int(line.split()[0][len("calls="):])
            current = None
    return instructions, calls


def number(path):
    return int(path.rsplit(".", 1)[1])


def main():
    folder, mode = sys.argv[1], sys.argv[2]
    runs = [line.split() for line in open(os.path.join(folder, "runs")) if line.strip()]
    dumps = sorted((p for p in glob.glob(os.path.join(folder, "out.*")) if p.rsplit(".", 1)[1].isdigit()), key=number)
    if len(dumps) != DUMPS_A_RUN * len(runs):
        sys.exit(f"scripts/bench: callgrind wrote {len(dumps)} dumps for {len(runs)} runs; expected {DUMPS_A_RUN} a run")
    figures = {}
    for index, (subject, workload, delivery, frames) in enumerate(runs):
        instructions, allocations = dump(dumps[DUMPS_A_RUN * (index + 1) - 1])
        figures[f"{subject} {workload} {delivery}"] = (instructions / int(frames), allocations)
    if len(sys.argv) > 3:
        rows = [{"name": n, "instructions": i, "allocations": a} for n, (i, a) in figures.items()]
        with open(sys.argv[3], "w") as file:
            json.dump({"schema": "offhand-bench-counts", "version": 1, "rows": rows}, file)
    if mode == "--accept":
        os.makedirs(os.path.dirname(BASELINE), exist_ok=True)
        with open(BASELINE, "w") as file:
            file.write("# Instructions a frame and allocations a pass, by callgrind: scripts/bench --accept\n")
            for name, (instructions, allocations) in figures.items():
                file.write(f"{name} {instructions:.1f} {allocations}\n")
        print(f"scripts/bench: wrote {BASELINE}")
        return
    baseline = {}
    if os.path.exists(BASELINE):
        for line in open(BASELINE):
            if not line.startswith("#") and line.strip():
                *name, instructions, allocations = line.split()
                baseline[" ".join(name)] = (float(instructions), int(allocations))
    faults = 0
    print(f"{'pipeline, workload, events':34} {'instructions a frame':>20} {'baseline':>10} {'allocations a pass':>19}")
    for name, (instructions, allocations) in figures.items():
        known = baseline.get(name)
        notes = []
        if known and instructions > known[0] * TOLERANCE and instructions - known[0] > 2:
            notes.append(f"{100 * (instructions / known[0] - 1):.1f} % more than the baseline")
        if allocations > 0:
            notes.append("allocates")
        if known is None:
            notes.append("not in the baseline")
        faults += bool(notes)
        print(f"{name:34} {instructions:20.1f} {known[0] if known else '-':>10} {allocations:19}  {'; '.join(notes)}".rstrip())
    if mode == "--gate" and faults:
        sys.exit(f"scripts/bench: {faults} figures are worse than {BASELINE} allows")


main()
