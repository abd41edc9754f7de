"""Key files: private means private, and nothing is guessed."""

from __future__ import annotations

import errno
import os
import stat
import traceback
from pathlib import Path

import pytest

from facedown.errors import Malformed, Untrusted
from facedown.proofs.canonical import b64
from facedown.stores.keyfiles import PrivateKeys, read_private, read_public, write_keys


@pytest.fixture
def keys() -> PrivateKeys:
    return PrivateKeys.new()


@pytest.fixture
def pair(tmp_path: Path, keys: PrivateKeys) -> tuple[Path, Path]:
    return write_keys(tmp_path / "judge", keys)


def _spoil(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_what_is_written_is_read_again(pair: tuple[Path, Path], keys: PrivateKeys) -> None:
    private, public = pair
    assert (private.name, public.name) == ("judge.key", "judge.pub")
    again = read_private(private)
    assert (again.sign.private, again.box.private) == (keys.sign.private, keys.box.private)
    assert read_public(public) == keys.public == again.public


def test_a_name_with_a_dot_keeps_it(tmp_path: Path, keys: PrivateKeys) -> None:
    private, public = write_keys(tmp_path / "game.judge", keys)
    assert (private.name, public.name) == ("game.judge.key", "game.judge.pub")


def test_only_the_owner_can_read_a_private_key_whatever_the_umask(tmp_path: Path, keys: PrivateKeys) -> None:
    before = os.umask(0)
    try:
        private, _ = write_keys(tmp_path / "judge", keys)
    finally:
        os.umask(before)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_private_key_that_others_can_reach_is_refused(pair: tuple[Path, Path], mode: int) -> None:
    pair[0].chmod(mode)
    with pytest.raises(Malformed, match="chmod 600"):
        read_private(pair[0])


def test_nothing_is_overwritten_without_force(pair: tuple[Path, Path], keys: PrivateKeys) -> None:
    before = [path.read_bytes() for path in pair]
    with pytest.raises(Malformed, match="there already"):
        write_keys(pair[0].with_suffix(""), PrivateKeys.new())
    assert [path.read_bytes() for path in pair] == before


def test_a_public_file_in_the_way_leaves_no_half_pair(pair: tuple[Path, Path]) -> None:
    private, public = pair
    private.unlink()
    with pytest.raises(Malformed, match=r"judge\.pub is there already"):
        write_keys(private.with_suffix(""), PrivateKeys.new())
    assert not private.exists()
    assert public.exists()


def test_a_link_laid_out_for_us_is_not_followed(tmp_path: Path, keys: PrivateKeys) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "judge.key").symlink_to(elsewhere)
    with pytest.raises(Malformed, match="there already"):
        write_keys(tmp_path / "judge", keys)
    assert not elsewhere.exists()


def test_force_replaces_both_files_and_leaves_nothing_else(pair: tuple[Path, Path]) -> None:
    private, public = pair
    new = PrivateKeys.new()
    write_keys(private.with_suffix(""), new, force=True)
    assert read_private(private).public == read_public(public) == new.public
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert sorted(path.name for path in private.parent.iterdir()) == ["judge.key", "judge.pub"]


def test_a_full_disk_leaves_no_broken_key_behind(
    tmp_path: Path, keys: PrivateKeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Malformed, match="No space left"):
        write_keys(tmp_path / "judge", keys)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_way_of_force_is_left_alone(tmp_path: Path, keys: PrivateKeys) -> None:
    (tmp_path / "judge.key").mkdir()
    with pytest.raises(Malformed, match="cannot write"):
        write_keys(tmp_path / "judge", keys, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["judge.key"]


def test_a_missing_folder_is_named(tmp_path: Path, keys: PrivateKeys) -> None:
    with pytest.raises(Malformed, match=r"nowhere does not exist"):
        write_keys(tmp_path / "nowhere" / "judge", keys)


def test_a_public_key_is_not_taken_for_a_private_one(pair: tuple[Path, Path]) -> None:
    pair[1].chmod(0o600)
    with pytest.raises(Malformed, match="is a public key file"):
        read_private(pair[1])


def test_a_private_key_is_not_taken_for_a_public_one(pair: tuple[Path, Path]) -> None:
    with pytest.raises(Malformed, match="is a private key file"):
        read_public(pair[0])


@pytest.mark.parametrize("read", [read_private, read_public])
def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path, read: object) -> None:
    assert callable(read)
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises(Malformed, match="is not a file"):
        read(tmp_path / "pipe")
    with pytest.raises(Malformed):
        read(tmp_path)
    with pytest.raises(Malformed, match="No such file"):
        read(tmp_path / "nothing")


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), "CR line ends"),
        (lambda data: data[:-1], "cut off"),
        (lambda data: data + b"\n", "lines instead of"),
        (lambda data: data + b"more\n", "lines instead of"),
        (lambda _: b"", "cut off"),
        (lambda _: b"\n", "line"),
        (lambda data: b"\xef\xbb\xbf" + data, "plain ASCII"),
        (lambda data: data + 5000 * b"x", "too long"),
        (lambda data: b"junk\n" * data.count(b"\n"), "line"),
        (lambda data: data.replace(b"=\n", b"\n"), "base64"),
        (lambda data: data.replace(b"x25519", b"y25519"), "line"),
    ],
)
def test_anything_else_than_the_exact_form_is_refused(
    pair: tuple[Path, Path], kind: int, change: object, sentence: str
) -> None:
    assert callable(change)
    path = _spoil(pair[kind], change(pair[kind].read_bytes()))
    with pytest.raises(Malformed, match=sentence):
        [read_private, read_public][kind](path)


def test_a_newer_version_is_not_guessed_at(pair: tuple[Path, Path]) -> None:
    path = _spoil(pair[0], pair[0].read_bytes().replace(b"key/1", b"key/2"))
    with pytest.raises(Malformed, match="this version"):
        read_private(path)


def test_a_short_private_key_is_refused(pair: tuple[Path, Path]) -> None:
    lines = pair[0].read_bytes().split(b"\n")
    lines[1] = b"ed25519-private:" + b64(bytes(31)).encode()
    with pytest.raises(Malformed, match="line 2: a private key is 32 bytes"):
        read_private(_spoil(pair[0], b"\n".join(lines)))


@pytest.mark.parametrize(("line", "prefix"), [(0, "ed25519:"), (1, "x25519:")])
def test_a_weak_public_key_is_refused_where_it_is_read(
    pair: tuple[Path, Path], line: int, prefix: str
) -> None:
    lines = pair[1].read_text().split("\n")
    lines[line] = prefix + b64(bytes(32))
    with pytest.raises(Untrusted, match=f"line {line + 1}: a weak"):
        read_public(_spoil(pair[1], "\n".join(lines).encode()))


def test_no_repr_and_no_error_shows_a_secret(pair: tuple[Path, Path], keys: PrivateKeys) -> None:
    secrets = [b64(keys.sign.private), b64(keys.box.private), keys.sign.private.hex(), keys.box.private.hex()]
    shown = [repr(keys), str(keys), f"{keys.public}"]
    good = pair[0].read_bytes()
    for bad in (good + b"\n", good.replace(b"=\n", b"\n"), good.replace(b"x25519", b"y25519"), good[:-1]):
        _spoil(pair[0], bad)
        try:
            read_private(pair[0])
        except Malformed as error:
            shown += [str(error), *traceback.format_exception(error)]
    assert len(shown) > 8
    assert not any(secret in text for secret in secrets for text in shown)
