#!/usr/bin/env python3
"""Judges the results of benchmarks: scripts/bench-report.py [--against EARLIER | --within PERCENT] DIRECTORY [DIRECTORY...]

From the JSON that benchmarks wrote with --into DIRECTORY, and counts.json of scripts/bench: targets.md, the targets of scripts/targets.json
as a table; targets.json, the same for scripts/bench-page.py; decisions.csv and compute.csv, the figures of recognizers for a spreadsheet.
What was not measured is named in the table.

  --against  prints every figure of the directory beside that of EARLIER, another directory, and writes nothing
  --within   of the directories of several runs prints side by side what ought to be the same in all: instructions, and ratios measured in
             turns; fails where a run is further than PERCENT from the middle one
"""
import csv
import fnmatch
import json
import math
import os
import re
import sys
import time

import usage

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = ["recognizers", "latency", "drawing", "input", "program", "peers", "counts", "placement", "prediction", "gap/latency"]
# What two runs of one build differ by.
RUN_NOISE = 0.06


class Missing(Exception):
    """A figure that was not measured."""


def stop(problem):
    sys.exit(f"scripts/bench-report.py: {problem}")


def read(directory):
    """The reports in `directory` by name; those that are missing are left out."""
    if not os.path.isdir(directory):
        usage.wrong(f"there is no directory '{directory}'")
    reports = {}
    for name in NAMES:
        path = os.path.join(directory, name + ".json")
        if not os.path.exists(path):
            continue
        try:
            found = json.load(open(path))
        except ValueError:
            stop(f"{path}: this is no JSON")
        if not isinstance(found, dict) or found.get("schema") != f"offhand-bench-{os.path.basename(name)}":
            stop(f"{path}: this is no report of a benchmark of that name")
        reports[name.split("/")[0]] = found
    if not reports:
        stop(f"{directory} holds no results; benchmarks write them with --into {directory}")
    return reports


def settled(ratio):
    """The ratio if both ends of its interval are within a tenth of it: else its starts do not agree."""
    isSettled = ratio["low"] >= 0.9 * ratio["ratio"] and ratio["high"] <= 1.1 * ratio["ratio"]
    return ratio["ratio"] if isSettled else None


def values(node, path):
    """What `path` leads to: keys with slashes between them; of a list `[key=pattern,...]` chooses."""
    if not path:
        return [node]
    match = re.match(r"([^/\[]+)(?:\[([^\]]*)\])?(?:/|$)", path)
    key, conditions, rest = match.group(1), match.group(2), path[match.end():]
    if not isinstance(node, dict):
        return []
    if key == "settled":
        return [value for value in [settled(node)] if value is not None]
    if node.get(key) is None:
        return []
    found = node[key] if isinstance(node[key], list) else [node[key]]
    for condition in filter(None, (conditions or "").split(",")):
        name, pattern = condition.split("=")
        found = [item for item in found if any(fnmatch.fnmatchcase(written(value), pattern) for value in values(item, name))]
    return [value for item in found for value in values(item, rest)]


def written(value):
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def plain(value):
    """Three significant digits or fewer."""
    if not math.isfinite(value):
        return "∞"
    return "%.*f" % (0 if abs(value) >= 100 or value == round(value) else 1 if abs(value) >= 10 else 2, value)


def measured(expression, reports):
    """The value of a figure of scripts/targets.json, `None` if it was not measured."""
    def every(path):
        found = values(reports, path)
        if not found:
            raise Missing()
        return found

    try:
        return eval(expression, {"__builtins__": {}, "at": lambda path: every(path)[0], "all": every, "max": max})
    except Missing:
        return None


def judged(target, reports):
    """The row of a target: what is asked, what was measured, the verdict, and the worst ratio to a bound, more than 1 if it is missed."""
    outcomes, limits, ratios = [], [], []
    for figure in target["figures"]:
        value, limit = measured(figure["of"], reports), figure.get("at_most", figure.get("at_least"))
        outcomes.append("–" if value is None else plain(value))
        limits.append(plain(limit))
        if value is None:
            continue
        above, below = (value, limit) if "at_most" in figure else (limit, value)
        ratios.append(above / below if below else 0 if above == 0 else math.inf)

    def joined(words):
        units = [figure.get("unit") for figure in target["figures"]]
        if any(units):
            return ", ".join(f"{word} {unit}" for word, unit in zip(words, units))
        return f"{words[0] if len(set(words)) == 1 else ' / '.join(words)} {target['unit']}"

    worst = max(ratios, default=None)
    isComplete = len(ratios) == len(target["figures"])
    verdict = "missed" if worst is not None and worst > 1 else "met" if isComplete else "unmeasured"
    sign = "≤" if "at_most" in target["figures"][0] else "≥"
    row = {"id": target["id"], "title": target["title"], "demand": f"{sign} {joined(limits)}", "outcome": joined(outcomes), "verdict": verdict}
    return row if worst is None else {**row, "worst": "inf" if worst == math.inf else worst}


def machine_line(reports):
    machine = next((report["machine"] for report in reports.values() if "machine" in report), None)
    if machine is None:
        return ""
    return "%s, %d processors, %s, %s build, load %.1f, %s" % (
        machine["processor"], machine["processors"], machine["system"], machine["build"], machine["load"], time.strftime("%Y-%m-%d", time.gmtime(machine["unix_time"])))


