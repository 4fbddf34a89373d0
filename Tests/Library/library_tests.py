"""Holds the built library to what the page For C promises; scripts/embedding builds it before.

That of the architecture in $OFFHAND_TARGET: programs for another one than this machine's run in QEMU, and tests with tools that know this
machine's programs alone are skipped by name.
"""
import os
import platform
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = os.environ.get("OFFHAND_TARGET", platform.machine())
NATIVE = TARGET == platform.machine()
PREFIX = ROOT / (".build/library" if NATIVE else f".build/library-{TARGET}")
COMPILER = "cc" if NATIVE else f"{TARGET}-linux-gnu-gcc"
EMULATOR = [] if NATIVE else [f"qemu-{TARGET}-static", "-L", f"/usr/{TARGET}-linux-gnu"]
# The loader, a part of glibc, holds the stack's canary there.
LOADER = {"aarch64": {"ld-linux-aarch64.so.1"}}.get(TARGET, set())
LIBRARY = PREFIX / "lib/liboffhand.so.0"
HEADER = PREFIX / "include/offhand.h"
EXAMPLES = ROOT / "Sources/Examples"
native = unittest.skipUnless(NATIVE, "for this machine's architecture alone")
PEDANTIC = ["-pedantic", "-Wall", "-Wextra", "-Werror"]


def flags(*packages):
    """The compiler's flags for packages, this one first; skips the test by name if one is missing."""
    environment = dict(os.environ, PKG_CONFIG_PATH=str(PREFIX / "lib/pkgconfig"))
    done = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "offhand", *packages], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise unittest.SkipTest(f"{' '.join(packages)} is not here: scripts/setup embedding")
    return done.stdout.split()


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            raise unittest.SkipTest(f"{program} is not here: scripts/setup {'embedding' if NATIVE else 'arm64'}")


def run(*command, **options):
    """Runs a program with the library; its output. Fails with that output if it fails."""
    environment = dict(os.environ, LD_LIBRARY_PATH=str(PREFIX / "lib"), **options.pop("environment", {}))
    # What a test has compiled is a path, a tool is a name.
    if isinstance(command[0], Path):
        command = (*EMULATOR, *command)
    command = [str(word) for word in command]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="oh")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compile(self, source, *arguments, compiler=COMPILER):
        """Compiles one source file; the program."""
        needs(compiler, *EMULATOR[:1])
        program = self.folder / source.stem
        run(compiler, source, "-o", program, *arguments)
        return program


def layout(header):
    return run("/usr/bin/python3", ROOT / "scripts/checks/abi.py", "layout", header, environment={
        "CC": COMPILER, "EMULATOR": " ".join(EMULATOR)})


class HeaderTests(Case):
    @native
    def test_the_header_is_c99_and_cxx11(self):
        for compiler, language, standard in [("cc", "c", "c99"), ("c++", "c++", "c++11")]:
            needs(compiler)
            source = self.folder / f"empty.{language}"
            source.write_text("#include <offhand.h>\nint main(void) { struct offhand_event event; return sizeof event == 0; }\n")
            run(compiler, "-x", language, f"-std={standard}", *PEDANTIC, f"-I{HEADER.parent}", "-fsyntax-only", source)

    def test_the_library_exports_what_the_header_declares_and_nothing_else(self):
        run("/usr/bin/python3", ROOT / "scripts/checks/abi.py", "symbols", HEADER, LIBRARY)

    def test_nothing_has_moved_since_the_recorded_layout(self):
        needs(COMPILER, *EMULATOR[:1])
        (self.folder / "layout").write_text(layout(HEADER))
        run("/usr/bin/python3", ROOT / "scripts/checks/abi.py", "compare", ROOT / "scripts/baselines/abi-0.txt",
            self.folder / "layout")

    def test_programs_of_the_first_header_compile_and_run(self):
        needs(COMPILER, *EMULATOR[:1])
        abi = ROOT / "scripts/checks/abi.py"
        try:
            text = run("/usr/bin/python3", abi, "first", ROOT / "Sources/Doors/COffhand/include/offhand.h")
        except AssertionError as error:
            self.skipTest(str(error))
        self.assertNotIn("lift_speed", text)
        (self.folder / "offhand.h").write_text(text)
        for name, header in [("old", self.folder / "offhand.h"), ("new", HEADER)]:
            (self.folder / name).write_text(layout(header))
        run("/usr/bin/python3", abi, "compare", self.folder / "old", self.folder / "new")
        for source in ["old.c", "threads.c"]:
            run(self.compile(HERE / source, "-D_POSIX_C_SOURCE=200809L", "-std=c99", *PEDANTIC, f"-I{self.folder}", *flags(), "-pthread"))

    @native
    def test_a_field_that_moves_and_a_function_that_changes_are_noticed(self):
        text = HEADER.read_text()
        header, changed = self.folder / "offhand.h", self.folder / "layout"
        for old, new in [
            ("    int64_t time;             /*", "    int64_t time, other;      /*"),
            ("OFFHAND_CHANGED = 1", "OFFHAND_CHANGED = 9"),
            ("void offhand_frame(struct offhand *handle);", "void offhand_frame(struct offhand *handle, int more);"),
        ]:
            self.assertIn(old, text)
            header.write_text(text.replace(old, new))
            changed.write_text(layout(header))
            with self.assertRaises(AssertionError):
                run("/usr/bin/python3", ROOT / "scripts/checks/abi.py", "compare", ROOT / "scripts/baselines/abi-0.txt", changed)


