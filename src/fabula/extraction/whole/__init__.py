"""Reading whole texts without a model: who is called what, and who speaks."""

from fabula.extraction.whole.study import Person, Speech, Study, study

__all__ = ["Person", "Speech", "Study", "study"]
