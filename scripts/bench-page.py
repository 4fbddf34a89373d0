#!/usr/bin/env python3
"""Draws the results of benchmarks: scripts/bench-page.py DIRECTORY [CATALOG]

From recognizers.json, latency.json and placement.json: decisions.svg, latency.svg and comparison.svg, in the same directory. A picture of
what was not measured is left out. scripts/bench-report.py writes targets.json and targets.md. With CATALOG, the folder of the
documentation, its pictures, the table of targets in its page Benchmarks and the figures of README.md become those of the directory, if
everything in them was measured.
"""
import html
import json
import math
import os
import re
import shutil
import sys

import usage

README = """Measured on %s.

| | Offhand | elsewhere | measured by |
|---|---|---|---|
| share of a pinch's zoom level that the hand hides ¹ | %.0f %% | %.0f %% where popovers open | `offhand bench placement` |
| distance between a dot and the finger that it follows ² | %.1f mm | %.1f mm in a program that waits for the next frame | `offhand bench latency --path reach` |
| processor time for a touch report of a pinch, relative | 1 | SDL2 %.1f, Qt Quick %.0f, GTK 4 %.0f | `scripts/bench-peers` |"""

# Distinguishable with red-green colour blindness, and on a white card, so that they are readable in a dark page.
INK, QUIET, RULE, GOOD, BAD = "#1f2328", "#656d76", "#d8dee4", "#1b7f5c", "#c4562f"
POLICIES = {"immediate": GOOD, "late-latch": "#3267c9", "frame-callback": BAD}
PIPELINES = [GOOD, BAD, "#3267c9", "#8250df"]
TITLES = {"presented": "presented", "seen": "pixel seen", "answered": "answered", "committed": "committed"}


def number(value):
    return ("%.2f" % value).removesuffix(".00")


def plain(value):
    """Three significant digits or fewer."""
    return "%.*f" % (0 if abs(value) >= 100 or value == round(value) else 1 if abs(value) >= 10 else 2, value)


class Picture:
    """An SVG drawing on a white card; lengths in pixels, origin at the top left."""

    def __init__(self, width, height, title, subtitle=""):
        self.width, self.height, self.body = width, height, []
        self.rectangle(0.5, 0.5, width - 1, height - 1, "#ffffff", 8, RULE)
        self.text(title, 24, 34, 17, bold=True)
        if subtitle:
            self.text(subtitle, 24, 54, 11.5, QUIET)

    def add(self, kind, content="", **attributes):
        words = "".join(
            ' %s="%s"' % (name.replace("_", "-"), value if isinstance(value, str) else number(value))
            for name, value in attributes.items() if value is not None)
        self.body.append("<%s%s>%s</%s>" % (kind, words, content, kind) if content else "<%s%s/>" % (kind, words))

    def rectangle(self, x, y, width, height, fill, corner=0, stroke=None):
        self.add("rect", x=x, y=y, width=max(0, width), height=height, rx=corner, fill=fill, stroke=stroke)

    def line(self, x1, y1, x2, y2, color, width=1, dashes=None):
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=width, stroke_dasharray=dashes)

    def path(self, points, color):
        if points:
            self.add(
                "path", d="M" + "L".join("%s %s" % (number(x), number(y)) for x, y in points), fill="none", stroke=color,
                stroke_width=2, stroke_linejoin="round", stroke_linecap="round")

    def circle(self, x, y, radius, fill, stroke=None):
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke, stroke_width=stroke and 1.5)

    def text(self, text, x, y, size, color=INK, anchor="start", bold=False):
        self.add(
            "text", html.escape(text, quote=True), x=x, y=y, font_size=size, fill=color, text_anchor=anchor,
            font_weight="600" if bold else None)

    def write(self, path):
        with open(path, "w") as file:
            file.write(
                '<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="system-ui, '
                "-apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n%s\n</svg>\n"
                % ((number(self.width), number(self.height)) * 2 + ("\n".join(self.body),)))


class Axis:
    """From zero to the first round number at or above `maximum`, in at most eight steps of 1, 2 or 5 times a power of ten."""

    def __init__(self, start, end, maximum):
        self.start, self.end = start, end
        maximum = max(maximum, 1e-9)
        power = 10.0 ** math.floor(math.log10(maximum / 8))
        step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if maximum / step <= 8)
        count = math.ceil(maximum / step)
        self.maximum = step * count
        self.digits = max(0, -math.floor(math.log10(step) + 1e-9))
        self.ticks = [step * index for index in range(count + 1)]

    def label(self, tick):
        return "%.*f" % (self.digits, tick)

    def pixel(self, value):
        return self.start + (self.end - self.start) * min(max(value / self.maximum, 0), 1)


