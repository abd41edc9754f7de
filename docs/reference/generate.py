# ruff: noqa: INP001, T201  (a script: it is run, not imported, and prints)
"""Write the generated pages of this folder, or say which of them are stale.

    python docs/reference/generate.py            write them
    python docs/reference/generate.py --check    write nothing; exit 1 if one is stale

Each page is a function without arguments that returns its text; a new one is a line in `PAGES`.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypedDict

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TESTS = ROOT / "tests"


class Ruling(TypedDict):
    """One ruling as ``rulings.json`` has it; `codes` are the findings that say it was not kept."""

    id: str
    title: str
    text: str
    rules: list[str]
    codes: list[str]


class Marked(NamedTuple):
    """A test that carries a mark: its file below the project's root, its name, and what the mark says."""

    file: str
    name: str
    value: object


def rulings() -> list[Ruling]:
    """Return the rulings, in order."""
    found: list[Ruling] = json.loads((HERE / "rulings.json").read_text(encoding="utf-8"))
    return found


def marked(mark: str, folder: Path = TESTS) -> list[Marked]:
    """Return the tests that carry ``@pytest.mark.<mark>(value)`` themselves or through their module.

    The sources are read, not run: a page does not depend on what can be imported.
    """
    found: list[Marked] = []
    for path in sorted(folder.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        file = path.relative_to(folder.parent).as_posix()
        everywhere = [value for node in tree.body for value in _module_marks(node, mark)]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                own = [value for decorator in node.decorator_list for value in _values(decorator, mark)]
                found += [Marked(file, node.name, value) for value in dict.fromkeys([*everywhere, *own])]
    return found


def _module_marks(node: ast.stmt, mark: str) -> Iterator[object]:
    """The values of ``pytestmark = pytest.mark.x(…)``, or of a list of such."""
    if isinstance(node, ast.Assign) and any(
        isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
    ):
        for expression in node.value.elts if isinstance(node.value, ast.List) else [node.value]:
            yield from _values(expression, mark)


def _values(expression: ast.expr, mark: str) -> Iterator[object]:
    if (
        isinstance(expression, ast.Call)
        and ast.unparse(expression.func) == f"pytest.mark.{mark}"
        and all(isinstance(argument, ast.Constant) for argument in expression.args)
    ):
        yield from (argument.value for argument in expression.args if isinstance(argument, ast.Constant))


def sentence(name: str) -> str:
    """Return a test's name as the sentence it is.

    >>> sentence("test_a_token_does_not_come_back")
    'a token does not come back'
    """
    return name.removeprefix("test_").replace("_", " ")


class Played(NamedTuple):
    """A script that plays a ruling: its name, what is played, and the finding it ends with, if any."""

    name: str
    sentence: str
    finding: str | None


def scripts(ruling: str) -> list[Played]:
    """Return the scripts of a ruling, those in which it is kept first."""
    found: list[Played] = []
    for path in sorted((HERE / "rulings").glob(f"{ruling}-*.jsonl")):
        first, *rest = path.read_text(encoding="utf-8").splitlines()
        findings = [line.split()[2] for line in rest if line.startswith("# expects FD")]
        said = first.partition("): ")[2]
        found.append(Played(path.stem, f"{said[:1].upper()}{said[1:]}", findings[0] if findings else None))
    return sorted(found, key=lambda one: one.finding or "")


def rulings_page() -> str:
    """Return the page of rulings: each in our words, its rules and findings, the scripts and tests that play it."""
    played: dict[object, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for test in marked("ruling"):
        played[test.value][test.file].append(sentence(test.name))
    lines = [
        "# Rulings",
        "",
        "<!-- Written by docs/reference/generate.py from rulings.json and the marks of the tests: do not edit. -->",
        "",
        "The rulings that this project exists for are the published rulings of four cards: *Cryptic Pursuit* and",
        "*Soul-Strike Technique* (manifest), *Experiment Twelve* and *Coveted Falcon* (disguise). They stand here in our",
        "own words, each with the numbers of the Comprehensive Rules that it rests on, the findings that say it was not",
        "kept, and the tests that play it. Every ruling has tests; they run over every registered way of being face down",
        "in which it can come up.",
        "",
        "Every ruling also has scripts that you can play yourself, kept and broken: see",
        "[Play a ruling](../how-to/play-a-ruling.md).",
        "",
        "| ruling | in short | play it | tests |",
        "|---|---|---|---|",
    ]
    for ruling in rulings():
        number = sum(len(names) for names in played[ruling["id"]].values())
        play = " · ".join(
            f"[{one.name.partition('-')[2]}](rulings/{one.name}.jsonl)" for one in scripts(ruling["id"])
        )
        lines.append(f"| [{ruling['id']}](#{ruling['id'].lower()}) | {ruling['title']} | {play} | {number} |")
    for ruling in rulings():
        lines += ["", f"## {ruling['id']}", "", f"**{ruling['title']}.** {ruling['text']}", ""]
        lines.append(f"Rules: {', '.join(ruling['rules'])}.")
        if ruling["codes"]:
            lines.append(f"Findings: {', '.join(ruling['codes'])}.")
        lines += ["", "Play it:", ""]
        for one in scripts(ruling["id"]):
            found = f" *{one.finding}*" if one.finding else ""
            lines.append(f"* [{one.name}](rulings/{one.name}.jsonl): {one.sentence}{found}")
        for file, names in played[ruling["id"]].items():
            lines += ["", f"[{file}](../../{file})", ""]
            lines += [f"* {name}" for name in names]
    return "\n".join(lines) + "\n"


def _beside(name: str) -> ModuleType:
    """Load a module from this folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"reference_{name}", HERE / f"{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pages = _beside("pages")

PAGES: dict[str, Callable[[], str]] = {
    "rulings.md": rulings_page,
    "findings.md": pages.findings_page,
    "command-line.md": pages.cli_page,
    "script.md": pages.script_page,
}
"""The pages of this folder, and what writes each."""


def stale() -> list[str]:
    """Return the names of the pages that are not as they would be written now."""
    return [
        name
        for name, page in PAGES.items()
        if not (HERE / name).exists() or (HERE / name).read_text(encoding="utf-8") != page()
    ]


def main(arguments: list[str]) -> int:
    """Run the script; return its exit status."""
    if arguments == ["--check"]:
        old = stale()
        for name in old:
            print(f"docs/reference/{name} is stale: run python docs/reference/generate.py", file=sys.stderr)
        return 1 if old else 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")
        print(f"docs/reference/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
