"""What verifying and auditing a record costs, as a multiple of what nobody can save.

Two floors. Without signatures it is the envelope pass over the same lines: decode, encode again and compare, hash the
leaf, grow the tree. With signatures it is the bare Ed25519 verifications, their messages made beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from facedown.audit.integrity import verify
from facedown.audit.report import audit
from facedown.ledger import entry
from facedown.proofs import signing
from facedown.proofs.merkle import Frontier, leaf_hash

SIGNED_ROUNDS = 4


def envelope_pass(lines: list[bytes]) -> bytes:
    decode = msgspec.json.Decoder(entry.Line).decode
    encode = msgspec.json.Encoder(order="sorted").encode
    tree = Frontier()
    for line in lines:
        if encode(decode(line)) != line:
            raise AssertionError
        tree.append(leaf_hash(line))
    return tree.root()


def bare_verifications(match: Any) -> Callable[[], None]:
    role = match.game.opened.role("recorder")
    key = Ed25519PublicKey.from_public_bytes(signing.raw_public(role.sign))
    work = [
        (entry.signature(line), signing.pae(entry.TYPE, entry.signed_bytes(line))) for line in match.lines
    ]

    def run() -> None:
        for signature, message in work:
            key.verify(signature, message)

    return run


def test_the_match_is_a_clean_one(match: Any) -> None:
    """Not a measurement: what is measured on is what it is meant to be."""
    report = audit(match.data, keys=[match.judge.box])
    assert report.integrity.ok
    # Its last game is broken off, so what lies face down then never fell due.
    assert all("does not say that the game ended" in found.message for found in report.findings)
    assert report.summary.met > 50


def test_verify_without_signatures(match: Any, compare: Any) -> None:
    lines = match.lines
    compare(lambda: verify(match.data, signatures=False), lambda: envelope_pass(lines))


def test_audit_without_signatures(match: Any, compare: Any) -> None:
    lines = match.lines
    compare(lambda: audit(match.data, signatures=False), lambda: envelope_pass(lines), target=6)


def test_verify_with_signatures(match: Any, compare: Any) -> None:
    compare(
        lambda: verify(match.data),
        bare_verifications(match),
        rounds=SIGNED_ROUNDS,
        what="the bare verifications",
    )


def test_audit_with_signatures(match: Any, compare: Any) -> None:
    compare(
        lambda: audit(match.data),
        bare_verifications(match),
        target=1.25,
        rounds=SIGNED_ROUNDS,
        what="the bare verifications",
    )
