"""What Magic allows: pure functions over plain data.

`events` say what happened, `actions` what is asked; `decide` turns the second into the first, `evolve` folds
events into a `state`, `conduct` judges one entry. No clock, no randomness, no file, no cryptography.
"""
