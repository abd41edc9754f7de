"""Whole records, and everything that can be wrong with one."""

from __future__ import annotations

from typing import Any

from tests.vectors.common import Case, boxer, secret, signer, weak_ed25519
from tests.vectors.games import Game, opened, small, words
from tests.vectors.identity_cases import Boxes
from tests.vectors.tree_cases import WITNESS

from facedown.ledger import parts
from facedown.ledger.entry import (
    EscrowedKey,
    Joined,
    KeyRevoked,
    KeyRotated,
    KeysEscrowed,
    Log,
    Role,
)
from facedown.proofs import canonical
from facedown.proofs.commitment import Opening, commit, pad
from facedown.rules import events


def whole_game(boxes: Boxes) -> Game:
    """Custody recorder: escrow, names, chat, a morph that is turned up, the end."""
    game = Game()
    raw = bytes.fromhex(game.id)
    escrow = {
        seat: boxes.seat_key(f"the key of {seat}, escrowed", game=raw, seat=seat) for seat in ("p1", "p2")
    }
    game.add(
        KeysEscrowed(
            keys=tuple(EscrowedKey(part=parts.digest(box), seat=seat) for seat, box in escrow.items())
        ),
        some=tuple(escrow.values()),
    )
    names = words("Alice"), words("Bob")
    game.add(*(events.Seated(player=f"p{n}", part=parts.digest(name), library=53, hand=7, life=20)
               for n, name in enumerate(names, 1)), some=names)  # fmt: skip
    game.add(events.Began(first="p1"), events.Turn(player="p1"))
    card = events.CardIdentity(name="Exalted Angel")
    opening = Opening(secret("nonce"), pad(canonical.encode(card)))
    where: dict[str, Any] = {"game": raw, "handle": "#1"}
    where["commitment"] = commit(raw, 4, "#1", opening.nonce, opening.payload)
    sealed = {to: boxes.opening(f"a morph for {to}", opening=opening, link="p1/card/3", to=to, seq=4, **where)
              for to in ("judge", "p1")}  # fmt: skip
    hidden = events.Concealed(
        alg="c1",
        boxes=tuple(events.Box(part=parts.digest(box), to=to) for to, box in sealed.items()),
        commitment=where["commitment"],
    )
    game.add(
        events.Cast(player="p1", object="#1", source="hand", identity=hidden, face_down=events.FaceDown(way="morph"), cost="{3}"),
        some=tuple(sealed.values()),
    )  # fmt: skip
    talk = words("In response?\u2028No. 😀")
    game.add(events.Said(player="p2", part=parts.digest(talk)), some=(talk,))
    shown = events.Opening(identity=card, nonce=canonical.b64(opening.nonce))
    game.add(events.TurnedUp(player="p1", object="#1", procedure="morph", cost="{2}{W}{W}", opening=shown))
    game.add(events.Conceded(player="p2"), events.Ended(how="concession", winners=("p1",)))
    game.add(events.Noted(kind="note", text="no \u2028 splits this line\u0085 and none \u000b does"))
    return game.add(events.Closed())


def players_game() -> Game:
    """Custody players: both join, p2 replaces its key, the judge replaces it once more."""
    game = Game(opened("players"), by="p1")
    for seat in ("p1", "p2"):
        game.add(Joined(role=seat, sign=signer(seat).public, box=boxer(seat).public), by=seat)
    game.add(events.Began(first="p2"), by="p1")
    game.add(KeyRotated(role="p2", sign=signer("p2 new").public), by="p2")
    game.add(events.Turn(player="p2"), by="p2", key="p2 new")
    game.add(KeyRevoked(role="p2", sign=signer("p2 newest").public), by="judge")
    return game.add(events.Conceded(player="p2"), by="p2", key="p2 newest")


def record_cases(boxes: Boxes) -> list[Case]:
    """Records, with what `verify` says: `where` the first problem is, empty if there is none."""
    whole = whole_game(boxes)
    copy = Game()
    copy.rows, copy.id = [(line, some[:1]) for line, some in whole.rows], whole.id
    late = small().add(events.Closed()).add(events.Noted(kind="ruling", text="the result stands"), by="judge")
    valid = {
        "a whole game, custody recorder": (whole.file(), 0),
        "a copy without some parts": (copy.file(), 3),
        "a game of players": (players_game().file(), 0),
        "a signature by an unknown key": (whole.file() + WITNESS, 0),
        "an event of an unknown type": (small().add({"type": "flipped_table.v9", "table": 3}).file(), 0),
        "a ruling after the record was closed": (late.file(), 0),
        "one entry": (Game().file(), 0),
    }  # fmt: skip
    cases: list[Case] = [
        {"name": name, "record": text, "missing_parts": missing, "where": "", "expect": "valid"}
        for name, (text, missing) in valid.items()
    ]
    return cases + [
        {"name": name, "record": text, "where": where, "expect": "untrusted"}
        for name, (where, text) in {**broken_files(whole), **broken_games()}.items()
    ]


