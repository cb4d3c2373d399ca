"""The tree of turns, what hangs off it, and the port to the store that keeps it."""
