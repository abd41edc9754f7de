# ruff: noqa: INP001  (loaded by generate.py from beside it)
"""The pages that are written from the product itself: findings, the command line, ways, and the words of a script."""

from __future__ import annotations

import inspect
import json
import re
from typing import Any, get_type_hints

import msgspec
from cyclopts import App

from facedown.audit.findings import SAID, codes
from facedown.audit.policies import POLICIES
from facedown.cli import ExitCode, app
from facedown.importers.script import words
from facedown.rules.actions import ACTIONS
from facedown.rules.ways import WAYS

NOTE = "<!-- Written by docs/reference/generate.py: do not edit. -->"


def findings_page() -> str:
    """Every finding: what it means, why, an example, and how policies treat it."""
    lines = [
        "# Findings",
        "",
        NOTE,
        "",
        "A finding speaks of objects and of a record, never of guilt. Its weight is *error*, *minor* (in JSON `warning`),",
        "*review* (a person must decide) or *note*; in a given record it may be less than here, see",
        "[what the audit can say](../explanation/what-the-audit-can-say.md). `facedown rule CODE` prints the same.",
        "",
        "| code | weight | fact | rules |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| [{code.code}](#{code.code.lower()}) | {SAID[code.severity]} | {code.fact} | {', '.join(code.rules) or '–'} |"
        for code in codes().values()
    ]
    for code in codes().values():
        lines += [
            "",
            f"## {code.code}",
            "",
            f"**{code.fact[0].upper()}{code.fact[1:]}.** {code.explains}",
            "",
        ]
        lines += [f"* Example: {code.example}"]
        if code.remedy:
            lines += [f"* Would have done: {code.remedy}."]
        lines += [
            f"* `{policy.id}`: {policy.texts.get(code.code, 'matches nothing.')}"
            for policy in POLICIES.values()
        ]
    return "\n".join(lines) + "\n"


def commands(command: App = app, before: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    """Every command: its words, and the function that runs it."""
    found: list[tuple[tuple[str, ...], Any]] = []
    for name in sorted(command):
        if name.startswith("-"):
            continue
        inner = command[name]
        if inner.default_command is None:
            found += commands(inner, (*before, name))
        else:
            found.append(((*before, name), inner.default_command))
    return found


def cli_page() -> str:
    """The command line: every command with its arguments and options, from their docstrings."""
    lines = [
        "# Command line",
        "",
        NOTE,
        "",
        "Results go to standard output, notes and errors to standard error; `-` is standard input. The exit status:",
        "",
        *(f"* {code.value}: {text}" for code, text in _exit_texts()),
    ]
    for words_, function in commands():
        summary, meanings = _documented(function)
        arguments, options = _parameters(function)
        takes = " ".join([*arguments.values(), *(["[OPTIONS]"] if options else [])])
        lines += ["", f"## facedown {' '.join(words_)}", "", summary]
        if takes:
            lines += ["", f"Takes `{takes}`."]
        if arguments or options:
            lines += ["", "| | |", "|---|---|"]
            lines += [f"| `{shown}` | {meanings[name]} |" for name, shown in {**arguments, **options}.items()]
    return "\n".join(lines) + "\n"


def _documented(function: Any) -> tuple[str, dict[str, str]]:
    """A command's summary, and what its docstring says of each parameter."""
    text = inspect.getdoc(function) or ""
    summary, _, rest = text.partition("\n\nParameters\n----------\n")
    pairs = re.findall(r"^(\w+)\n((?:    .*\n?)+)", rest, re.MULTILINE)
    return " ".join(summary.split()), {name: " ".join(said.split()) for name, said in pairs}


def _parameters(function: Any) -> tuple[dict[str, str], dict[str, str]]:
    """The arguments and the options of a command, as they are written."""
    arguments: dict[str, str] = {}
    options: dict[str, str] = {}
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            arguments[name] = f"[{name.upper()}...]"
        elif parameter.kind is parameter.POSITIONAL_ONLY:
            arguments[name] = name.upper() if parameter.default is parameter.empty else f"[{name.upper()}]"
        else:
            named = [n for meta in getattr(hints[name], "__metadata__", ()) for n in (meta.name or ())]
            flag = " ".join(named) or f"--{name.replace('_', '-')}"
            takes = (
                ""
                if "bool" in str(hints[name])
                else f" {'…' if 'list' in str(hints[name]) else name.strip('_').upper()}"
            )
            options[name] = flag + takes
    return arguments, options


def _exit_texts() -> list[tuple[ExitCode, str]]:
    """The members of ExitCode with the string under each."""
    source = inspect.getsource(ExitCode)
    texts = re.findall(r'([A-Z]+) = \d+\n\s+"""(.*?)"""', source, re.DOTALL)
    return [(ExitCode[name], " ".join(text.split())) for name, text in texts]


def script_page() -> str:
    """The words of a script: every action with its fields, and the short words."""
    lines = [
        "# Script words",
        "",
        NOTE,
        "",
        "A script is one action a line as JSON, its word in `do`; see",
        "[record a paper game](../how-to/record-a-paper-game.md). Fields in brackets may be left out; what may be left out",
        "besides stands there. `start` is the first line of every script.",
        "",
        "| word | fields | what it does |",
        "|---|---|---|",
    ]
    for action in sorted(ACTIONS, key=lambda kind: str(kind.__struct_config__.tag)):
        tag = str(action.__struct_config__.tag)
        if tag not in words.ACTIONS:
            continue
        fields = [
            f"`{field.encode_name}`" if field.required else f"[`{field.encode_name}`]"
            for field in msgspec.structs.fields(action)
        ]
        first = " ".join((action.__doc__ or "").split("\n\n")[0].split())
        lines.append(f"| `{tag}` | {' '.join(fields) or '–'} | {first} |")
    lines += ["", "## Short words", "", "| word | stands for |", "|---|---|"]
    for short, meaning in sorted(words.SHORT.items()):
        word, filled = meaning
        fields = ", ".join(f"`{name}` {json.dumps(value)}" for name, value in filled.items())
        lines.append(f"| `{short}` | `{word}`{f' with {fields}' if fields else ''} |")
    lines += [
        "",
        "## Ways of being face down",
        "",
        "| `face_down` | rule | said of an object |",
        "|---|---|---|",
    ]
    lines += [f"| `{way.name}` | {way.rule} | {way.said} |" for way in WAYS.values()]
    return "\n".join(lines) + "\n"
