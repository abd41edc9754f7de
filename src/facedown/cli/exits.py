"""What the command line's exit status means."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit status of ``facedown``."""

    CLEAN = 0
    """Done; nothing to report that counts."""
    FOUND = 1
    """Verification failed, or a finding of weight error, minor or review is left."""
    UNUSABLE = 2
    """The call or its input cannot be used: nothing was done."""
