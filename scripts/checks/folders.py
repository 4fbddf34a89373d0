#!/usr/bin/env python3
"""Checks that the folders of the domain depend downwards only: scripts/checks/folders.py [FOLDER]

The code of a folder (without comments and strings) names no type that is declared at the top level of a folder above it. Prints each
such name with its place, and ends with 1 if there is one.
"""
import re
import sys
from pathlib import Path

# From the bottom to the top; a file directly in the module's folder counts as the top.
ORDER = ["Storage", "Geometry", "Panel", "Touches", "Motion", "Gestures", "Hands", "Placement", "Scene"]
NOT_CODE = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
MODIFIERS = r"(?:(?:public|package|internal|fileprivate|private|final|indirect|@\w+(?:\([^)]*\))?)\s+)*"
DECLARATION = r"(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)"
TOP = re.compile(rf"^{MODIFIERS}{DECLARATION}", re.MULTILINE)
NESTED = re.compile(rf"(?:^[ \t]+{MODIFIERS}{DECLARATION})|associatedtype\s+([A-Z]\w*)", re.MULTILINE)
PARAMETERS = re.compile(r"\b(?:struct|class|enum|func|typealias)\s+`?\w+`?<([^>{}]*)>|\binit<([^>{}]*)>")


def code(path):
    """The file's text with comments and string literals blanked, line breaks kept."""
    return NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), path.read_text())


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else "Sources/Offhand")
    files = {p: code(p) for p in sorted(root.rglob("*.swift"))}
    level, declared, breaches, parameters = {}, {}, [], set()
    for path in files:
        parts = path.relative_to(root).parts
        folder = parts[0] if len(parts) > 1 else ""
        if folder and folder not in ORDER:
            breaches.append(f"{path}:1: the folder {folder} has no place in the order {' < '.join(ORDER)}")
        level[path] = ORDER.index(folder) if folder in ORDER else len(ORDER)
        for names in PARAMETERS.findall(files[path]):
            parameters |= set(re.findall(r"(?:^|,)\s*(?:each\s+)?([A-Z]\w*)", "".join(names)))
        for name in TOP.findall(files[path]):
            declared.setdefault(name, path)
    for path, text in files.items():
        own = {name for names in NESTED.findall(text) for name in names}
        above = {n for n, p in declared.items() if level[p] > level[path]} - own - parameters
        for number, line in enumerate(text.split("\n"), 1):
            # A member after a dot is no reference to a top-level type: `Overlay.ID`, `.Placement`.
            for name in sorted(above & set(re.findall(r"(?<![.\w])[A-Z]\w*", line))):
                folder = ORDER[level[path]]
                breaches.append(f"{path}:{number}: {folder} names {name}, which is declared in {declared[name].relative_to(root)}")
    print("\n".join(breaches), end="\n" if breaches else "")
    return 1 if breaches else 0


sys.exit(main())
