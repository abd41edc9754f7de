"""The pages say nothing that is not so: links, commands, codes, the README's two lines, and every console they show."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from cyclopts import MissingArgumentError

from facedown.audit.findings import codes
from facedown.cli import app, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
TITLE = re.compile(r'title="([\w.-]+)"')
MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|opt|var|mnt|usr)/")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def fences(page: Path) -> Iterator[tuple[str, str]]:
    """The language line and the text of every fenced block."""
    for found in FENCE.finditer(page.read_text(encoding="utf-8")):
        yield found[2].strip(), found[3]


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as they are made of their words."""
    found = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{link} leads out of the project"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{link}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_code_that_a_page_names_exists(page: Path) -> None:
    used = set(re.findall(r"\bFD\d{3}\b", page.read_text(encoding="utf-8")))
    assert used <= set(codes())


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_names_a_path_of_somebodys_machine(page: Path) -> None:
    assert MACHINE.findall(page.read_text(encoding="utf-8")) == []


def command_lines(page: Path) -> Iterator[list[str]]:
    """The arguments of every ``facedown …`` that a page shows: in shell blocks whole, in running text in backticks."""
    for language, text in fences(page):
        if language.split(" ")[0] in {"sh", "console"}:
            joined = text.replace("\\\n", " ")
            for line in joined.splitlines():
                if (found := re.search(r"(?:^\$ |\| |&& |; |^|bin/)facedown (.*)", line)) is not None:
                    words = shlex.split(found[1], comments=True)
                    ends = [
                        i
                        for i, word in enumerate(words)
                        if word in {"|", "&&", ">", "2>", "||"} or word.endswith(";")
                    ]
                    yield words[: min(ends, default=len(words))]
    for found in re.findall(r"`facedown\s([^`]*)`", prose(page)):
        yield shlex.split(found.replace("…", ""))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_that_a_page_shows_is_one(page: Path) -> None:
    for words in command_lines(page):
        _, _, rest = app.parse_commands(words)
        known = [word for word in words if word not in rest]
        assert known or words[0].startswith("--"), f"facedown {' '.join(words)}: no such command"
        if len(words) == len(known) or "--help" in words:
            continue  # the command's name alone
        with suppress(MissingArgumentError):  # in running text what everybody can guess is left out
            app.parse_args(words, exit_on_error=False, print_error=False)


def test_the_readme_sets_up_as_the_checks_do() -> None:
    commands = [text.strip() for language, text in fences(ROOT / "README.md") if language == "sh"]
    assert len(commands) == 2
    demo, tests = (command.split(" && ") for command in commands)
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace(" --quiet", "").splitlines()
    for step in tests:
        assert step in checks, f".ci/run does not: {step}"
    assert demo[0] == tests[0]
    assert demo[1] == tests[1].replace("'.[dev]'", ".")
    assert demo[2] == ".venv/bin/facedown demo"


def test_the_readme_quotes_what_the_demo_prints(capsys: pytest.CaptureFixture[str]) -> None:
    (quoted,) = [text for language, text in fences(ROOT / "README.md") if language == "text"]
    run(["demo"])
    printed = capsys.readouterr().out
    for piece in re.split(r"^…\n", quoted, flags=re.MULTILINE):
        assert piece in printed
        printed = printed.partition(piece)[2]


def consoles() -> Iterator[Path]:
    for page in PAGES:
        if any(language.startswith("console") for language, _ in fences(page)):
            yield page


@pytest.mark.skipif(os.name != "posix", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", list(consoles()), ids=named)
def test_every_console_that_a_page_shows_looks_like_that(page: Path, tmp_path: Path) -> None:
    """From top to bottom in one folder: blocks with a title are written as files, ``$`` lines are run in a shell."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for language, text in fences(page):
        if (title := TITLE.search(language)) is not None:
            (tmp_path / title[1]).write_text(text, encoding="utf-8")
        if not language.startswith("console"):
            continue
        for piece in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, wanted = piece.replace("\\\n", " ").partition("\n")
            ran = subprocess.run(  # noqa: S602  (a shell for our own pages)
                command, shell=True, cwd=tmp_path, env=environment, text=True, check=False, timeout=60,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            )  # fmt: skip
            shown = wanted.strip().replace("…", "...")
            same = doctest.OutputChecker().check_output(f"{shown}\n", f"{ran.stdout.strip()}\n", flags)
            assert same, f"$ {command}\n{ran.stdout}\n--- the page says ---\n{wanted}"
