#!/usr/bin/env python3
"""Checks that what a module publishes is used: scripts/checks/published.py

Every `public` type is named by another module, a page or an example, tests aside; or a declaration that its module shows names it, so
that whoever uses that has it. Prints each type for which neither is so, with its place, and ends with 1 if there is one.
"""
import re
import subprocess
import sys
from collections import defaultdict

GENERATED = "Sources/Adapters/OffhandWayland/Protocols/"
# What the users of a module need without naming it, and why.
ALLOWED = {
    "ReportFault": "what reading a report throws",
}
NOT_CODE = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
TYPE = re.compile(r"\bpublic\s+(?:(?:final|indirect)\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)")
# A declaration up to its body or the next one, the cases of enumerations, and what protocols demand.
SHOWN = re.compile(r"\b(?:public|package)\b[^{}]*?(?=[{}]|\n\s*(?:private|fileprivate|let|var|func|init|static|case|mutating)\b)")
CASE = re.compile(r"^\s*case \w+\([^\n]*", re.MULTILINE)
PROTOCOL = re.compile(r"\b(?:public|package) protocol [^{]*\{[\s\S]*?\n\}")
files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "Sources"], capture_output=True, text=True, check=True)


def module(path):
    """Where a file belongs: a page and an example belong to nobody's module."""
    if not path.startswith("Sources/") or path.startswith("Sources/Examples/") or not path.endswith(".swift"):
        return path
    parts = path.split("/")
    return parts[1 if parts[1] == "Offhand" else 2]


named = defaultdict(set)
shown = defaultdict(set)
types = []
for path in files.stdout.split():
    if path.startswith(GENERATED) or not path.endswith((".swift", ".md", ".c", ".py")):
        continue
    try:
        text = open(path).read()
    except FileNotFoundError:
        continue
    home = module(path)
    if path.endswith(".swift"):
        text = NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
        for match in TYPE.finditer(text):
            types.append((path, text.count("\n", 0, match.start()) + 1, match[1]))
        declarations = " ".join(match.group() for rule in (SHOWN, CASE, PROTOCOL) for match in rule.finditer(text))
        for word in re.findall(r"\w+", TYPE.sub(" ", declarations)):
            shown[word].add(home)
    for word in set(re.findall(r"\w+", text)):
        named[word].add(home)
breaches = []
for path, line, name in types:
    home = module(path)
    if named[name] - {home} or home in shown[name]:
        if name in ALLOWED:
            breaches.append(f"scripts/checks/published.py:1: {name} is allowed what it no longer needs")
    elif name not in ALLOWED:
        breaches.append(f"{path}:{line}: {name} is public and used by its module alone")
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