def broken_files(whole: Game) -> dict[str, tuple[str, str]]:
    """Good games whose file, parts or checkpoint are not."""
    good, other = small().file(), small(random=secret("other").hex())
    first, begin, *_ = good.split("\n")
    said = words("hello")
    talk = Game().add(events.Said(player="p1", part=parts.digest(said)), some=(said, said))
    hell = words("hell")  # its base64 ends in one sign of padding, so two bits are left over
    bits = Game().add(events.Said(player="p1", part=parts.digest(hell)), some=(hell,))
    stray = Game().add(events.Began(), some=(said,))
    changed = Game().add(events.Said(player="p1", part=parts.digest(said)), some=(words("hullo"),))
    lines = whole.file().split("\n")
    lines[2], lines[3] = lines[3], lines[2]  # the two parts of entry 1
    return {
        "nothing": ("file", ""),
        "an empty line first": ("line 1", "\n" + good),
        "an empty line between the entries": ("checkpoint", good.replace("\n", "\n\n", 1)),
        "line ends of Windows": ("line 1", good.replace("\n", "\r\n")),
        "unfinished": ("checkpoint", good.split("\n\n")[0] + "\n"),
        "cut off in a line": ("line 2", good[: len(first) + 200]),
        "cut off after the empty line": ("file", good.split("\n\n")[0] + "\n\n"),
        "a blank at the end of a line": ("entry 0", good.replace(first, first + " ")),
        "a line that is no entry": ("line 3", good.replace(begin, begin + "\nhello")),
        "a part before the first entry": ("line 1", parts.write(said).decode() + "\n" + good),
        "an entry twice": ("entry 1", good.replace(begin, begin + "\n" + begin)),
        "the first entry dropped": ("entry 1", good.replace(first + "\n", "")),
        "the last entry dropped": ("checkpoint", good.replace(begin + "\n", "")),
        "two entries swapped": ("entry 1", good.replace(f"{first}\n{begin}", f"{begin}\n{first}")),
        "a part twice": ("entry 1", talk.file()),
        "a part that is not named": ("entry 1", stray.file()),
        "a part that was changed": ("entry 1", changed.file()),
        "parts in another order": ("entry 1", "\n".join(lines)),
        "a part with stray bits": ("line 3", bits.file().replace('In0="}', 'In1="}')),
        "a checkpoint by another key": ("checkpoint", small().file(key="p1")),
        "a checkpoint of another game": ("checkpoint", good.split("\n\n")[0] + "\n\n" + other.note().decode()),
        "a checkpoint of another size": ("checkpoint", small().file(size=3)),
        "a checkpoint of another root": ("checkpoint", small().file(root=bytes(32))),
        "a checkpoint of another origin": ("checkpoint", small().file(origin="facedown.invalid/games/1")),
    }  # fmt: skip