class PackageTests(Case):
    def test_no_swift_is_needed(self):
        needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", LIBRARY))
        self.assertEqual(set(needed), {"libm.so.6", "libc.so.6"} | LOADER)
        if NATIVE:
            self.assertNotIn("swift", run("ldd", LIBRARY).lower())

    def test_name_binding_and_size(self):
        dynamic = run("readelf", "-d", LIBRARY)
        self.assertIn("Library soname: [liboffhand.so.0]", dynamic)
        self.assertIn("NOW", dynamic)
        self.assertNotIn("RUNPATH", dynamic)
        self.assertNotIn("TEXTREL", dynamic)
        self.assertLessEqual(LIBRARY.stat().st_size, 1_000_000)
        self.assertTrue((PREFIX / "lib/debug" / (LIBRARY.resolve().name + ".debug")).is_file())

    @native
    def test_a_tree_gives_the_same_bytes_in_another_folder(self):
        for name in "Sources", "scripts":
            shutil.copytree(ROOT / name, self.folder / "tree" / name)
        for name in "LICENSE", "LICENSE-MIT", "CHANGELOG.md":
            shutil.copy(ROOT / name, self.folder / "tree")
        again = self.folder / "again"
        run(self.folder / "tree/scripts/package", "library", "--prefix", again, "--libdir", "lib/multi")
        for name in (LIBRARY.resolve().name, f"debug/{LIBRARY.resolve().name}.debug"):
            self.assertTrue((again / "lib/multi" / name).read_bytes() == (PREFIX / "lib" / name).read_bytes(), name)
        found = run("pkg-config", "--variable=libdir", again / "lib/multi/pkgconfig/offhand.pc")
        self.assertEqual(found.strip(), str(again / "lib/multi"))

    @native
    def test_debian_knows_since_when_each_function_is_there(self):
        needs("dpkg-gensymbols")
        lib = self.folder / "usr/lib"
        lib.mkdir(parents=True)
        shutil.copy(LIBRARY, lib / LIBRARY.resolve().name)
        known = (ROOT / "scripts/debian/liboffhand0.symbols").read_text()
        (self.folder / "known").write_text(known + " offhand_gone@OFFHAND_0 0.2.0\n")
        command = ["dpkg-gensymbols", "-q", "-c1", "-v9", "-pliboffhand0", f"-P{self.folder}", f"-e{lib}/{LIBRARY.resolve().name}", "-O"]
        made = run(*command, f"-I{ROOT}/scripts/debian/liboffhand0.symbols")
        self.assertIn(" offhand_place@OFFHAND_0 0.2.0\n", made)
        self.assertNotIn("MISSING", made)
        with self.assertRaises(AssertionError):
            run(*command, f"-I{self.folder}/known")

    def test_it_is_loaded_used_and_unloaded_again(self):
        source = self.folder / "load.c"
        source.write_text(
            '#include <dlfcn.h>\n#include <stdio.h>\n'
            "int main(int argc, char **argv) { (void)argc; for (int i = 0; i < 3; i++) { void *l = dlopen(argv[1], RTLD_NOW);\n"
            'if (!l) return puts(dlerror()), 1; void *(*make)(void *, char *, unsigned long); *(void **)&make = dlsym(l, "offhand_new");\n'
            'void (*drop)(void *); *(void **)&drop = dlsym(l, "offhand_unref"); void *h = make(0, 0, 0); if (!h) return 2;\n'
            "drop(h); dlclose(l); } return 0; }\n")
        run(self.compile(source, "-ldl"), LIBRARY)


