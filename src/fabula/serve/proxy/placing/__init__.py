"""Where a request stands: which story, which line of its turns, and what is certain of it."""
