"""The scripts, in the order of their numbers; one that was released never changes."""
