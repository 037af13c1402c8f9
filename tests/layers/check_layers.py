#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that includes follow the arrows between folders: check_layers.py ROOT [--self-test]."""
import pathlib
import re
import sys
import tempfile

USES = {
    "math": "",
    "parallel": "",
    "geometry": "math",
    "collision": "math parallel geometry",
    "cloth": "math parallel geometry collision",
    "character": "math geometry",
    "dynamics": "math geometry character",
    "scene": "math geometry character collision cloth motion",
    "problem": "math",
    "solve": "math parallel problem",
    "motion": "math geometry",
    "render": "math parallel geometry motion",
    "methods": "math parallel geometry collision cloth character dynamics scene problem solve motion",
    "io": "math parallel geometry collision cloth character dynamics scene problem solve motion render",
    "jobs": "math parallel geometry collision cloth character dynamics scene problem solve motion render methods io",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<](?:gambol/)?(?P<folder>\w+)/(?P<file>[\w/.]+)[">]')


def breaches(root):
    """One line per include that goes against an arrow."""
    sources = root / "src" / "gambol"
    for path in sorted(p for p in sources.rglob("*") if p.suffix in (".hpp", ".cpp", ".inl")):
        folder = path.relative_to(sources).parts[0]
        if folder not in USES:
            yield f"{path.relative_to(root)}:1: folder '{folder}' is not in the table of {__file__}"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            used = match and match["folder"]
            if used == "app" or used in USES and used not in [folder, *USES[folder].split()]:
                yield f"{path.relative_to(root)}:{number}: {folder} must not include {used}/{match['file']}"


def self_test():
    """A forbidden include must be caught, an allowed one and a third-party one must not."""
    cases = {
        ("solve", '#include "gambol/character/character.hpp"'): 1,
        ("io", '#  include <gambol/methods/method.hpp>'): 1,
        ("methods", '#include "gambol/jobs/run_job.hpp"'): 1,
        ("math", '#include "app/commands.hpp"'): 1,
        ("unheard_of", ""): 1,
        ("solve", '#include "gambol/problem/term.hpp"'): 0,
        ("motion", '#include "gambol/motion/audit.hpp"'): 0,
        ("math", "#include <sys/stat.h>"): 0,
    }
    for (folder, line), expected in cases.items():
        with tempfile.TemporaryDirectory() as root:
            source = pathlib.Path(root, "src", "gambol", folder, "x.cpp")
            source.parent.mkdir(parents=True)
            source.write_text(f"// first line\n{line}\n")
            found = list(breaches(pathlib.Path(root)))
            assert len(found) == expected, f"{folder}: {line}: expected {expected}, found {found}"
    return []


problems = self_test() if "--self-test" in sys.argv else list(breaches(pathlib.Path(sys.argv[1])))
print("\n".join(problems) or "includes follow the arrows")
sys.exit(1 if problems else 0)
