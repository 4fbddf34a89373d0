"""What DocC leaves out of the documentation, for scripts/docs: a front page, what each page is imported by, and a look at every link.

    site.py front CATALOG      makes a catalog of the front page, from the README: its sentence, its moving picture, its doors
    site.py links CATALOG      makes links of DocC from those that a forge follows, in all pages of a copied catalog
    site.py c GRAPH            makes the symbols of C appear beside those of Swift, where DocC shows one language at a time
    site.py finish SITE FRONT NAME…   finishes the merged archives of these modules, in the order in which one meets them
    site.py check SITE         prints every link that leads nowhere, and ends with 1 if there is one
"""
import json
import re
import shutil
import sys
from pathlib import Path


def front(catalog):
    """A catalog of one page: the README's beginning and its doors, with links to pages of the module Offhand."""
    text = Path("README.md").read_text()
    title, rest = text.split("\n\n", 1)
    sentence, picture = rest.split("\n\n")[:2]
    title, doors = re.search(r"^(## [^\n]* doors)\n(.*?)(?=^## )", text, re.M | re.S).groups()
    page = f"# Offhand\n\n{sentence}\n\n@Metadata {{\n  @TechnologyRoot\n}}\n\n## Overview\n\n{picture}\n\n{title}\n{doors}"
    page = re.sub(r"\[[^\]]*\]\(Sources/Offhand/Offhand\.docc/(\w+)\.md\)", r"<doc:/Offhand/\1>", page)
    catalog.mkdir(parents=True)
    for name in re.findall(r"\((Sources/[^)]*)\)", page):
        shutil.copy(name, catalog)
        page = page.replace(name, Path(name).name)
    (catalog / "Front.md").write_text(page)


def links(catalog):
    """`[Panels](Panels.md)` becomes `<doc:Panels>`, a path of a picture its name; pages of other modules are below the module Offhand."""
    for page in catalog.rglob("*.md"):
        text = re.sub(r"\[[^\]]*\]\((?:[\w./-]*/)?Offhand\.docc/(?:Design/)?(\w+)\.md\)", r"<doc:/Offhand/\1>", page.read_text())
        text = re.sub(r"\[[^\]]*\]\((?:\.\./|Design/)?(\w+)\.md\)", r"<doc:\1>", text)
        # Directives are comments, so that a forge does not show them.
        text = re.sub(r"^<!--\n(@.*?)\n-->$", r"\1", text, flags=re.M | re.S)
        page.write_text(re.sub(r"\]\((?:\.\./)?Resources/", "](", text))


def as_swift(graph):
    path = Path(graph)
    text = path.read_text().replace('"interfaceLanguage":"c"', '"interfaceLanguage":"swift"')
    path.write_text(re.sub(r'("identifier":")c\.', r"\1swift.", text))


def load(path):
    return json.loads(path.read_text())


def save(path, value):
    path.write_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False))


def finish(site, archive, modules):
    # The front page: the article's content above the list of modules.
    article, landing = load(archive / "data/documentation/front.json"), load(site / "data/documentation.json")
    shutil.copytree(archive / "images", site / "images", dirs_exist_ok=True)
    for key in ("abstract", "primaryContentSections"):
        landing[key] = article[key]
    landing["references"].update(article["references"])
    order = [f"/documentation/{module.lower()}" for module in modules]
    topics = landing["topicSections"][0]
    topics["title"] = "Modules"
    topics["identifiers"].sort(key=lambda id: order.index(landing["references"][id]["url"]))
    save(site / "data/documentation.json", landing)
    index = load(site / "index/index.json")
    for tree in index["interfaceLanguages"].values():
        tree[0]["children"].sort(key=lambda node: order.index(node["path"]))
    # The pages of C have a language of their own, which DocC takes for Objective-C, and the side bar of all others.
    index["interfaceLanguages"]["occ"] = index["interfaceLanguages"]["swift"]
    save(site / "index/index.json", index)
    for path in (site / "js").glob("*.js"):
        text = path.read_text()
        if 'name:"Objective-C",key' in text:
            path.write_text(text.replace('name:"Objective-C",key', 'name:"C",key'))
    (site / "index.html").write_text('<!doctype html><meta charset="utf-8"><title>Offhand</title>'
                                     '<meta http-equiv="refresh" content="0; url=documentation/"><a href="documentation/">Offhand</a>\n')
    # Each symbol says what it is imported by.
    for path in (site / "data/documentation").rglob("*.json"):
        page = load(path)
        if page["kind"] != "symbol":
            continue
        module = page["metadata"]["modules"][0]["name"]
        if page["metadata"]["symbolKind"] != "module":
            by = "#include <offhand.h>" if module == "liboffhand" else f"import {module}"
            page["metadata"]["roleHeading"] += f" · {by}"
        if module == "liboffhand":
            page["identifier"]["interfaceLanguage"] = "occ"
            for variant in page["variants"]:
                variant["traits"] = [{"interfaceLanguage": "occ"}]
        save(path, page)


def places(value):
    """Every reference that the content of a page shows."""
    if isinstance(value, dict):
        if value.get("type") in ("reference", "image", "video") and "identifier" in value:
            yield value["identifier"]
        for key, inner in value.items():
            if key in ("identifiers", "items") and isinstance(inner, list):
                yield from (item for item in inner if isinstance(item, str))
            if key != "references":
                yield from places(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from places(inner)


def check(site):
    faults = []
    for path in sorted((site / "data").rglob("*.json")):
        page, name = load(path), path.relative_to(site / "data")
        references = page.get("references", {})
        for identifier in places(page):
            if identifier not in references and not identifier.startswith(("http:", "https:")):
                faults.append(f"{name}: {identifier} is not resolved")
        for reference in references.values():
            addresses = [variant["url"] for variant in reference.get("variants", [])] + [reference.get("url", "")]
            for address in filter(None, addresses):
                target = address.split("#")[0]
                if re.match(r"https?:", target) or not target:
                    continue
                if target.startswith("/documentation"):
                    there = (site / f"data{target}.json").exists()
                else:
                    there = (site / target.lstrip("/")).is_file()
                if not there:
                    faults.append(f"{name}: there is no {address}")
    return faults


command, arguments = sys.argv[1], sys.argv[2:]
if command == "front":
    front(Path(arguments[0]))
elif command == "links":
    links(Path(arguments[0]))
elif command == "c":
    as_swift(arguments[0])
elif command == "finish":
    finish(Path(arguments[0]), Path(arguments[1]), arguments[2:])
elif command == "check":
    faults = check(Path(arguments[0]))
    print("\n".join(sorted(set(faults))[:40]), end="\n" if faults else "")
    sys.exit(1 if faults else 0)
