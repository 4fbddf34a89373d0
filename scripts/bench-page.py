#!/usr/bin/env python3
"""Puts the table of targets into the page Benchmarks, between its two marks: scripts/bench-page.py TARGETS.md"""
import sys

import usage

TABLE, = usage.arguments(1, 1)
BEGIN = "<!-- targets: written by scripts/bench --page -->"
END = "<!-- end of targets -->"

PAGE = "Sources/Offhand/Offhand.docc/Benchmarks.md"
page = open(PAGE).read()
if page.count(BEGIN) != 1 or page.count(END) != 1:
    sys.exit("scripts/bench: the page has no place for the targets; it is between\n%s and\n%s" % (BEGIN, END))
before, rest = page.split(BEGIN)
after = rest.split(END)[1]
table = open(TABLE).read().strip()
open(PAGE, "w").write("%s%s\n\n%s\n\n%s%s" % (before, BEGIN, table, END, after))
print("scripts/bench: the page Benchmarks has the new table; look at it and commit it with the pictures")