def broken_games() -> dict[str, tuple[str, str]]:
    """Files whose checkpoint is good over entries that should not be."""
    weak = "ed25519:" + canonical.b64(weak_ed25519()[0])
    weak_box = "x25519:" + canonical.b64(bytes(32))
    began, note_ = events.Began(), events.Noted(kind="note", text="x")
    join = {
        seat: Joined(role=seat, sign=signer(seat).public, box=boxer(seat).public) for seat in ("p1", "p2")
    }
    roles = opened().roles

    def players(*joined: str) -> Game:
        game = Game(opened("players"), by="p1")
        for seat in joined:
            game.add(join[seat], by=seat)
        return game

    escrow = KeysEscrowed(keys=(EscrowedKey(part=secret("part").hex(), seat="p1"),))
    everybody = players("p1", "p2")
    forged = join["p2"].__class__(role="p2", sign=weak, box=boxer("p2").public)
    return {
        "signed by another key": ("entry 1", Game().add(began, key="p1").file()),
        "by a role that does not exist": ("entry 1", Game().add(began, by="p9").file()),
        "by a role without a key": ("entry 1", Game().add(began, by="p1").file()),
        "of another game": ("entry 1", Game().add(began, game=secret("x").hex()).file()),
        "after another entry": ("entry 1", Game().add(began, prev=secret("x").hex()).file()),
        "a number left out": ("entry 2", Game().add(began, seq=2).file()),
        "a game that opens twice": ("entry 1", Game().add(opened()).file()),
        "no events": ("entry 1", Game().add().file()),
        "an event without a type": ("entry 1", Game().add({"kind": "x"}).file()),
        "an event that is no object": ("entry 1", Game().add("began.v1").file()),
        "an id in capitals": ("entry 1", Game().add(began, id="AB" * 16).file()),
        "a time before 1970": ("entry 1", Game().add(began, at=-1).file()),
        "a line of more than 65,535 bytes": ("line 2", Game().add({"type": "x.v1", "x": "x" * 65_535}).file()),
        "a float": ("entry 1", Game().add({"type": "x.v1", "x": 1.5}).file()),
        "a part that is no digest": ("entry 1", Game().add({"type": "x.v1", "part": "x"}).file()),
        "a weak log key": ("entry 0", small(log=Log(origin="facedown.invalid", key=weak)).file()),
        "a weak signing key of a role": ("entry 0", small(roles=(*roles[:3], Role(id="p2", sign=weak))).file()),
        "a weak box key of a role": ("entry 0", small(roles=(*roles[:3], Role(id="p2", box=weak_box))).file()),
        "a role twice": ("entry 0", small(roles=(*roles, roles[2])).file()),
        "no seats": ("entry 0", small(roles=roles[:1]).file()),
        "custody recorder without recorder": ("entry 0", Game(opened(roles=roles[1:]), by="judge").file()),
        "another format": ("entry 0", small(format="facedown/2").file()),
        "opened by a role without a key": ("entry 0", Game(by="p2").file()),
        "keys escrowed too late": ("entry 2", Game().add(began).add(escrow).file()),
        "keys escrowed by the judge": ("entry 1", Game().add(escrow, by="judge").file()),
        "a key escrowed twice": ("entry 1", Game().add(KeysEscrowed(keys=escrow.keys * 2)).file()),
        "a key escrowed for a seat without a box key": (
            "entry 1",
            Game(opened(roles=(*roles[:2], Role(id="p1"), roles[3]))).add(escrow).file(),
        ),
        "a key escrowed for the judge": (
            "entry 1",
            Game().add(KeysEscrowed(keys=(EscrowedKey(part=secret("part").hex(), seat="judge"),))).file(),
        ),
        "keys escrowed in custody players": (
            "entry 1",
            Game(opened("players"), by="p1").add(escrow, by="p1").file(),
        ),
        "the judge revokes its own key": ("entry 1", Game().add(KeyRevoked(role="judge"), by="judge").file()),
        "the recorder replaces the key of the judge": (
            "entry 1",
            Game().add(KeyRotated(role="judge", sign=signer("x").public)).file(),
        ),
        "a key replaced by a weak one": ("entry 1", Game().add(KeyRotated(role="recorder", sign=weak)).file()),
        "play before all have joined": ("entry 2", players("p1").add(began, by="p1").file()),
        "a seat joins twice": ("entry 3", players("p1", "p2").add(join["p1"], by="p1").file()),
        "a seat joins for another": ("entry 2", players("p1").add(join["p2"], by="p1").file()),
        "a seat joins in passing": ("entry 2", players("p1").add(join["p2"], began, by="p2").file()),
        "a seat joins in custody recorder": ("entry 1", Game().add(join["p1"], by="p1").file()),
        "a seat joins with a weak key": ("entry 2", players("p1").add(forged, by="p2").file()),
        "a seat joins with another key than the pinned one": ("entry 1", Game(opened("players"), by="p1").add(Joined(role="p1", sign=signer("x").public, box=boxer("p1").public), by="p1", key="x").file()),
        "a key replaced by another player": ("entry 3", players("p1", "p2").add(KeyRotated(role="p2", sign=signer("x").public), by="p1").file()),
        "a key revoked by another player": ("entry 3", everybody.add(KeyRevoked(role="p2"), by="p1").file()),
        "signed with a key after it was replaced": ("entry 4", players("p1", "p2").add(KeyRotated(role="p2", sign=signer("x").public), by="p2").add(note_, by="p2").file()),
        "signed with a key after it was revoked": ("entry 4", players("p1", "p2").add(KeyRevoked(role="p2"), by="judge").add(note_, by="p2").file()),
        "play after the record was closed": ("entry 3", small().add(events.Closed()).add(note_).file()),
        "closed by a player though there is a judge": ("entry 3", players("p1", "p2").add(events.Closed(), by="p1").file()),
        "an event of a known type with other fields": ("entry 1", Game().add({"type": "key.revoked.v1", "seat": "p1"}, by="judge").file()),
    }  # fmt: skip
