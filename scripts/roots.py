"""Runs programs in a root of scripts/root, for the scripts in Python."""
import pathlib
import shutil
import subprocess
import sys

import usage


def words(name, *folders):
    """The words before a command that run it in the root `name` as its user 1000, with `folders` of this machine.

    Ends with 77 where there is no such root."""
    if subprocess.run([f"{usage.ROOT}/scripts/root", name]).returncode or not shutil.which("bwrap"):
        print(f"{usage.name}: there is no root {name}", file=sys.stderr)
        sys.exit(77)
    root = pathlib.Path(usage.ROOT, ".build/roots", name)
    command = ["bwrap", "--unshare-pid", "--die-with-parent", "--unshare-user", "--uid", "1000", "--gid", "1000"]
    for folder in ("usr", "etc", "var"):
        command += ["--ro-bind", root / folder, f"/{folder}"]
    for folder in ("bin", "sbin", "lib", "lib64"):
        command += ["--symlink", f"usr/{folder}", f"/{folder}"]
    command += ["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"]
    for folder in folders:
        command += ["--bind", folder, folder]
    return [str(word) for word in command] + ["--"]
