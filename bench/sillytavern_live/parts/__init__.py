"""The parts of the long session, each a module with ``play``."""
