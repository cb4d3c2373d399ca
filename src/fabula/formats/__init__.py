"""Other people's files, in and out."""

from fabula.formats.parsed import Line, Parsed, Trouble
from fabula.formats.reading import FORMATS, parse
from fabula.formats.recognise import recognise

__all__ = ["FORMATS", "Line", "Parsed", "Trouble", "parse", "recognise"]
