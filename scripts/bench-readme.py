#!/usr/bin/env python3
"""Puts the table of targets into the README, between its two marks: bench-readme.py TARGETS.md"""
import sys

BEGIN = "<!-- targets: written by scripts/bench --readme -->"
END = "<!-- end of targets -->"

readme = open("README.md").read()
if readme.count(BEGIN) != 1 or readme.count(END) != 1:
    sys.exit("scripts/bench: the README has no place for the targets; it is between\n%s and\n%s" % (BEGIN, END))
before, rest = readme.split(BEGIN)
after = rest.split(END)[1]
table = open(sys.argv[1]).read().strip()
open("README.md", "w").write("%s%s\n\n%s\n\n%s%s" % (before, BEGIN, table, END, after))
print("scripts/bench: the README has the new table; look at it and commit it with the pictures")
