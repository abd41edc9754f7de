"""Commitments and boxes. Sealing is randomised: a box that still opens is kept, a missing one is sealed anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.vectors.common import Case, boxer, secret

from facedown.errors import FacedownError
from facedown.proofs import canonical, sealing
from facedown.proofs.commitment import Opening, commit, pad
from facedown.rules import events

HERE = Path(__file__).parent

IDENTITIES: list[tuple[str, int, str, events.Identity]] = [
    ("a morph", 12, "#7", events.CardIdentity(name="Exalted Angel")),
    ("a megamorph", 13, "#8", events.CardIdentity(name="Den Protector", variant="megamorph")),
    ("a slot of a deck", 1, "p1/deck/17", events.CardIdentity(name="Lim-Dûl's Vault", slot="p1/deck/17")),
    ("a secret choice", 2, "p2/choice/3", events.Choice(values=("Island", "Swamp"))),
    ("the longest handle", 2**53 - 1, "p1/card/" + 24 * "9", events.CardIdentity(name="Willbender")),
]


def commitment_cases() -> list[Case]:
    game = secret("game")
    cases: list[Case] = []
    for name, seq, handle, identity in IDENTITIES:
        nonce, payload = secret(f"nonce {name}"), pad(canonical.encode(identity))
        cases.append({
            "name": name,
            "game": game.hex(),
            "seq": seq,
            "handle": handle,
            "nonce": nonce.hex(),
            "identity": canonical.encode(identity).decode(),
            "payload": payload.hex(),
            "commitment": commit(game, seq, handle, nonce, payload),
            "expect": "valid",
        })  # fmt: skip
    first = cases[0]
    zeros = "00" * 384
    for name, change in (
        ("a payload of nothing but zeros", {"payload": zeros}),
        ("a payload of 383 bytes", {"payload": first["payload"][:-2]}),
        ("a payload of 385 bytes", {"payload": first["payload"] + "00"}),
        ("a payload with bytes after its zeros", {"payload": first["payload"][:-2] + "7d"}),
        ("a nonce of 31 bytes", {"nonce": first["nonce"][2:]}),
        ("an empty handle", {"handle": ""}),
        ("a handle of 33 characters", {"handle": "#" + 32 * "1"}),
        ("a handle with a blank", {"handle": "# 7"}),
        ("a handle beyond ASCII", {"handle": "#７"}),
    ):
        cases.append({**first, "name": name, **change, "expect": "malformed"})
    for name, change in (
        ("another card", {"payload": cases[1]["payload"]}),
        ("another nonce", {"nonce": cases[1]["nonce"]}),
        ("another object", {"handle": "#8"}),
        ("another entry", {"seq": 13}),
        ("another game", {"game": secret("another game").hex()}),
    ):
        cases.append({**first, "name": name, **change, "expect": "untrusted"})
    return cases


class Boxes:
    """The boxes of `boxes.json`, by what they are for; missing ones are sealed."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.used: list[Case] = []
        if (HERE / "boxes.json").exists():
            self.kept = {case["name"]: case["box"] for case in json.loads((HERE / "boxes.json").read_text())}

    def opening(self, name: str, *, opening: Opening, link: str, to: str, seq: int, **where: Any) -> bytes:
        key = boxer(to)

        def opens(box: bytes) -> bool:
            return sealing.open_box(box, seq=seq, key=key, **where) == (opening, link)

        box = self._get(name, opens, lambda: sealing.seal(opening, link, to_public=key.public, **where))
        self.used.append({
            "name": name, "private": key.private.hex(), "public": key.public, "seq": seq,
            "game": where["game"].hex(), "handle": where["handle"], "commitment": where["commitment"],
            "box": box.hex(), "nonce": opening.nonce.hex(), "payload": opening.payload.hex(), "link": link,
            "expect": "valid",
        })  # fmt: skip
        return box

    def seat_key(self, name: str, *, game: bytes, seat: str) -> bytes:
        key, own = boxer("judge"), boxer(seat)

        def opens(box: bytes) -> bool:
            found = sealing.open_seat_key(box, game=game, seat=seat, seat_public=own.public, key=key)
            return found.private == own.private

        box = self._get(
            name, opens, lambda: sealing.seal_seat_key(own, game=game, seat=seat, to_public=key.public)
        )
        self.used.append({
            "name": name, "private": key.private.hex(), "public": key.public, "game": game.hex(), "seat": seat,
            "seat_public": own.public, "seat_private": own.private.hex(), "box": box.hex(), "expect": "valid",
        })  # fmt: skip
        return box

    def _get(self, name: str, opens: Callable[[bytes], bool], make: Callable[[], bytes]) -> bytes:
        try:
            box = bytes.fromhex(self.kept[name])
            if opens(box):
                return box
        except (KeyError, FacedownError):
            pass
        return make()

    def cases(self) -> list[Case]:
        good = next(case for case in self.used if "seat" not in case)
        bad: list[Case] = []
        box = good["box"]
        for name, change in (
            ("a changed byte", {"box": box[:-2] + f"{int(box[-2:], 16) ^ 1:02x}"}),
            ("a byte less", {"box": box[:-2]}),
            ("a byte more", {"box": box + "00"}),
            ("for another object", {"handle": "#8"}),
            ("for another game", {"game": secret("another game").hex()}),
            ("of another entry", {"seq": good["seq"] + 1}),
            ("with another commitment", {"commitment": secret("x").hex()}),
            ("opened with another key", {"private": boxer("p2").private.hex(), "public": boxer("p2").public}),
        ):
            bad.append({**good, "name": name, **change, "expect": "untrusted"})
        return self.used + bad
