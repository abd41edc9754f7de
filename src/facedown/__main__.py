"""``python -m facedown`` is ``facedown``."""

from __future__ import annotations

from facedown.cli import main

if __name__ == "__main__":
    main()
