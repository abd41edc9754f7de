"""Games recorded by Cockatrice and its server: `.cor` files, which `convert` turns into games of ours.

`wire` reads the encoding · `events` says what a replay can hold · `decode` reads one event · `replay` reads a file ·
`tracking` follows each physical card through its changing ids and says who was shown it · `conversion` writes the game:
`scribe` holds what it carries along, `moves`, `shows` and `table` say what becomes of each event.
"""

from facedown.importers.cockatrice.conversion import convert

__all__ = ["convert"]
