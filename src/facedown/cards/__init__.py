"""What a card is: facts only, no state of any game.

`card` the facts of one card · `mana` costs and payments · `names` forgiving look-up · `builtin` the
table of facts that comes with the package.
"""
