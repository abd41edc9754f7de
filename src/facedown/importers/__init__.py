"""What others recorded: every importer turns a foreign file into a game of our own."""
