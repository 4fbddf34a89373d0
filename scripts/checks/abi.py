"""What offhand.h promises, for the gates that hold the library to it.

  abi.py names HEADER             the functions that it declares, one a line
  abi.py symbols HEADER LIBRARY   fails if the library exports anything else, or not all of them
  abi.py layout HEADER            every function, enumerator and field with its offset and size, one a line
  abi.py first HEADER             the header as it was first, for which programs may have been compiled, from the history of git
  abi.py compare OLD NEW          fails if NEW, a layout, breaks programs that were compiled for OLD

The layout is this machine's, or that of the compiler in $CC, whose programs the words of $EMULATOR run.

A program that was compiled for an older header must run with the newer library: no function changes or vanishes, no enumerator
changes its value, no field moves. Structs may grow at their end.
"""

import os
import re
import subprocess
import sys
import tempfile


def text_of(header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def functions(header):
    """The declarations of functions, by name, in one line each."""
    found = {}
    for declaration in re.split(r"[;{}]", text_of(header)):
        line = " ".join(declaration.split())
        match = re.search(r"\b(offhand_\w+) ?\(", line)
        if match:
            found[match.group(1)] = line
    return found


def blocks(header, kind):
    """The bodies of all structs or enums, by tag."""
    return {
        name: body for name, body in re.findall(kind + r"\s+(offhand\w*)\s*\{(.*?)\}", text_of(header), flags=re.S)
    }


def fields(body):
    for declaration in body.split(";"):
        names = declaration.strip()
        if not names:
            continue
        for name in re.findall(r"(\w+)\s*(?:,|$)", names):
            yield name


def layout(header):
    """Lets the compiler say what it makes of the header."""
    lines = ["#include <stdio.h>", "#include <stddef.h>", '#include "%s"' % header, "int main(void) {"]
    for tag, body in blocks(header, "struct").items():
        for name in fields(body):
            lines.append(
                'printf("struct %s %s %%zu %%zu\\n", offsetof(struct %s, %s), sizeof ((struct %s *)0)->%s);'
                % (tag, name, tag, name, tag, name)
            )
    for tag, body in blocks(header, "enum").items():
        for name in re.findall(r"(OFFHAND_\w+)\s*=", body):
            lines.append('printf("enum %s %s %%d\\n", (int)%s);' % (tag, name, name))
    lines.append("return 0; }")
    with tempfile.TemporaryDirectory() as folder:
        source, program = folder + "/layout.c", folder + "/layout"
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        subprocess.run([os.environ.get("CC", "cc"), "-I.", source, "-o", program], check=True)
        command = [*os.environ.get("EMULATOR", "").split(), program]
        result = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return result + ["function " + line for line in functions(header).values()]


def first(header):
    """The last revision before a struct grew that callers fill; the size of its first version is in the library."""
    git = ["git", "-C", os.path.dirname(os.path.abspath(header))]
    former = "Sources/COffhand/include/offhand.h"  # Where it stood then.
    grown = subprocess.run([*git, "log", "--format=%H", "-Sdouble lift_speed", "--", ":/" + former], capture_output=True, text=True)
    if not grown.stdout:
        raise SystemExit("scripts/checks/abi.py: the history of git does not reach back to the first header")
    return subprocess.run(
        [*git, "show", f"{grown.stdout.split()[-1]}^:{former}"], check=True, capture_output=True, text=True).stdout


def exported(library):
    output = subprocess.run(
        ["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True
    ).stdout
    symbols = {line.split()[2].split("@")[0] for line in output.splitlines() if line.split()[1] != "A"}
    return symbols


def symbols(header, library):
    declared, defined = set(functions(header)), exported(library)
    faults = [f"{name} is declared, but {library} does not export it" for name in sorted(declared - defined)]
    faults += [f"{library} exports {name}, which is not declared" for name in sorted(defined - declared)]
    return faults


def compare(old, new):
    with open(old, encoding="utf-8") as file:
        before = file.read().splitlines()
    with open(new, encoding="utf-8") as file:
        after = set(file.read().splitlines())
    return [f"this is gone or has changed: {line}" for line in before if line not in after]


def main(arguments):
    try:
        command, *paths = arguments
        if command == "names" and len(paths) == 1:
            print("\n".join(functions(paths[0])))
            return 0
        if command == "first" and len(paths) == 1:
            print(first(paths[0]), end="")
            return 0
        if command == "layout" and len(paths) == 1:
            print("\n".join(layout(paths[0])))
            return 0
        faults = {"symbols": symbols, "compare": compare}[command](*paths)
    except (KeyError, ValueError, TypeError):
        print(__doc__, file=sys.stderr)
        return 64
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
