"""Reading without a model: patterns for English and Chinese that are silent wherever they are not sure."""

from fabula.extraction.rules.rules import Rules

__all__ = ["Rules"]
