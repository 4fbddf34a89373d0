#!/usr/bin/python3
"""Prints what offhand.h means in wasm32, as the compiler says it, as a module of JavaScript: scripts/web/layout.py CLANG

`structs` has the size of each struct, and of each of its fields the offset and the type, which for an enumeration is its name; fields of
a nested struct are "rect.x". `enums` has the numbers of each enumeration by their words.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
sys.path.insert(0, os.path.join(ROOT, "scripts/checks"))
import abi
import usage

HEADER = os.path.join(ROOT, "Sources/Doors/COffhand/include/offhand.h")
TYPES = {"double": "f64", "int64_t": "i64", "uint64_t": "u64", "int32_t": "i32", "uint32_t": "u32", "size_t": "u32", "_Bool": "u8",
         "bool": "u8", "const char *": "text"}


def kind(written):
    if written in TYPES:
        return TYPES[written]
    if written.endswith("*"):
        return "u32"
    if written.startswith("enum offhand_"):
        return written.removeprefix("enum offhand_")
    sys.exit(f"scripts/web/layout.py: the type '{written}' is not known")


def camel(name):
    return re.sub(r"_(.)", lambda match: match.group(1).upper(), name)


def structs(clang):
    """Every struct with its size and fields, from clang's own table of it."""
    tags = [tag for tag, body in abi.blocks(HEADER, "struct").items() if body]
    source = f'#include "{HEADER}"\n' + "".join(f"int size_{tag}[sizeof(struct {tag})];\n" for tag in tags)
    dump = subprocess.run(
        [clang, "--target=wasm32-wasi", "-I/usr/include/wasm32-wasi", "-x", "c", "-", "-fsyntax-only", "-Xclang", "-fdump-record-layouts"],
        input=source, check=True, capture_output=True, text=True).stdout
    found = {}
    for block in dump.split("*** Dumping AST Record Layout")[1:]:
        lines = re.findall(r"^ *(\d+) \|( +)(.*)$", block, flags=re.M)
        tag = lines[0][2].removeprefix("struct ")
        if tag not in tags:
            continue
        fields, outer = {}, ""
        for offset, indent, text in lines[1:]:
            written, name = re.fullmatch(r"(.*?)(\w+)", text).groups()
            if len(indent) == 3:
                outer = ""
            if written.startswith("struct ") and not written.strip().endswith("*"):
                outer = name + "."
            else:
                fields[outer + camel(name)] = [int(offset), kind(written.strip())]
        size = int(re.search(r"\[sizeof=(\d+)", block).group(1))
        found[tag.removeprefix("offhand_")] = {"size": size, "fields": fields}
    missing = [tag for tag in tags if tag.removeprefix("offhand_") not in found]
    if missing:
        sys.exit(f"scripts/web/layout.py: clang says nothing of {', '.join(missing)}")
    return found


def enums():
    found = {}
    for tag, body in abi.blocks(HEADER, "enum").items():
        words = re.findall(r"OFFHAND_(\w+)\s*=\s*(\d+)", body)
        prefix = os.path.commonprefix([word for word, _ in words])
        prefix = prefix[: prefix.rfind("_") + 1]
        found[tag.removeprefix("offhand_")] = {
            word.removeprefix(prefix).lower().replace("_", "-"): int(number) for word, number in words}
    return found


def main():
    clang, = usage.arguments(1, 1)
    print("// Made by scripts/web/layout.py from offhand.h.")
    print("export const structs = " + json.dumps(structs(clang)))
    print("export const enums = " + json.dumps(enums()))


main()
