"""Where the version stands: without an argument, prints the places that differ from offhand.h; with one, writes that version to all."""
import re
import sys

header = "Sources/Doors/COffhand/include/offhand.h"
places = {
    "README.md": r"(?<=This is version )\d+\.\d+\.\d+",
    "Sources/Doors/OffhandC/Setup.swift": r'(?<=let version: StaticString = ")\d+\.\d+\.\d+',
    "Sources/Client/OffhandTool/Offhand.swift": r'(?<=    version: ")\d+\.\d+\.\d+',
    "Sources/Doors/OffhandWebSocket/OffhandWebCommand.swift": r'(?<=    version: ")\d+\.\d+\.\d+',
    "Sources/Doors/OffhandWeb/package.json": r'(?<="version": ")\d+\.\d+\.\d+',
}
macro = r"(?<=#define OFFHAND_VERSION_{} )\d+"


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


parts = ("MAJOR", "MINOR", "PATCH")
if len(sys.argv) > 1:
    text = read(header)
    for part, number in zip(parts, sys.argv[1].split(".")):
        text = re.sub(macro.format(part), number, text)
    write(header, text)
    for path, pattern in places.items():
        write(path, re.sub(pattern, sys.argv[1], read(path)))
version = ".".join(re.search(macro.format(part), read(header))[0] for part in parts)
for path, pattern in places.items():
    found = re.findall(pattern, read(path))
    if found != [version]:
        print(f"{path}: has the version {', '.join(found) or 'nowhere'}, {header} has {version}")
