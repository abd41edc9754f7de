"""Boxes: one key opens one, for one object, and only to what was committed to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.errors import Malformed, Untrusted
from facedown.proofs import sealing
from facedown.proofs.commitment import Opening, commit
from facedown.proofs.sealing import BoxKey, open_box, open_seat_key, seal, seal_seat_key

FOLDER = Path(__file__).parents[1] / "vectors"
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "boxes.json").read_text())
KEYS: list[dict[str, Any]] = json.loads((FOLDER / "keys.json").read_text())
GAME = bytes(range(32))
HOLDER, OTHER = BoxKey(bytes(range(32))), BoxKey(bytes(range(1, 33)))
P = 2**255 - 19


def _open(case: dict[str, Any]) -> tuple[Opening, str]:
    return open_box(
        bytes.fromhex(case["box"]),
        game=bytes.fromhex(case["game"]),
        seq=case["seq"],
        handle=case["handle"],
        commitment=case["commitment"],
        key=BoxKey(bytes.fromhex(case["private"])),
    )


@pytest.mark.parametrize(
    "case", [case for case in VECTORS if "seat" not in case], ids=lambda case: case["name"]
)
def test_a_box_of_the_vectors_opens_as_it_says(case: dict[str, Any]) -> None:
    if case["expect"] == "valid":
        opening, link = _open(case)
        assert (opening.nonce.hex(), opening.payload.hex(), link) == (
            case["nonce"],
            case["payload"],
            case["link"],
        )
    else:
        with pytest.raises(Untrusted):
            _open(case)


@pytest.mark.parametrize("case", [case for case in VECTORS if "seat" in case], ids=lambda case: case["name"])
def test_an_escrowed_key_of_the_vectors_opens(case: dict[str, Any]) -> None:
    box, game = bytes.fromhex(case["box"]), bytes.fromhex(case["game"])
    judge = BoxKey(bytes.fromhex(case["private"]))
    found = open_seat_key(box, game=game, seat=case["seat"], seat_public=case["seat_public"], key=judge)
    assert found.private.hex() == case["seat_private"]
    assert len(box) == 80
    with pytest.raises(Untrusted):
        open_seat_key(box, game=game, seat="p9", seat_public=case["seat_public"], key=judge)


@settings(max_examples=20)
@given(identity=st.binary(min_size=1, max_size=384).map(lambda data: data + b"}").filter(lambda data: len(data) < 385),
       link=st.sampled_from(["", "#1", "p1/deck/17", "x" * 32]), seq=st.integers(0, 2**53 - 1))  # fmt: skip
def test_what_is_sealed_opens_again_and_is_always_as_long(identity: bytes, link: str, seq: int) -> None:
    opening = Opening.new(identity)
    where: dict[str, Any] = {"game": GAME, "handle": "#7"}
    where["commitment"] = commit(GAME, seq, "#7", opening.nonce, opening.payload)
    box = seal(opening, link, to_public=HOLDER.public, **where)
    assert len(box) == sealing.BOX == 496
    assert open_box(box, seq=seq, key=HOLDER, **where) == (opening, link)
    with pytest.raises(Untrusted):
        open_box(box, seq=seq, key=OTHER, **where)


def test_a_box_that_holds_another_card_than_committed_to_is_refused() -> None:
    honest, other = Opening.new(b'"Exalted Angel"'), Opening.new(b'"Island"')
    where: dict[str, Any] = {"game": GAME, "handle": "#7"}
    where["commitment"] = commit(GAME, 3, "#7", honest.nonce, honest.payload)
    box = seal(other, "", to_public=HOLDER.public, **where)
    with pytest.raises(Untrusted, match="committed"):
        open_box(box, seq=3, key=HOLDER, **where)


def test_a_box_whose_link_is_no_handle_is_refused() -> None:
    opening = Opening.new(b"{}")
    commitment = commit(GAME, 3, "#7", opening.nonce, opening.payload)
    info = sealing._info(GAME, "#7", commitment, HOLDER.public)
    for link in (b"\x1b[2J".ljust(32, b"\0"), b"#1\0#2".ljust(32, b"\0")):
        box = sealing.seal_raw(opening.nonce + opening.payload + link, info, HOLDER.public)
        with pytest.raises(Untrusted, match="link"):
            open_box(box, game=GAME, seq=3, handle="#7", commitment=commitment, key=HOLDER)


def test_an_escrow_that_holds_another_key_is_refused() -> None:
    info = sealing._seat_info(GAME, "p1", HOLDER.public)
    for secret in (OTHER.private, b"short"):
        box = sealing.seal_raw(secret, info, OTHER.public)
        with pytest.raises(Untrusted):
            open_seat_key(box, game=GAME, seat="p1", seat_public=HOLDER.public, key=OTHER)


def test_an_escrowed_key_comes_back() -> None:
    box = seal_seat_key(HOLDER, game=GAME, seat="p1", to_public=OTHER.public)
    found = open_seat_key(box, game=GAME, seat="p1", seat_public=HOLDER.public, key=OTHER)
    assert found.private == HOLDER.private


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_private_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(Malformed):
        BoxKey(bytes(size))


def test_a_key_never_shows_its_secret() -> None:
    key = BoxKey.new()
    assert key.private.hex() not in repr(key)
    assert repr(key) == f"BoxKey({key.public})"


@pytest.mark.parametrize("case", [case for case in KEYS if case["key"].startswith("x25519:")], ids=lambda case: case["name"])  # fmt: skip
def test_a_key_of_the_vectors_is_taken_or_refused_as_it_says(case: dict[str, Any]) -> None:
    if case["expect"] == "valid":
        assert len(sealing.raw_public(case["key"])) == 32
        return
    wanted = Untrusted if case["expect"] == "untrusted" else Malformed
    with pytest.raises(wanted):
        sealing.raw_public(case["key"])
    with pytest.raises(wanted):
        sealing.seal_raw(b"", b"", case["key"])


def test_a_key_of_another_kind_is_refused() -> None:
    with pytest.raises(Malformed, match="x25519:"):
        sealing.raw_public(HOLDER.public.removeprefix("x25519:"))


def test_the_list_of_weak_keys_is_complete() -> None:
    """Points of order 8 double to points of order 4, whose u is 1 (curve) or −1 (twist); those of order 4 double to u = 0.

    Doubling sends u to (u² − 1)² / 4u(u² + Au + 1); so the u of small order are 0 and the roots of that equation for 0, 1, −1.
    """

    def doubled(u: int) -> int | None:
        below = 4 * u * (u * u + 486662 * u + 1) % P
        return (u * u - 1) ** 2 * pow(below, -1, P) % P if below else None

    weak = sealing._SMALL_ORDER
    assert {u for u in weak if doubled(u) is None} == {0}
    assert {u for u in weak if doubled(u) == 0} == {1, P - 1}
    eight = weak - {0, 1, P - 1}
    # (u² − 1)² = ±4u(u² + Au + 1) has degree four, and each of these is a double root of the one with u = 1.
    assert all(doubled(u) == 1 for u in eight)
    assert len(eight) == 2
    # For −1: u⁴ + 4u³ + (4A − 2)u² + 4u + 1 = 0, or with w = u + 1/u: w² + 4w + 4A − 4 = 0, so w = −2 ± √(8 − 4A).
    assert pow(8 - 4 * 486662, (P - 1) // 2, P) == P - 1, "8 - 4A is no square: there is no such point"