def draw_decisions(report):
    """When each pipeline decides, by gesture, at the lowest frame rate: a dot at the median, a line to the slowest, and what it misses."""
    rate = min((decision["rate_hz"] for decision in report["decisions"]), default=None)
    decisions = [decision for decision in report["decisions"] if decision["judged"] and decision["rate_hz"] == rate]
    slowest = [decision["latency_ms"]["maximum"] for decision in decisions if "latency_ms" in decision]
    if not slowest:
        return None
    width, left, right, top, line = 960, 150, 120, 96, 15
    pipelines = list(dict.fromkeys(decision["pipeline"] for decision in decisions))
    gestures = list(dict.fromkeys(decision["gesture"] for decision in decisions))
    axis = Axis(left, width - right, max(max(slowest), 1))
    row = len(pipelines) * line + 10
    bottom = top + len(gestures) * row
    picture = Picture(
        width, bottom + 42, "When gestures are decided, %.0f Hz" % rate,
        "Milliseconds after a gesture could be known: the median, and a line to the slowest. Earlier counts as 0.")
    for index, pipeline in enumerate(pipelines):
        picture.circle(left + 140 * index, 74, 4.5, PIPELINES[index % 4])
        picture.text(pipeline, left + 140 * index + 10, 78, 11.5)
    for tick in axis.ticks:
        x = axis.pixel(tick)
        picture.line(x, top - 6, x, bottom, RULE)
        picture.text(axis.label(tick), x, bottom + 16, 10.5, QUIET, "middle")
    for place, gesture in enumerate(gestures):
        picture.text(gesture, left - 14, top + (place + 0.5) * row, 11.5, anchor="end")
        for decision in decisions:
            if decision["gesture"] != gesture:
                continue
            index = pipelines.index(decision["pipeline"])
            y, color = top + place * row + (index + 0.5) * line, PIPELINES[index % 4]
            latency, wrong = decision.get("latency_ms"), sum(decision["misfires"].values())
            if latency:
                x = axis.pixel(latency["median"])
                picture.line(x, y, axis.pixel(latency["maximum"]), y, color, 2)
                picture.circle(x, y, 4.5, color)
            faults = ["%d of %d missed" % (decision["misses"], decision["episodes"])] if decision["misses"] else []
            faults += ["%d wrong" % wrong] if wrong else []
            if faults:
                picture.text(", ".join(faults), width - right + 10, y + 4, 10.5, BAD)
    return picture


def last_stage(result):
    """The stage to compare by: presentation if reported, else the reading from the screen, the frame callback or the commit."""
    return next((stage for stage in TITLES if stage in result["stages"]), None)


