"""Tells what is wrong with the arguments of a script in Python, and answers --help, from the script's docstring."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
script = sys.modules["__main__"]
name = os.path.relpath(os.path.realpath(script.__file__), ROOT)


def wrong(problem):
    """Ends with 64, after one line on what is wrong and one on how it is used."""
    usage = next(line[line.index(name):] for line in script.__doc__.splitlines() if name in line)
    print(f"{name}: {problem}\nusage: {usage}", file=sys.stderr)
    sys.exit(64)


def arguments(least, most=None):
    """The arguments: at least so many, and at most so many if there is a limit; none of these is an option."""
    words = sys.argv[1:]
    if words[:1] in (["--help"], ["-h"]):
        print(script.__doc__.strip())
        sys.exit()
    for word in words[:most or least]:
        if word.startswith("-"):
            wrong(f"there is no option '{word}'")
    if most is not None and len(words) > most:
        wrong(f"'{words[most]}' is one argument too many")
    if len(words) < least:
        wrong("an argument is missing")
    return words
