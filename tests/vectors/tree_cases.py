"""The hash tree of RFC 6962 and C2SP signed notes, with the spellings that lenient readers accept."""

from __future__ import annotations

from tests.vectors.common import Case

from facedown.proofs import canonical, checkpoint, merkle, note
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.signing import SigningKey

LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]


def tree_cases() -> list[Case]:
    tree = merkle.Tree()
    leaves = [merkle.leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES]
    for leaf in leaves:
        tree.append(leaf)
    cases: list[Case] = [
        {
            "name": f"the root of {size}",
            "leaves": LEAVES[:size],
            "root": tree.root(size).hex(),
            "expect": "valid",
        }
        for size in range(9)
    ]
    for size in range(1, 9):
        for index in range(size):
            proof = [step.hex() for step in tree.inclusion_proof(index, size)]
            good: Case = {"name": f"leaf {index} of {size}", "leaf": leaves[index].hex(), "index": index,
                          "size": size, "proof": proof, "root": tree.root(size).hex(), "expect": "valid"}  # fmt: skip
            cases.append(good)
            changes: list[tuple[str, Case]] = [
                ("a step too much", {"proof": [*proof, "00" * 32]}),
                ("a step of 31 bytes", {"proof": [*proof[:-1], "00" * 31]}),
                ("another leaf", {"leaf": "00" * 32}),
                ("another root", {"root": "00" * 32}),
                ("an index beyond the tree", {"index": size}),
                ("a negative index", {"index": -1}),
                *([("a step too few", {"proof": proof[:-1]})] if proof else []),
                *([("steps in reverse", {"proof": proof[::-1]})] if len(proof) > 1 else []),
            ]
            for name, change in changes:
                cases.append({**good, "name": f"{good['name']}, {name}", **change, "expect": "untrusted"})
    return cases


LOG_KEY = SigningKey(bytes.fromhex("cff768c06b8e869c9c6b0095654b9a8a9cae2ed53a57cf81589fc08d6d203afa"))
ORIGIN = "ledger.example/games/0001"
WITNESS = (
    "— witness.example/judge SlE9DwAAAABpVbkAiaKAzcbY+V5RbsObBaxU7WWsIbIrymyZ97Fsqz3prVZitfze2gSdbuJ+vJaK7NB4vyzB6hND"
    "+/6lBnqKDwUtAA==\n"
)


def note_cases() -> list[Case]:
    vkey = note.VerifierKey(ORIGIN, LOG_KEY.public).text()
    root = bytes.fromhex("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328")
    good = checkpoint.sign(Checkpoint(ORIGIN, 8, root), LOG_KEY).decode()
    text, line = good.split("\n\n")

    def resigned(body: str) -> str:
        return note.format_note(note.sign(body, ORIGIN, LOG_KEY)).decode()

    root_text = canonical.b64(root)
    hostile = [
        ("leading zeros in the size", f"{ORIGIN}\n08\n{root_text}\n"),
        ("a sign before the size", f"{ORIGIN}\n+8\n{root_text}\n"),
        ("an underscore in the size", f"{ORIGIN}\n1_0\n{root_text}\n"),
        ("blanks around the size", f"{ORIGIN}\n 8 \n{root_text}\n"),
        ("digits of another script", f"{ORIGIN}\n٨\n{root_text}\n"),
        ("a size of 17 digits", f"{ORIGIN}\n{10**16}\n{root_text}\n"),
        ("junk in the root", f"{ORIGIN}\n8\n{root_text[:-1]}!!=\n"),
        ("a root of 31 bytes", f"{ORIGIN}\n8\n{canonical.b64(root[1:])}\n"),
        ("stray bits in the root", f"{ORIGIN}\n8\n{root_text[:-2]}h=\n"),
        ("a fourth line", f"{ORIGIN}\n8\n{root_text}\nextension\n"),
        ("two lines", f"{ORIGIN}\n8\n"),
        ("an empty origin", f"\n8\n{root_text}\n"),
        ("U+2028 in the origin", f"ledger\u2028example\n8\n{root_text}\n"),
    ]
    cases: list[Case] = [
        {"name": "a checkpoint", "note": good, "expect": "valid"},
        {"name": "with a cosignature by a key that is not known", "note": good + WITNESS, "expect": "valid"},
        *({"name": name, "note": resigned(body), "expect": "malformed"} for name, body in hostile),
        *(
            {"name": name, "note": body, "expect": "malformed"}
            for name, body in (
                ("line ends of Windows", good.replace("\n", "\r\n")),
                ("no line feed at the end", good[:-1]),
                ("no signature", text + "\n\n"),
                ("no empty line", text + "\n" + line),
                ("a hyphen instead of the dash", good.replace("—", "-")),
                ("two blanks", good.replace("— ", "—  ")),
                ("junk in the signature", good.replace("SuTU", "Su.U")),
                ("an unfinished second signature", good + "— witness.example\n"),
                ("a signature of the key id alone", text + f"\n\n— {ORIGIN} SuTUBw==\n"),
                ("a control character", good.replace("8\n", "8\t\n", 1)),
                ("101 signatures", text + "\n\n" + WITNESS * 100 + line),
            )
        ),
        {"name": "another size", "note": good.replace("\n8\n", "\n9\n"), "expect": "untrusted"},
        {"name": "a changed signature", "note": good.replace("SuTUBySA", "SuTUBySB"), "expect": "untrusted"},
        {"name": "a changed key id", "note": good.replace("SuTUByS", "SvTUByS"), "expect": "untrusted"},
        {"name": "a bad signature after the good one", "note": good + line.replace("BySA", "BySB"), "expect": "untrusted"},
        {"name": "only a cosignature", "note": f"{text}\n\n{WITNESS}", "expect": "untrusted"},
    ]  # fmt: skip
    example = "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
    return [
        {"name": "the example of the C2SP specification", "expect": "valid", "checkpoint": False, "note": example,
         "vkey": "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"},
        *({"vkey": vkey, "checkpoint": True, **case} for case in cases),
    ]  # fmt: skip
