"""Where games and keys are kept: the store in memory and in SQLite, and key files.

Games are kept behind the port of `facedown.ledger.store`. This room alone knows a database; it is imported late, since
the library underneath takes its time to load.
"""
