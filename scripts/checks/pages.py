#!/usr/bin/env python3
"""Checks that what pages and comments refer to exists: scripts/checks/pages.py

- A citation in a comment, `Design/Recognizing.md "Arbitration order"`, `Design/Recognizing.md E14, E15` or `Design/Placing.md case 39`,
  names a page of the catalog and a heading or a row of a table there, on one line.
- The traits `.recognition("E1")` and `.placement("39")` of tests name cases of those pages, and each case there has a test.
- A page that is named in any other manner is a file of the repository.
- Relative links, images and paths in backticks lead to something; the first part of a ``symbol`` link is declared.
- A forge shows pages as they are: no `<doc:…>`, and directives of DocC stand in comments.
Prints each breach with its place, and ends with 1 if there is one.
"""
import re
import subprocess
import sys
from pathlib import Path

CATALOG = Path("Sources/Offhand/Offhand.docc")
LETTERS = r"[A-Z]{1,2}\d+"
TARGET = rf'"[^"…]+"|{LETTERS}(?:–{LETTERS})?|(?:cases? )?\d+(?![\w.%])'
CITATION = re.compile(rf"Design/(\w+)\.md((?:(?:, | and | to | )(?:{TARGET}))*)")
breaches = []


def breach(path, number, text):
    breaches.append(f"{path}:{number}: {text}")


def tracked(*patterns):
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], capture_output=True, text=True).stdout
    return [Path(line) for line in out.splitlines() if Path(line).is_file()]


def anchors(page):
    """The headings of a page and the ids in the first column of its tables."""
    text = page.read_text()
    ids = re.findall(rf"^\| ({LETTERS}(?:(?:, |–){LETTERS})*|\d+) \|", text, re.MULTILINE)
    every = set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    for cell in ids:
        for part in cell.split(", "):
            every |= set(expanded(part))
    return every


def expanded(part):
    """`A1–A12` as its twelve ids."""
    first, _, last = part.partition("–")
    if not last:
        return [part]
    letters = re.match(r"[A-Z]+", first).group()
    return [f"{letters}{n}" for n in range(int(first[len(letters):]), int(last[len(letters):]) + 1)]


PAGES = {p.stem: anchors(p) for p in (CATALOG / "Design").glob("*.md")}
SWIFT = tracked("Sources/*.swift", "Tests/*.swift")
FILES = {p.name for p in SWIFT} | {"Package.swift"}
NAMES = tracked("*.md")


def check_citations(path, number, line):
    for name, targets in CITATION.findall(line):
        if name not in PAGES:
            breach(path, number, f"there is no page Design/{name}.md")
            continue
        found = re.findall(TARGET, targets)
        if not found and path.suffix != ".md":
            breach(path, number, f"the citation of Design/{name}.md names no section on the same line")
        for target in found:
            for anchor in expanded(re.sub(r'^cases? |"', "", target).strip('"')):
                if anchor not in PAGES[name]:
                    breach(path, number, f"Design/{name}.md has no '{anchor}'")
    comment = line if path.suffix == ".md" else "".join(re.findall(r"(?:///?|#) (.*)", line)[:1])
    for name in re.findall(r"(?<![\w/.`-])((?:[\w.-]+/)*[\w-]+\.md)\b", comment):
        name = re.sub(r"^(?:\.\./)+", "", name)
        if not name.startswith("Design/") and not any(f"/{page}".endswith(f"/{name}") for page in NAMES):
            breach(path, number, f"{name} is no page of this repository")


def check_page(path):
    text = re.sub("<!--.*?-->", lambda comment: "\n" * comment[0].count("\n"), path.read_text(), flags=re.DOTALL)
    is_fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            is_fenced = not is_fenced
        if is_fenced:
            continue
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
            if not re.match(r"[a-z]+:", link) and not (path.parent / link).exists():
                breach(path, number, f"the link {link} leads nowhere")
        for name in re.findall(r"<doc:[\w/-]*|^@\w+", line):
            breach(path, number, f"a forge shows {name} as text: link to the page, or put the directive into a comment")
        for name in re.findall(r"`((?:Sources|Tests|scripts|protocols)/[\w./+-]+)`", line):
            if not Path(name).exists():
                breach(path, number, f"there is no {name}")
        for name in re.findall(r"`([\w+-]+\.swift)`", line):
            if name not in FILES:
                breach(path, number, f"there is no file {name}")
        if CATALOG in path.parents:
            for name in re.findall(r"``([A-Z]\w+)[`/]", line):
                if name not in DECLARED:
                    breach(path, number, f"no type {name} is declared")


def check_map(page):
    """Every module is on the map of the architecture, and everything on it exists."""
    rows = set(re.findall(r"^    ((?:Sources|Tests|protocols|scripts)/?\S*)  ", page.read_text(), re.MULTILINE))
    for row in rows:
        if not Path(row).exists():
            breach(page, 1, f"the map has {row}, which does not exist")
    for folder in sorted(Path("Sources").iterdir()):
        modules = [folder] if folder.name in ("Offhand", "Examples") else sorted(folder.iterdir())
        for module in (path for path in modules if str(path) not in rows and any(path.rglob("*.*"))):
            breach(page, 1, f"the map lacks {module}")


def check_cases():
    """Cases that tests name exist, and every case is named by a test."""
    proven = {"Recognizing": set(), "Placing": {"G11"}}  # G11: LawRun, which scripts/test runs
    for path in (p for p in SWIFT if p.parts[0] == "Tests" and "Support" not in p.parts):
        for match in re.finditer(r"\.(recognition|placement)\(([^)]*)\)", path.read_text()):
            page = "Recognizing" if match[1] == "recognition" else "Placing"
            for part in re.findall(r'"([^"]+)"', match[2]):
                for id in expanded(part):
                    proven[page].add(id)
                    if id not in PAGES[page]:
                        breach(path, 1, f"Design/{page}.md has no case '{id}'")
    for page, ids in proven.items():
        text = (CATALOG / f"Design/{page}.md").read_text()
        for id in re.findall(r"^\| ([A-Z]?\d+) \|", text, re.MULTILINE):
            if id not in ids:
                breach(CATALOG / f"Design/{page}.md", 1, f"no test names the case {id}")


DECLARED = set()
for file in SWIFT:
    if file.is_relative_to("Sources/Offhand"):
        DECLARED |= set(re.findall(r"\b(?:struct|class|enum|protocol|typealias)\s+([A-Z]\w*)", file.read_text()))
DECLARED.add("Offhand")
for file in SWIFT + tracked("Tests/*.c", "Tests/*.h", "Sources/*.c", "Sources/*.h", "scripts/*", "*.md"):
    if file.suffix in (".png", ".svg", ".gz") or "checks" in file.parts:
        continue
    for number, line in enumerate(file.read_text(errors="replace").split("\n"), 1):
        check_citations(file, number, line)
for file in tracked("*.md"):
    check_page(file)
check_map(Path("ARCHITECTURE.md"))
check_cases()
print("\n".join(breaches), end="\n" if breaches else "")
sys.exit(1 if breaches else 0)