def draw_latency(report):
    """The latency to the screen over all percentiles: a panel for each compositor, a line for each commit policy."""
    panels = {}
    for result in report["results"]:
        setup = result["setup"]
        if last_stage(result):
            panels.setdefault("%s at %.0f Hz" % (setup["compositor"], setup["output_hz"]), []).append(result)
    if not panels:
        return None
    first = next(iter(panels.values()))[0]
    picture = Picture(
        max(len(panels) * 300 + 24, 520), 380, "From the touch to the glass",
        "ms after a touch was due, all inputs, %d %s of %d at %.0f Hz; percentiles on a scale that widens the tail" % (
            first["runs"], "run" if first["runs"] == 1 else "runs", first["inputs"] // max(1, first["runs"]),
            first["setup"]["input_hz"]))

    def nines(percentile):
        """Every nine is equally wide."""
        return -math.log10(max(1 - percentile / 100, 1e-6))

    for number_of_panel, (compositor, results) in enumerate(panels.items()):
        left, right = 12 + number_of_panel * 300 + 46, 12 + (number_of_panel + 1) * 300 - 16
        figures = [(result["setup"]["policy"], result["stages"][last_stage(result)]) for result in results]
        points = [point for _, figure in figures for point in figure["curve"]]
        vertical = Axis(306, 100, max((point["milliseconds"] for point in points), default=1))
        last = max((point["percentile"] for point in points), default=90)

        def horizontal(percentile):
            return left + (right - left) * nines(percentile) / max(nines(last), 1e-9)

        picture.text("%s, %s" % (compositor, TITLES[last_stage(results[0])]), left, 84, 12.5, bold=True)
        for tick in vertical.ticks:
            y = vertical.pixel(tick)
            picture.line(left, y, right, y, RULE)
            unit = " ms" if tick == vertical.ticks[-1] else ""
            picture.text(vertical.label(tick) + unit, left - 6, y + 4, 10.5, QUIET, "end")
        for mark in (0, 50, 90, 99, 99.9):
            if mark <= last + 0.01:
                x = horizontal(mark)
                picture.line(x, vertical.end, x, vertical.start, RULE, dashes="2 3" if mark else None)
                picture.text("p%s" % plain(mark) if mark else "min", x, vertical.start + 16, 10.5, QUIET, "middle")
        for index, (policy, figure) in enumerate(figures):
            color, y = POLICIES.get(policy, INK), vertical.start + 34 + index * 14
            picture.path(
                [(horizontal(point["percentile"]), vertical.pixel(point["milliseconds"])) for point in figure["curve"]], color)
            picture.rectangle(left, y - 7, 10, 3, color)
            tail = ", p99 %s" % plain(figure["p99"]["median"]) if "p99" in figure else ""
            picture.text("%s: p50 %s%s ms" % (policy, plain(figure["p50"]["median"]), tail), left + 16, y, 10.5)
    return picture


# What lies under the hands: a landscape at dusk, light from above and the left.
LANDSCAPE = """<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#27496d"/><stop offset=".75" stop-color="#e2a27c"/></linearGradient>
<linearGradient id="skin" x2=".6" y2="1"><stop stop-color="#f0cdb4"/><stop offset="1" stop-color="#d39d7d"/></linearGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="3"/></filter>
<filter id="round" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="1.6"/></filter></defs>"""
HILLS = (("#7d6b83", 0.62, 0.10), ("#54506f", 0.74, 0.07), ("#2d3550", 0.86, 0.05))


def smooth(ring):
    """A polygon (x0, y0, x1, y1, ...) as an SVG path without corners: each is cut twice (Chaikin)."""
    points = list(zip(ring[::2], ring[1::2]))
    for _ in range(2):
        points = [
            (0.75 * ax + 0.25 * bx + part * (bx - ax), 0.75 * ay + 0.25 * by + part * (by - ay))
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]) for part in (0, 0.5)]
    return "M" + "L".join("%.1f %.1f" % point for point in points) + "Z"


