"""Is it true: bytes, identities, conduct, duties, and what to call it."""
