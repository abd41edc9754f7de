"""Secrets that are none: every implementation can compute them from their names."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey

Case = dict[str, Any]
P = 2**255 - 19
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7


def secret(name: str) -> bytes:
    """32 bytes that everybody can compute."""
    return sha256(b"facedown test vector: " + name.encode()).digest()


def signer(name: str) -> SigningKey:
    return SigningKey(secret(f"sign {name}"))


def boxer(name: str) -> BoxKey:
    return BoxKey(secret(f"box {name}"))


def weak_ed25519() -> list[bytes]:
    """The 14 encodings of points of small order: 8 canonical ones, and 6 in another spelling."""
    ys = [1, P - 1, 0, Y8, P - Y8, P, P + 1]
    return [(y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1)]