class ClientTests(Case):
    client = HERE / "client.c"

    @native
    def test_a_client_leaks_nothing_and_reads_nothing_that_is_not_its_own(self):
        needs("valgrind")
        program = self.compile(self.client, "-std=c99", "-g", *PEDANTIC, *flags(), "-lm")
        output = run("valgrind", "--leak-check=full", "--errors-for-leak-kinds=all", "--error-exitcode=9", program, 5)
        self.assertIn("ERROR SUMMARY: 0 errors", output)

    @native
    def test_a_client_with_sanitizers_is_clean(self):
        program = self.compile(
            self.client, "-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *PEDANTIC, *flags(), "-lm")
        run(program, environment={"ASAN_OPTIONS": "detect_leaks=1"})

    def test_a_program_of_the_first_version_runs_and_one_with_smaller_structs_is_refused(self):
        # The header as it was: structs end with the last field of the recorded layout.
        text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)
        last = dict(re.findall(r"^struct (\w+) (\w+) ", (ROOT / "scripts/baselines/abi-0.txt").read_text(), flags=re.M))
        for tag, name in last.items():
            text = re.sub(rf"(struct {tag} {{[^}}]*\b{name};)[^}}]*}}", r"\1\n}", text)
        (self.folder / "offhand.h").write_text(text)
        program = self.compile(HERE / "old.c", "-std=c99", "-g", *PEDANTIC, f"-I{self.folder}", *flags())
        if NATIVE:
            needs("valgrind")
            run("valgrind", "--error-exitcode=9", program)
        else:
            run(program)

    def test_nothing_is_allocated_once_a_handle_is_warm(self):
        counter = ROOT / "Tests/Support/AllocationCount"
        program = self.compile(
            self.client, counter / "allocation_count.c", "-DCOUNT", f"-I{counter}/include", *flags(), "-lm")
        print(run(program).strip())

    def test_hostile_calls_do_not_stop_the_program(self):
        program = self.compile(HERE / "hostile.c", "-std=c99", "-O1", *PEDANTIC, *flags(), "-lm")
        calls = int(os.environ.get("OFFHAND_CALLS", "100000"))
        for seed in range(1, 5):
            print(run(program, calls // 4, seed).strip())

    @native
    def test_two_threads_in_one_handle_end_with_one_line_where_that_is_wanted_and_one_after_the_other_do_not(self):
        program = self.compile(HERE / "misuse.c", "-std=c99", *PEDANTIC, *flags(), "-pthread")
        environment = dict(os.environ, LD_LIBRARY_PATH=str(PREFIX / "lib"), OFFHAND_DEBUG="1")
        done = subprocess.run([program], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, -signal.SIGABRT)
        self.assertRegex(done.stderr, r"^offhand: two threads use one handle at the same time; [^\n]*\n$")
        done = subprocess.run([program, "twice"], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, -signal.SIGABRT)
        self.assertRegex(done.stderr, r"^offhand: this handle is freed; [^\n]*\n$")
        others = self.compile(HERE / "threads.c", "-D_POSIX_C_SOURCE=200809L", "-std=c99", *PEDANTIC, *flags(), "-pthread")
        run(others, environment={"OFFHAND_DEBUG": "1"})

    def test_threads_that_begin_together_get_the_same_events(self):
        program = self.compile(HERE / "threads.c", "-D_POSIX_C_SOURCE=200809L", "-std=c99", *PEDANTIC, *flags(), "-pthread")
        for _ in range(5):
            run(program)


class EventTests(Case):
    """The events of recordings, to the bit, against those of the same sources as an ordinary library of Swift on this machine."""

    # Every so many recordings; 1 takes half an hour in QEMU.
    every = int(os.environ.get("OFFHAND_EVERY", "50"))

    def setUp(self):
        super().setUp()
        traces = Path(os.environ.get("OFFHAND_CORPUS", ROOT.parent / "shared")) / "traces"
        if not traces.is_dir():
            self.skipTest("there are no recordings of people: $OFFHAND_CORPUS, or shared beside this project")
        # Without fused multiply-add glibc computes exp and log by other steps, which arm64 always has: see the page For C.
        if not NATIVE and platform.machine() == "x86_64" and " fma " not in Path("/proc/cpuinfo").read_text():
            self.skipTest("this machine has no fused multiply-add, so its last bits are not those of arm64")
        needs("swift", "cc")
        for product in ["OffhandC", "TouchTape"]:
            run("swift", "build", "-c", "release", "--product", product, cwd=ROOT)
        # devices.jsonl describes devices and records nothing.
        files = [path for path in sorted(traces.glob("*.jsonl*")) if path.name != "devices.jsonl"]
        tape = subprocess.run([ROOT / ".build/release/TouchTape", *files], stdout=subprocess.PIPE, check=True).stdout
        # A call is eight words, and 0 begins a recording.
        starts = [64 * at for at, call in enumerate(memoryview(tape).cast("Q")[::8]) if call == 0] + [len(tape)]
        chosen = list(zip(starts, starts[1:]))[::self.every]
        self.count, self.tape = len(chosen), b"".join(tape[start:end] for start, end in chosen)

    def ordinary(self, source, *flag):
        """A program with the ordinary library, from the release build."""
        thing, program = self.folder / "ordinary.o", self.folder / "ordinary"
        run("cc", "-c", source, "-o", thing, *flag, f"-I{HEADER.parent}")
        run("swiftc", "-emit-executable", "-static-stdlib", "-o", program, thing, ROOT / ".build/release/libOffhandC.a", "-lm")
        return program

    def test_events_are_those_of_the_ordinary_library_to_the_bit(self):
        source, flag = ROOT / "Tests/Web/play.c", ["-std=c99", "-O1", *PEDANTIC]
        programs = [[*EMULATOR, self.compile(source, *flag, *flags())], [self.ordinary(source, *flag)]]
        unequal, words = [], 0
        for pipeline in ["standard", "navigation", "measure", "original"]:
            for mode in ["plain", "place", "all"]:
                mine, others = (
                    memoryview(subprocess.run(
                        [*program, pipeline, mode], input=self.tape, stdout=subprocess.PIPE, check=True,
                        env=dict(os.environ, LD_LIBRARY_PATH=str(PREFIX / "lib"))).stdout).cast("Q") for program in programs)
                words += len(mine)
                if mine != others:
                    at = next((at for at, pair in enumerate(zip(mine, others)) if pair[0] != pair[1]), min(len(mine), len(others)))
                    unequal.append(f"{pipeline}, {mode}: from word {at} of {len(mine)} on, {mine[at:at + 1].hex()} {others[at:at + 1].hex()}")
        print(f"{self.count} recordings, {words} words of 4 pipelines in 3 modes")
        self.assertTrue(self.count and words)
        self.assertEqual(unequal, [])


@native
class ExampleTests(Case):
    def test_c_prints_pinches(self):
        source = EXAMPLES / "c/pinches.c"
        self.assertLess(len(source.read_text().splitlines()), 40)
        packages = flags("libinput", "libudev")
        self.compile(source, "-std=c99", *PEDANTIC, *packages)
        # libinput, unmodified, on touch screens that are in the process: no device and no right is needed.
        fake = ROOT / "Tests/Support/FakeEvdev"
        program = self.compile(
            HERE / "pinches_rig.c", "-D_GNU_SOURCE", "-rdynamic", f"-I{fake}/include", f"-I{source.parent}",
            *map(str, sorted(fake.glob("*.c"))), *packages)
        lines = run(program, timeout=30).split("\n")
        self.assertRegex(lines[0], r"^began ")
        self.assertRegex(lines[-2], r"^ended 1\.[4-9]")

    def test_c_prints_the_pinches_of_a_table_that_sends_tuio(self):
        program = self.compile(EXAMPLES / "c/table.c", "-std=c99", "-D_POSIX_C_SOURCE=199309L", *PEDANTIC, *flags("liblo"))
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as table:
            table.bind(("127.0.0.1", 0))
            port = table.getsockname()[1]

        def message(word, types="", *values):
            def text(value):
                return value.encode() + bytes(4 - len(value) % 4)
            content = text("/tuio/2Dcur") + text(",s" + types) + text(word)
            for kind, value in zip(types, values):
                content += struct.pack(">" + kind, value)
            return struct.pack(">i", len(content)) + content

        table = subprocess.Popen(
            ["timeout", "60", program, str(port)], env=dict(os.environ, LD_LIBRARY_PATH=str(PREFIX / "lib")), stdout=subprocess.PIPE, text=True)
        self.addCleanup(table.stdout.close)
        self.addCleanup(table.wait)
        self.addCleanup(table.terminate)
        self.assertEqual(table.stdout.readline(), "ready\n")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as simulator:
            for number in range(30):
                wide = .02 + .002 * number
                fingers = [] if number == 29 else [(7, .5 - wide), (8, .5 + wide)]
                parts = [message("alive", "i" * len(fingers), *(finger[0] for finger in fingers))]
                parts += [message("set", "iff", *finger, .5) for finger in fingers]
                bundle = b"#bundle\0" + bytes(7) + b"\1" + b"".join(parts) + message("fseq", "i", number + 1)
                simulator.sendto(bundle, ("127.0.0.1", port))
                time.sleep(.01)
        lines = []
        while not lines or not lines[-1].startswith("ended"):
            lines.append(table.stdout.readline())
            self.assertTrue(lines[-1], lines)
        self.assertRegex(lines[0], r"^began ")
        self.assertGreater(float(lines[-1].split()[1]), 1.5)

    def test_python_names_the_gestures_and_a_place(self):
        module = EXAMPLES / "python/offhand.py"
        output = run("/usr/bin/python3", module, environment={"OFFHAND_LIBRARY": str(LIBRARY)})
        self.assertIn("pinch began", output)
        self.assertRegex(output, r"label at [\d.]+, [\d.]+ mm: .* of its anchor, \d+ % hidden, beside a right hand")

    def test_python_is_a_module_with_errors_and_recognizers(self):
        script = (
            "import offhand\n"
            "try: offhand.Gestures('none')\n"
            "except offhand.Error as error: print(error)\n"
            "g = offhand.Gestures([offhand.Recognizer(offhand.Kind.TAP, 'twice', taps=2),\n"
            "  offhand.Recognizer(offhand.Kind.TAP, requires_failure=['twice'])], relay=True)\n"
            "g.down(0, 0, 10, 10); g.frame(); g.up(0, 50_000_000); g.frame()\n"
            "print(g.deadline); g.advance(g.deadline + 1); print([e.name for e in g.events()], [d.phase.name for d in g.deliveries()])\n"
            "g.set_recognizers([offhand.Recognizer(offhand.Kind.TAP, 'corner', edges=offhand.Edge.LEFT | offhand.Edge.TOP, depth=20)])\n"
            "g.set_outputs([(0, 0, 300, 190)])\n"
            "def tap(time, x, reject=False):\n"
            "  g.down(1, time, x, 10); g.frame(); g.set_client(1, 5); g.up(1, time + 50_000_000); g.frame()\n"
            "  for e in g.events(): print(e.name, [(t.slot, t.x) for t in g.touches(e)], reject and g.reject(e))\n"
            "  print([d.phase.name for d in g.deliveries()])\n"
            "tap(10**10, 10); tap(2 * 10**10, 100); tap(3 * 10**10, 10, True); g.enable('corner', False); tap(4 * 10**10, 10)\n"
            "g.down(2, 5 * 10**10, 9, 9); g.frame(); print(g.exempt(2))\n")
        output = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertIn("there is no pipeline 'none'", output)
        self.assertIn("['tap']", output)
        self.assertEqual(output.splitlines()[-7:], [
            "corner [(1, 10.0)] False", "['DOWN', 'TAKEN']", "['DOWN', 'UP']", "corner [(1, 10.0)] True", "['DOWN', 'UP']",
            "['DOWN', 'UP']", "True"])

    def test_python_says_what_touches_count_as(self):
        script = (
            "import offhand\n"
            "g, ms = offhand.Gestures('standard', outputs=[(0, 0, 300, 190)]), 10**6\n"
            "def press(at):\n"
            "  g.down(1, at * ms, 50, 50); g.frame(); g.advance((at + 900) * ms); g.up(1, (at + 900) * ms); g.frame()\n"
            "  g.advance((at + 2000) * ms); print({e.name for e in g.events()})\n"
            "press(0); g.set_accommodations(offhand.Accommodations(tolerance_mm=8, press=offhand.Press.TAP)); press(3000)\n"
            "g.set_accommodations(None); press(6000)\n"
            "try: g.set_accommodations(offhand.Accommodations(tolerance_mm=900))\n"
            "except offhand.Error as error: print(error)\n")
        output = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertRegex(output, r"^\{'long-press'\}\n\{'tap'\}\n\{'long-press'\}\n.*tolerance_mm.*\n$")

    def test_every_refusal_of_every_field_is_in_the_words_of_c(self):
        script = (
            "import ctypes, offhand\n"
            "bad = {ctypes.c_double: [-1, float('nan'), 1e12], ctypes.c_int64: [-1, -2**63], ctypes.c_size_t: [1, 9999, 2**64 - 1]}\n"
            "values = lambda name, kind: [1] if name == 'size' else bad.get(kind, [])\n"
            "bad[ctypes.c_uint32] = bad[ctypes.c_int] = [3, 77, 2**31 - 1, 2**32 - 1]\n"
            "def ask(field, change):\n"
            "  options, error = offhand._Options(size=ctypes.sizeof(offhand._Options)), ctypes.create_string_buffer(300)\n"
            "  options.outputs, options.output_count = offhand._rects([(0, 0, 300, 190)]), 1\n"
            "  change(options)\n"
            "  handle = offhand._library.offhand_new(ctypes.byref(options), error, 300)\n"
            "  if handle: offhand._library.offhand_unref(handle)\n"
            "  else: print(field, error.value.decode(), sep='|')\n"
            "def own(kind, change):\n"
            "  one = offhand._Recognizer(size=ctypes.sizeof(offhand._Recognizer), kind=kind)\n"
            "  change(one)\n"
            "  def put(options): options.recognizers, options.recognizer_count = ctypes.pointer(one), 1\n"
            "  return put\n"
            "def stepped(change):\n"
            "  def put(one):\n"
            "    step = offhand._Step(size=ctypes.sizeof(offhand._Step), action=put.action)\n"
            "    change(step)\n"
            "    one.steps, one.step_count = ctypes.pointer(step), 1\n"
            "  return put\n"
            "for name, kind in offhand._Options._fields_:\n"
            "  for value in values(name, kind): ask('options.' + name, lambda one: setattr(one, name, value))\n"
            "for name, kind in offhand._Recognizer._fields_:\n"
            "  for value in values(name, kind) + [offhand._Rect(1, 1, -1, 1)] * (kind is offhand._Rect):\n"
            "    for which in range(1, 11): ask(name, own(which, lambda one: setattr(one, name, value)))\n"
            "for name, kind in offhand._Step._fields_:\n"
            "  for value in values(name, kind):\n"
            "    for action in range(3):\n"
            "      put = stepped(lambda step: setattr(step, name, value))\n"
            "      put.action = action\n"
            "      ask('step.' + name, own(10, put))\n")
        output = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        refused = [line.split("|") for line in output.splitlines()]
        for field, text in refused:
            self.assertNotRegex(text, r"cannot print|\b[a-z]+[A-Z]|cannot be (this|these)|Offhand\.|Optional", field)
            word = re.sub(r"^.*\.|_count$", "", field)
            self.assertIn(word, text, f"{field}: {text}")
        silent = {"priority", "step_count", "options.recognizer_count", "options.output_count"}
        source = (EXAMPLES / "python/offhand.py").read_text()
        for prefix, name in (("options.", "Options"), ("", "Recognizer"), ("step.", "Step")):
            fields = re.search(rf"class _{name}\(Structure\):\n    _fields_ = \[(.*?)\n    \]", source, re.S).group(1)
            numbers = [found for found, kind in re.findall(r'\("(\w+)", (\w+)\)', fields) if kind not in ("c_char_p", "POINTER")]
            self.assertEqual({prefix + one for one in numbers} - silent - {field for field, _ in refused}, set())

    def test_recognizers_that_exclude_each_other_are_named_where_that_is_wanted(self):
        script = (
            "from offhand import Gestures, Kind, Recognizer\n"
            "Gestures([Recognizer(Kind.PAN), Recognizer(Kind.PINCH)])\n"
            "Gestures([Recognizer(Kind.PAN), Recognizer(Kind.PINCH), Recognizer(Kind.TAP, requires_failure=['pan'])])\n")
        output = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1", "OFFHAND_DEBUG": "1"})
        self.assertRegex(output, r"^offhand: 'pan' and 'pinch' keep each other from beginning [^\n]*\n$")

    def test_python_pinches_with_a_finger_that_lands_after_a_drag_and_tells_two_people_apart_where_told(self):
        script = (
            "import offhand\n"
            "def play(several, first, second):\n"
            "  g, ms = offhand.Gestures(outputs=[(0, 0, 215, 135)], several_hands=several), 10**6\n"
            "  g.down(1, 0, *first(0)); g.frame(); seen = []\n"
            "  for t in range(10, 1300, 10):\n"
            "    g.motion(1, t * ms, *first(t))\n"
            "    if t >= 700: (g.down if t == 700 else g.motion)(2, t * ms, *second(t))\n"
            "    g.frame(); seen += g.events()\n"
            "  print([(e.name, e.hand_index) for e in seen if e.state == offhand.State.BEGAN])\n"
            "play(False, lambda t: (70 + min(t, 400) / 16 - max(0, t - 700) / 30, 60), lambda t: (125 + (t - 700) / 20, 60))\n"
            "for several in False, True: play(several, lambda t: (20, 20 + t / 20), lambda t: (190, 110 - (t - 700) / 10))\n")
        output = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        lines = output.splitlines()
        self.assertEqual((lines[0], lines[2]), ("[('pan', 0), ('pinch', 0)]", "[('pan', 0), ('pan', 1)]"))
        self.assertNotIn("1)", lines[1])

    def test_lvgl_clicks_for_a_tap_and_not_for_a_pinch(self):
        # LVGL for CPython, from PyPI; kept in the build folder.
        packages = ROOT / ".build/lvgl"
        if not (packages / "display_driver.py").exists():
            command = ["/usr/bin/env", "python3", "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--platform",
                       "manylinux_2_28_x86_64", "--python-version", "%d.%d" % sys.version_info[:2], "--dest", packages,
                       "pydevices-lvgl==9.5.37"]
            if subprocess.run([str(word) for word in command], capture_output=True).returncode:
                self.skipTest("LVGL for CPython cannot be fetched from PyPI")
            for wheel in packages.glob("*.whl"):
                shutil.unpack_archive(wheel, packages, "zip")
        output = run("/usr/bin/python3", EXAMPLES / "lvgl/touch_screen.py", environment={
            "PYTHONPATH": f"{EXAMPLES}/python:{packages}", "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertRegex(output, r"a tap: clicked 1\na pinch to [2-9]\.\d+: clicked 1\na tap: clicked 2\n$")

    def test_the_page_of_qt_quick_shows_its_example(self):
        page = (ROOT / "Sources/Offhand/Offhand.docc/QtQuick.md").read_text()
        lines = [line.strip() for line in (EXAMPLES / "qtquick/Photo.qml").read_text().splitlines()]
        shown = [line.strip() for line in re.search(r"```qml\n(.*?)```", page, re.S)[1].splitlines()]
        start = lines.index(shown[0])
        self.assertEqual([line for line in lines[start:] if line in shown][:len(shown)], shown)

    def test_qt_quick_zooms_taps_and_shows_a_label_beside_the_hand(self):
        try:
            flags("Qt6Quick", "Qt6Test")
        except unittest.SkipTest:
            self.skipTest("Qt 6 is not here: scripts/setup qt")
        environment = {"PKG_CONFIG_PATH": str(PREFIX / "lib/pkgconfig")}
        run(EXAMPLES / "qtquick/build", self.folder / "example", environment=environment)
        rig = self.folder / "rig"
        run(EXAMPLES / "qtquick/build", rig, HERE / "qtquick_rig.cpp", "Qt6Test", "Qt6Gui", environment=environment)
        output = run(rig, EXAMPLES / "qtquick/Photo.qml", timeout=60, environment={
            "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software", "XDG_RUNTIME_DIR": str(self.folder)})
        # Fingers spread to 2.6 times their distance; the label is over none of them. A tap, and a pinch that is cancelled.
        zoomed, after = re.findall(r"shown label at (\d+) (\d+) of \d+\nzoom ([\d.]+) taps (\d) label 0\n", output)
        self.assertTrue(2.4 < float(zoomed[2]) < 2.8 and (int(zoomed[0]) > 700 or int(zoomed[1]) > 400), output)
        self.assertEqual((zoomed[2:], after[2:]), ((zoomed[2], "0"), (zoomed[2], "1")))

    def test_python_has_the_fields_of_the_header(self):
        layout = run("/usr/bin/python3", ROOT / "scripts/checks/abi.py", "layout", HEADER)
        script = (
            "import ctypes, offhand\n"
            "for name in ['Rect', 'Step', 'Recognizer', 'Options', 'Accommodations', 'Event', 'Delivery', 'Request', 'Placement']:\n"
            "  t = getattr(offhand, '_' + name)\n"
            "  for f, *_ in t._fields_: d = getattr(t, f); print('struct offhand_' + name.lower(), f, d.offset, d.size)\n")
        mine = run("/usr/bin/python3", "-c", script, cwd=EXAMPLES / "python", environment={
            "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"}).splitlines()
        kept = {line.rsplit(" ", 3)[0] for line in mine}
        self.assertEqual(mine, [line for line in layout.splitlines() if line.rsplit(" ", 3)[0] in kept])


class Nested(Case):
    """Programs in weston without a screen, whose touch screen the test touches."""

    build = ROOT / ".build/tinywl"
    size = 1024, 640

    @classmethod
    def setUpClass(cls):
        needs("weston")
        cls.build.mkdir(parents=True, exist_ok=True)
        cls.made(ROOT / "Tests/Rigs/weston-touch/build", cls.build / "touch.so")

    @classmethod
    def made(cls, *command):
        environment = dict(os.environ, PKG_CONFIG_PATH=str(PREFIX / "lib/pkgconfig"))
        return subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True)

    def start(self, name, *command, **environment):
        output = open(self.folder / f"{name}.log", "w", encoding="utf-8")
        self.addCleanup(output.close)
        process = subprocess.Popen(
            ["timeout", "--foreground", "120", *command], stdout=output, stderr=subprocess.STDOUT, cwd=self.folder,
            env=dict(os.environ, XDG_RUNTIME_DIR=str(self.folder), LD_LIBRARY_PATH=str(PREFIX / "lib"), **environment))

        def stop():
            process.terminate()
            process.wait()

        self.addCleanup(stop)
        return process

    def wait(self, what, happened):
        deadline = time.monotonic() + 20
        while not happened():
            if time.monotonic() > deadline:
                logs = "\n".join(f"{log.name}:\n{log.read_text(errors='replace')[-1500:]}" for log in self.folder.glob("*.log"))
                self.fail(f"{what} did not happen\n{logs}")
            time.sleep(0.05)

    def start_weston(self, **environment):
        self.folder.chmod(0o700)
        touch = str(self.folder / "touch")
        self.start(
            "weston", "weston", "--backend=headless-backend.so", "--use-pixman", "--shell=kiosk-shell.so", f"--width={self.size[0]}",
            f"--height={self.size[1]}", "--socket=outer", "--idle-time=0", "--no-config", "--debug", f"--modules={self.build}/touch.so",
            OFFHAND_TOUCH_SOCKET=touch, **environment)
        self.wait("weston's socket", lambda: (self.folder / "outer").exists())
        self.wait("weston's touch module", lambda: (self.folder / "touch").exists())
        self.touch_screen = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.touch_screen.close)
        self.touch_screen.connect(touch)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def send(self, *lines):
        self.touch_screen.send("\n".join(lines).encode())
        time.sleep(0.012)


@native
class CompositorTests(Nested):
    """tinywl with the patch, nested in weston: what the client below hears, row by row."""

    programs = Nested.build
    root = ()

    def command(self):
        return [self.programs / "tinywl"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        needs("weston-simple-touch", "patch")
        flags("wlroots", "wayland-server", "xkbcommon")
        done = cls.made(EXAMPLES / "tinywl/build", cls.programs, *cls.root)
        if done.returncode:
            if (cls.programs / "tinywl.c.orig").exists():
                raise AssertionError(f"tinywl does not compile:\n{done.stderr}")
            raise unittest.SkipTest(f"Debian's source of tinywl cannot be fetched: {done.stderr.strip()[-200:]}")

    def setUp(self):
        super().setUp()
        self.start_weston(OFFHAND_TOUCH_LATE="1")
        self.tinywl = self.start(
            "tinywl", *map(str, self.command()), WAYLAND_DISPLAY="outer", WLR_BACKENDS="wayland", WLR_RENDERER="pixman")
        self.wait("tinywl's socket", lambda: list(self.folder.glob("wayland-*")))
        self.send("touch-add")
        display = next(path.name for path in self.folder.glob("wayland-*") if not path.name.endswith(".lock"))
        self.start("client", "weston-simple-touch", WAYLAND_DISPLAY=display, WAYLAND_DEBUG="1")
        self.wait("the client's window", lambda: "commit" in self.log("client"))
        time.sleep(0.5)
        self.client, self.compositor = (open(self.folder / f"{name}.log", errors="replace") for name in ("client", "tinywl"))
        self.addCleanup(self.client.close)
        self.addCleanup(self.compositor.close)

    def stroke(self, *fingers, steps=12):
        """Fingers from one place to another in pixels, at 12 ms a step, lifted together."""
        for step in range(steps + 1):
            lines = []
            for finger, ((x0, y0), (x1, y1)) in enumerate(fingers):
                x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
                lines.append(f"{'motion' if step else 'down'} {finger} {x} {y}")
            self.send(*lines, "frame")
        self.send(*(f"up {finger}" for finger in range(len(fingers))), "frame")
        time.sleep(0.4)

    def heard(self):
        """What the client and the compositor heard since the last call."""
        touches = re.findall(r"wl_touch@\d+\.(down|motion|up|cancel)\(", self.client.read())
        return touches, re.findall(r"gesture: (.+)", self.compositor.read())

    def test_rows_of_the_table(self):
        self.heard()
        with self.subTest("one finger in the middle is the client's, and the compositor listens"):
            self.stroke(((300, 250), (480, 250)))
            touches, gestures = self.heard()
            self.assertEqual([touches[0], touches[-1]], ["down", "up"])
            self.assertGreater(touches.count("motion"), 5)
            self.assertNotIn("cancel", touches)
            self.assertIn("pan began", gestures)
            self.assertIn("swipe recognized", gestures)
            self.assertIn("pan ended", gestures)
        with self.subTest("a finger that rests is a long press by the deadline's timer"):
            self.send("down 0 300 250", "frame")
            time.sleep(0.9)
            self.send("up 0", "frame")
            time.sleep(0.3)
            touches, gestures = self.heard()
            self.assertEqual(touches, ["down", "up"])
            self.assertEqual(gestures, ["long-press began", "long-press ended"])
        with self.subTest("the left edge is the compositor's"):
            self.stroke(((2, 250), (200, 250)))
            touches, gestures = self.heard()
            self.assertEqual([touches[0], touches[-1]], ["down", "cancel"])
            self.assertLessEqual(len(touches), 3)
            self.assertEqual(gestures, ["screen-edge-pan began", "screen-edge-pan ended"])
        with self.subTest("three fingers are the compositor's, with one cancel for the client"):
            self.stroke(*(((200 + 80 * finger, 350), (200 + 80 * finger, 150)) for finger in range(3)))
            touches, gestures = self.heard()
            self.assertEqual(touches.count("down"), 3)
            self.assertEqual(touches.count("cancel"), 1)
            self.assertEqual(touches[-1], "cancel")
            self.assertNotIn("up", touches)
            self.assertEqual(gestures, ["three-finger-pan began", "three-finger-pan ended"])
        with self.subTest("the next swipe is normal again"):
            self.stroke(((300, 250), (480, 250)))
            touches, gestures = self.heard()
            self.assertEqual([touches[0], touches[-1]], ["down", "up"])
            self.assertNotIn("cancel", touches)
            self.assertIn("swipe recognized", gestures)
        with self.subTest("a touch screen that is unplugged under a finger is no long press, and the client's touch ends"):
            self.send("down 0 300 250", "frame")
            self.send("touch-remove")
            time.sleep(0.9)
            touches, gestures = self.heard()
            self.assertEqual([touches[0], touches[-1]], ["down", "cancel"])
            self.assertEqual(gestures, [])
            self.send("touch-add")
            time.sleep(0.3)
            self.stroke(((300, 250), (480, 250)))
            touches, gestures = self.heard()
            self.assertEqual([touches[0], touches[-1]], ["down", "up"])
            self.assertIn("swipe recognized", gestures)
        print(f"tinywl with liboffhand: {self.resident(self.tinywl)} kB resident")
        self.assertIsNone(self.tinywl.poll())

    @staticmethod
    def resident(process):
        """The resident memory of the program below timeout, and bwrap, in kB."""
        child = process.pid
        while below := subprocess.run(["pgrep", "-P", str(child)], capture_output=True, text=True).stdout.split():
            child = below[0]
        return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{child}/status").read_text()).group(1))


@native
class Debian13CompositorTests(CompositorTests):
    """The same with wlroots 0.18, in a root of Debian 13."""

    programs = ROOT / ".build/tinywl-0.18"
    # That of wlroots' first buffer, which weston refuses if it is larger than a full screen.
    size = 1280, 720
    root = [ROOT / ".build/roots/debian13"]

    @classmethod
    def setUpClass(cls):
        needs("bwrap")
        if not (cls.root[0].parent / "debian13.made").exists():
            raise unittest.SkipTest("there is no root of Debian 13: scripts/setup debian13")
        super().setUpClass()

    def command(self):
        return ["bwrap", "--die-with-parent", "--ro-bind", *self.root, "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
                "--bind", self.folder, self.folder, "--ro-bind", self.programs, "/tmp/programs", "--ro-bind", PREFIX, "/tmp/library",
                "--setenv", "LD_LIBRARY_PATH", "/tmp/library/lib", "/tmp/programs/tinywl"]


@native
class PopoverTests(Nested):
    """The GTK 4 menu for a finger in the middle of the lower half, in GTK's place and in the library's."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        needs("weston-screenshooter")
        gtk = "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk"
        if subprocess.run(["/usr/bin/python3", "-c", gtk], capture_output=True).returncode:
            raise unittest.SkipTest("GTK 4 for Python is not here: scripts/setup embedding")

    def menu(self, *arguments):
        """The rectangle that the menu covers, by a screenshot: left, top, right, bottom in pixels."""
        self.start_weston()
        self.start(
            "menu", "/usr/bin/python3", str(EXAMPLES / "gtk4/popover.py"), *arguments, WAYLAND_DISPLAY="outer", GDK_BACKEND="wayland",
            GSK_RENDERER="cairo", PYTHONPATH=str(EXAMPLES / "python"), PYTHONDONTWRITEBYTECODE="1", HOME=str(self.folder),
            OFFHAND_LIBRARY=str(LIBRARY), GTK_A11Y="none")
        self.wait("the window", lambda: "ready" in self.log("menu"))
        time.sleep(1)
        self.send("down 0 512 400", "frame")
        self.wait("the menu", lambda: "open" in self.log("menu"))
        time.sleep(0.7)
        run("weston-screenshooter", cwd=self.folder, environment={
            "XDG_RUNTIME_DIR": str(self.folder), "WAYLAND_DISPLAY": "outer"})
        shot = next(self.folder.glob("wayland-screenshot*.png"))
        kept = ROOT / ".build/embedding"
        kept.mkdir(exist_ok=True)
        shutil.copy(shot, kept / f"menu{''.join(arguments)}.png")
        # It comes with GTK.
        from gi.repository import GdkPixbuf

        picture = GdkPixbuf.Pixbuf.new_from_file(str(shot))
        pixels, stride, size = picture.get_pixels(), picture.get_rowstride(), picture.get_n_channels()
        found = [
            (x, y) for y in range(0, picture.get_height(), 2) for x in range(0, picture.get_width(), 2)
            if near(pixels[y * stride + x * size:y * stride + x * size + 3])]
        self.assertTrue(found, f"no menu in the screenshot, {self.log('menu')}")
        return min(x for x, _ in found), min(y for _, y in found), max(x for x, _ in found), max(y for _, y in found)

    def test_gtk_opens_below_the_finger(self):
        left, top, right, bottom = self.menu("--own-place")
        self.assertGreaterEqual(top, 390)

    def test_the_library_opens_where_the_hand_is_not(self):
        left, top, right, bottom = self.menu()
        self.assertTrue(bottom <= 400 or right < 512, (left, top, right, bottom))
        self.assertRegex(self.log("menu"), r"of its anchor, \d+ % hidden")


@native
class PopoverTimeTests(Case):
    """The GTK 4 menu without a window: its finger has time stamps that wrap after 32 bits in milliseconds."""

    def test_the_menu_opens_and_a_tap_is_heard_across_the_wrap(self):
        gtk = "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk"
        if subprocess.run(["/usr/bin/python3", "-c", gtk], capture_output=True).returncode:
            raise unittest.SkipTest("GTK 4 for Python is not here: scripts/setup embedding")
        script = (
            "import types, offhand, popover\n"
            "menu = popover.Menu.__new__(popover.Menu)\n"
            "menu.time, menu.scale, heard = 0, 4, []\n"
            "menu.gestures = offhand.Gestures(outputs=[(0, 0, 300, 190)], infer_hand=True, wl_touch=True)\n"
            "menu.open = lambda event: heard.append('open')\n"
            "events = menu.gestures.events\n"
            "menu.gestures.events = lambda: (heard.append(e.kind.name) or e for e in list(events()))\n"
            "def touch(stamp, what):\n"
            "  finger = types.SimpleNamespace(get_current_event_time=lambda: stamp & 0xffffffff, get_point=lambda _: (True, 400, 400))\n"
            "  menu.touched(finger, None, what)\n"
            "touch(-100, 'down'); menu.wait(menu.gestures.deadline); touch(900, 'up')\n"
            "menu.time = 0; menu.gestures.cancel(0)\n"
            "touch(-40, 'down'); touch(-20, 'motion'); touch(40, 'up')\n"
            "menu.time = 0; menu.gestures.cancel(0)\n"
            "touch(-40, 'down'); menu.touched(types.SimpleNamespace(get_current_event_time=lambda: 0, get_point=lambda _: (True, 0, 0)),\n"
            "  None, 'cancel'); print(heard, menu.time // 1_000_000)\n")
        output = run("/usr/bin/python3", "-c", script, environment={
            "PYTHONPATH": f"{EXAMPLES}/python:{EXAMPLES}/gtk4", "OFFHAND_LIBRARY": str(LIBRARY), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(output.splitlines()[-1], f"['LONG_PRESS', 'open', 'LONG_PRESS', 'TAP'] {2 ** 32 - 40}")


def near(pixel):
    """Whether a pixel is the menu's red."""
    return abs(pixel[0] - 0xC0) < 24 and abs(pixel[1] - 0x30) < 24 and abs(pixel[2] - 0x20) < 24


if __name__ == "__main__":
    if not LIBRARY.exists():
        sys.exit("Tests/Library: the library is not built: scripts/package library")
    unittest.main()
