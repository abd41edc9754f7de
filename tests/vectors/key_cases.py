"""Keys: good ones, every weak one, and texts that are none."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from tests.vectors.common import Case, P, boxer, signer, weak_ed25519

from facedown.proofs import canonical, signing

U8 = (
    0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
    0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
)


def forgery(key: bytes) -> tuple[bytes, bytes]:
    """A message and a signature that OpenSSL accepts for a weak key, made without any secret.

    With S = 0 the verifier computes R = −[h]A, which is one of eight points: try until it is the R that was hashed.
    """
    public = Ed25519PublicKey.from_public_bytes(key)
    for count in range(1000):
        message = b"forged %d" % count
        for point in weak_ed25519()[:10]:
            try:
                public.verify(point + bytes(32), message)
            except InvalidSignature:
                continue
            return message, point + bytes(32)
    raise AssertionError(key.hex())


def key_cases() -> list[Case]:
    cases: list[Case] = []
    for name in ("p1", "p2", "judge"):
        cases.append({"name": f"the signing key of {name}", "key": signer(name).public, "expect": "valid",
                      "fingerprint": signing.fingerprint(signer(name).public)})  # fmt: skip
        cases.append({"name": f"the box key of {name}", "key": boxer(name).public, "expect": "valid"})
    for raw in weak_ed25519():
        message, signature = forgery(raw)
        cases.append({"name": f"Ed25519 of small order {raw.hex()[:8]}…{raw.hex()[-2:]}", "expect": "untrusted",
                      "key": "ed25519:" + canonical.b64(raw),
                      "message": message.hex(), "signature": signature.hex()})  # fmt: skip
    for y in (P + 3, P + 18, 2**255 - 1):
        for sign in (0, 1):
            raw = (y % 2**255 | sign << 255).to_bytes(32, "little")
            cases.append({"name": f"Ed25519 not canonical: y = p + {y - P}, sign {sign}",
                          "key": "ed25519:" + canonical.b64(raw), "expect": "untrusted"})  # fmt: skip
    small = [0, 1, P - 1, *U8]
    for u in small + [P, P + 1, P + 9, 2**255 - 1] + [u + 2**255 for u in [*small, 9]]:
        raw = u.to_bytes(32, "little")
        cases.append({"name": f"X25519 of small order or not canonical {raw.hex()[:8]}…{raw.hex()[-2:]}",
                      "key": "x25519:" + canonical.b64(raw), "expect": "untrusted"})  # fmt: skip
    good = signer("p1").public
    for name, text in (
        ("no prefix", good.removeprefix("ed25519:")),
        ("a prefix in capitals", good.replace("ed25519", "ED25519")),
        ("31 bytes", "ed25519:" + canonical.b64(bytes([9] * 31))),
        ("33 bytes of a box key", "x25519:" + canonical.b64(bytes([9] * 33))),
        ("no padding", good.rstrip("=")),
        ("stray bits after the last byte", "ed25519:" + canonical.b64(bytes([9] * 32))[:-2] + "l="),
        ("base64 of URLs", "ed25519:" + "_" * 42 + "8="),
        ("a blank at the end", good + " "),
        ("a line feed at the end", good + "\n"),
    ):
        cases.append({"name": name, "key": text, "expect": "malformed"})
    return cases