def report(directory):
    reports = read(directory)
    wanted = json.load(open(f"{ROOT}/scripts/targets.json"))
    rows = [judged(target, reports) for target in wanted["targets"]]
    machine = machine_line(reports)
    with open(f"{directory}/targets.md", "w") as file:
        if machine:
            file.write(f"{machine}.\n\n")
        file.write("| | target | asked | measured | |\n|---|---|---|---|---|\n")
        for row in rows:
            mark = {"met": "met", "unmeasured": "not all measured"}.get(row["verdict"])
            mark = mark or f"missed, {plain(float(row['worst']))} times the limit"
            file.write(f"| {row['id']} | {row['title']} | {row['demand']} | {row['outcome']} | {mark} |\n")
    with open(f"{directory}/targets.json", "w") as file:
        readme = {name: measured(of, reports) for name, of in wanted["readme"].items()}
        json.dump({"machine": machine, "targets": rows, "readme": readme}, file)
    for name in ("decisions", "compute"):
        rows = [flat(row) for row in reports.get("recognizers", {}).get(name, [])]
        if rows:
            with open(f"{directory}/{name}.csv", "w", newline="") as file:
                table = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
                table.writeheader()
                table.writerows(rows)
    print(f"{directory}/targets.md")


def flat(node, name=""):
    """The words and numbers in `node` by their path. A row of a list is named by the words in it."""
    if isinstance(node, dict):
        return {key: value for part, item in node.items() for key, value in flat(item, f"{name} {part}".strip()).items()}
    if isinstance(node, list):
        found = {}
        for item in node:
            if isinstance(item, dict):
                own = flat(item)
                label = " ".join(written(value) for key, value in own.items() if isinstance(value, str) or key.endswith("hz"))
                found.update({f"{name} {label} {key}": value for key, value in own.items()})
        return found
    return {name: node}


def compare(earlier, directory):
    then, now = (flat(read(folder)) for folder in (earlier, directory))
    print("not measured alternately: two runs of one build differ by 6 %")
    count = 0
    for name, value in now.items():
        before = then.get(name)
        if not all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in (value, before)):
            continue
        if " machine " in name or name.split()[-1] in ("version", "count", "low", "high", "lowest", "highest", "pairs"):
            continue
        count += 1
        change = value / before if before > 0 else math.nan
        verdict = "less" if change < 1 - RUN_NOISE else "more" if change > 1 + RUN_NOISE else ""
        print(f"{name:100}  {plain(before):>9}  {plain(value):>9}  {change:6.3f}  {verdict}".rstrip())
    if count == 0:
        stop(f"{earlier} and {directory} have no figure in common")


def steady(reports):
    """What ought to be the same in every run on one machine: its kind, its name, and its value if the starts agree on one."""
    for row in reports.get("counts", {}).get("rows", []):
        yield "instructions", f"{row['name']}, a frame", row["instructions"]
    for row in reports.get("input", {}).get("rows", []):
        if "instructions" in row:
            yield "instructions", f"input {row['stage']} {row['workload']}, a frame", row["instructions"]
        if "ratio" in row:
            yield "ratios", f"input {row['stage']} against the drain, {row['workload']}", settled(row["ratio"])
    for row in reports.get("recognizers", {}).get("ratios", []):
        # The null pipeline takes as long as reading the clock, so its ratios are noise.
        if "null" not in (row["subject"], row["baseline"]):
            yield "ratios", f"{row['subject']} against {row['baseline']}, {row['workload']}", settled(row)
    for row in reports.get("peers", {}).get("rows", []):
        yield "ratios", f"against {row['peer']}, {row['what']}, {row['workload']}", settled(row["ratio"])


def repeats(within, directories):
    figures = {}
    for directory in directories:
        for kind, name, value in steady(read(directory)):
            figures.setdefault((kind, name), []).append(value)
    figures = {key: found for key, found in figures.items() if len(found) > 1}
    if not figures:
        stop("the directories have no figure in common that ought to be the same")
    apart, worst, left_out = 0, {}, {}
    for (kind, name), found in figures.items():
        known = sorted(value for value in found if value is not None)
        middle = known[(len(known) - 1) // 2] if known else math.nan
        off = 100 * max(known[-1] - middle, middle - known[0]) / middle if known and known[0] > 0 else 0
        apart += off > within
        worst[kind] = max(worst.get(kind, 0), off)
        left_out[kind] = left_out.get(kind, 0) + len(found) - len(known)
        cells = [f"{value:10.4g}" for value in (known[:1] + [middle] + known[-1:])] if known else []
        print(f"{kind:13} {name:60} {len(known)} of {len(found)} runs {' '.join(cells)}   off by {off:.2f} %")
    for kind, off in worst.items():
        unsettled = f"; {left_out[kind]} are left out, because their starts do not agree" if left_out[kind] else ""
        print(f"{kind}: no run is further than {off:.2f} % from the middle one{unsettled}")
    if apart:
        stop(f"{apart} of {len(figures)} figures are further than {within:g} % from the middle one")


words = sys.argv[1:]
if words[:1] == ["--against"]:
    if len(words) != 3:
        usage.wrong("'--against' takes two directories")
    compare(*words[1:])
elif words[:1] == ["--within"]:
    if len(words) < 4 or not re.fullmatch(r"\d+(\.\d+)?", words[1]):
        usage.wrong("'--within' takes a percentage and two directories or more")
    repeats(float(words[1]), words[2:])
else:
    report(usage.arguments(1, 1)[0])
