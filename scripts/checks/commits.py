#!/usr/bin/env python3
"""Checks the first lines of the commits since the last release: scripts/checks/commits.py

Each is `area: what changes`, has at most 72 characters, and so names one subject. Commits before this check are left as they are, and a
history that is not there (a shallow clone) is not checked. Prints each line that breaks the rule, and ends with 1 if there is one.
"""
import re
import subprocess
import sys

LONGEST = 72
FORM = re.compile(r"(Revert \"|[A-Za-z][^:]*: \S)")


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.split("\n")[:-1]


release = git("log", "-1", "--format=%H", "--grep=^release: [0-9]")
added = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/checks/commits.py")
starts = ["^" + commit for commit in release + added]
breaches = [
    f"{commit[:8]} has {len(subject)} characters, or no area: {subject}"
    for commit, subject in (line.split(" ", 1) for line in (git("log", "--no-merges", "--format=%H %s", "HEAD", *starts) if added else []))
    if len(subject) > LONGEST or not FORM.match(subject)
]
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