class Comparison:
    """Posed hands in turn: at the left with an overlay where popovers open, at the right where Offhand puts it. Lengths in mm."""

    seconds, gap, caption = 2.6, 3, 13
    # The name of a place, the words, their color, and the dashes of the overlay's edge.
    halves = (("classic", "where popovers open", "#9e291a", "2 1.4"), ("standard", "with Offhand", "#0d6638", "none"))

    def __init__(self, scenes):
        self.scenes = scenes

    def half(self, scene, name, words, color, dashes, left, key):
        width, height = scene["width"], scene["height"]
        place = scene["places"][name]
        x, y, across, down = place["rect"]
        hills = "".join(
            '<path fill="%s" d="M0 %.1fC%.1f %.1f %.1f %.1f %.1f %.1fV%.1fH0Z"/>' % (
                hill, height * top, width * 0.3, height * (top - rise), width * 0.6, height * (top + rise), width, height * (top - rise / 2),
                height)
            for hill, top, rise in HILLS)
        touches = "".join(
            '<circle cx="%.1f" cy="%.1f" r="5" fill="#fff" fill-opacity=".22" stroke="#fff" stroke-width=".8"/>' % point
            for point in zip(scene["touches"][::2], scene["touches"][1::2]))
        box = 'x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2.5"' % (x, y, across, down)
        return (
            '<svg x="{left:.1f}" width="{width:.1f}" height="{height:.1f}"><clipPath id="{key}"><path id="hand{key}" d="{hand}"/></clipPath>'
            '<rect width="100%" height="100%" fill="url(#sky)"/>{hills}<rect {box} fill="#14181b"/>'
            '<text x="{middle:.1f}" y="{base:.1f}" font-size="8" font-weight="600" fill="#fff" text-anchor="middle">150%</text>'
            '<use href="#hand{key}" transform="translate(2.5 4)" opacity=".5" filter="url(#soft)"/><use href="#hand{key}" fill="url(#skin)"/>'
            '<g clip-path="url(#{key})"><use href="#hand{key}" fill="none" stroke="#8a4f33" stroke-width="4" opacity=".55" filter="url(#round)"/></g>'
            '<use href="#hand{key}" fill="none" stroke="#7a452c" stroke-width=".5"/>{touches}'
            '<rect {box} fill="none" stroke="#fff" stroke-width=".8" stroke-dasharray="{dashes}"/></svg>'
            '<text x="{center:.1f}" y="{below:.1f}" font-size="7" font-weight="600" fill="{color}" text-anchor="middle">'
            "{words}</text>"
        ).format(
            left=left, width=width, height=height, key=key, hand=" ".join(map(smooth, scene["silhouette"])), hills=hills, box=box,
            middle=x + across / 2, base=y + down / 2 + 2.9, touches=touches, dashes=dashes, center=left + width / 2, below=height + 9,
            color=color, words=words)

    def write(self, path):
        count, width, height = len(self.scenes), self.scenes[0]["width"], self.scenes[0]["height"]
        frames = []
        for number, scene in enumerate(self.scenes):
            halves = "".join(
                self.half(scene, *half, left=index * (width + self.gap), key="%d-%d" % (number, index)) for index, half in enumerate(self.halves))
            shown = ";".join("inline" if number == turn else "none" for turn in range(count))
            frames.append(
                '<g display="%s"><animate attributeName="display" values="%s" dur="%.1fs" calcMode="discrete" repeatCount="indefinite"/>%s</g>'
                % ("none" if number else "inline", shown, self.seconds * count, halves))
        size = (2 * width + self.gap, height + self.caption)
        with open(path, "w") as file:
            file.write(
                '<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.1f %.1f" font-family="system-ui, -apple-system, \'DejaVu Sans\', '
                'sans-serif">%s<rect width="100%%" height="100%%" fill="#fff"/>\n%s\n</svg>\n'
                % (2 * size[0], 2 * size[1], *size, LANDSCAPE, "\n".join(frames)))


def put_into(path, name, text):
    """Replaces what stands between the comments `name` and `end of name`."""
    page = open(path).read()
    parts = re.split(f"(<!-- {name}: .*? -->|<!-- end of {name} -->)", page)
    if len(parts) != 5:
        sys.exit(f"scripts/bench: {path} has no place for the {name}")
    with open(path, "w") as file:
        file.write("".join([*parts[:2], f"\n\n{text}\n\n", *parts[3:]]))


def put_into_pages(directory, catalog):
    results = json.load(open(directory + "/targets.json"))
    missing = [target["title"] for target in results["targets"] if target["verdict"] == "unmeasured"]
    missing += [name for name, value in results["readme"].items() if value is None]
    missing += [name for name in ("latency.svg", "comparison.svg") if not os.path.exists(f"{directory}/{name}")]
    if missing:
        sys.exit("scripts/bench: the pages stay as they are; this was not measured: " + "; ".join(missing))
    for name in ("latency", "comparison"):
        shutil.copy(f"{directory}/{name}.svg", f"{catalog}/Resources/{name}.svg")
    put_into(catalog + "/Benchmarks.md", "targets", open(directory + "/targets.md").read().strip())
    put_into(usage.ROOT + "/README.md", "figures", README % (results["machine"].rsplit(", ", 1)[1], *results["readme"].values()))
    print("scripts/bench: the pages have the new figures; look at them and commit them with the pictures")


arguments = usage.arguments(1, 2)
if not os.path.isdir(arguments[0]):
    usage.wrong("there is no directory '%s'" % arguments[0])
for picture, source, draw in (
    ("decisions", "recognizers", draw_decisions), ("latency", "latency", draw_latency),
    ("comparison", "placement", lambda report: Comparison(report["scenes"]) if report.get("scenes") else None),
):
    source = "%s/%s.json" % (arguments[0], source)
    drawn = draw(json.load(open(source))) if os.path.exists(source) else None
    if drawn:
        drawn.write("%s/%s.svg" % (arguments[0], picture))
if len(arguments) > 1:
    put_into_pages(*arguments)
