"""Games recorded by Cockatrice and its server: `.cor` files.

`wire` reads the encoding · `events` says what a replay can hold · `decode` reads one event · `replay`
reads a file · `tracking` follows each physical card through its changing ids and says who was shown it.
"""
