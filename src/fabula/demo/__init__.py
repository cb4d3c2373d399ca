"""The two short stories that ship with Fabula, and the show that ``fabula demo`` makes of them."""
