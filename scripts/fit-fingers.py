"""What fingers tell of a hand, from poses of hands: scripts/fit-fingers.py HANDS

HANDS is a file in the format of shared/hands. Prints of the poses of split "fit" the figure of five fingertips, for
Hands/Evidence/FingerArrangementEvidence.swift: the mean of whole hands turned so that their forearms come from straight below, in mm with
y down, and how far a coordinate of a single hand is off it after the best rotation and scaling; then, for Hands/Tracks/HandReading.swift, mean and
deviation of the angle between the forearm's azimuth and the lines between fingers, in degrees.
"""
import gzip
import json
import math

import usage

FINGERS = ["th", "ff", "mf", "rf", "lf"]


def mean(values):
    return sum(values) / max(1, len(values))


def turned(pose):
    """The fingertips relative to their centroid, y down, the forearm straight below."""
    cosine, sine = math.cos(math.radians(pose["azimuthDeg"])), math.sin(math.radians(pose["azimuthDeg"]))
    places = [(x * cosine + y * sine, x * sine - y * cosine) for x, y in (pose["touch"][finger] for finger in FINGERS)]
    middle = [mean([place[axis] for place in places]) for axis in (0, 1)]
    return [(x - middle[0], y - middle[1]) for x, y in places]


def figure(poses):
    hands = [turned(pose) for pose in poses if pose["kind"] == "five" and all(finger in pose["touch"] for finger in FINGERS)]
    tips = [tuple(mean([hand[finger][axis] for hand in hands]) for axis in (0, 1)) for finger in range(5)]
    size = sum(x * x + y * y for x, y in tips)
    departure = 0
    for hand in hands:
        along = sum(a * x + b * y for (a, b), (x, y) in zip(tips, hand))
        across = sum(a * y - b * x for (a, b), (x, y) in zip(tips, hand))
        departure += sum(x * x + y * y for x, y in hand) - (along ** 2 + across ** 2) / size
    print("  figure: " + ", ".join(f"Vector(dx: {x:.1f}, dy: {y:.1f})" for x, y in tips))
    print(f"  deviation: {math.sqrt(departure / (10 * len(hands))):.1f}")


def axis(pose, others):
    """The direction from the thumb to the centroid of other fingers, in degrees clockwise from up."""
    (x, y), places = pose["touch"]["th"], [pose["touch"][finger] for finger in others]
    return math.degrees(math.atan2(mean([place[0] for place in places]) - x, mean([place[1] for place in places]) - y))


def slope(pose, finger):
    """The slope of the line from the index to another finger, in degrees."""
    (x, y), (toX, toY) = pose["touch"]["ff"], pose["touch"][finger]
    return math.degrees(math.atan2(toY - y, toX - x))


def azimuth(poses):
    for name, kind, offset in (
        ("pinch", "pinch", lambda pose: axis(pose, ["ff"]) + pose["azimuthDeg"]),
        ("two fingers", "two", lambda pose: slope(pose, "mf") - pose["azimuthDeg"]),
        ("three fingers", "three", lambda pose: slope(pose, "rf") - pose["azimuthDeg"]),
    ):
        offsets = [math.remainder(offset(pose), 360) for pose in poses if pose["kind"] == kind]
        middle = mean(offsets)
        print(f"  {name}: {middle:.1f} ± {math.sqrt(mean([(value - middle) ** 2 for value in offsets])):.1f}")
    hands = [(pose["azimuthDeg"], slope(pose, "lf"), axis(pose, FINGERS[1:])) for pose in poses if pose["kind"] == "five"]
    middle = [mean([hand[index] for hand in hands]) for index in range(3)]

    def product(a, b):
        return mean([(hand[a] - middle[a]) * (hand[b] - middle[b]) for hand in hands])

    determinant = product(1, 1) * product(2, 2) - product(1, 2) ** 2
    by_slope = (product(1, 0) * product(2, 2) - product(2, 0) * product(1, 2)) / determinant
    by_axis = (product(2, 0) * product(1, 1) - product(1, 0) * product(1, 2)) / determinant
    rest = middle[0] - by_slope * middle[1] - by_axis * middle[2]
    error = math.sqrt(mean([(hand[0] - rest - by_slope * hand[1] - by_axis * hand[2]) ** 2 for hand in hands]))
    print(f"  whole hand: {rest:.1f} + {by_slope:.3f} slope + {by_axis:.3f} axis ± {error:.1f}")


path = usage.arguments(1, 1)[0]
with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
    chosen = [pose for pose in json.load(file)["poses"] if pose["split"] == "fit"]
figure(chosen)
azimuth(chosen)
