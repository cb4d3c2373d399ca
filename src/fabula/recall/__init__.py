"""Cue to hits: what matters now, with reasons."""
