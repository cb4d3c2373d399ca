"""Everything that can be asked of a story, each once: the command line, HTTP and MCP are made from it."""

from fabula.operations.operation import Listing, Operation, Parameter, Says
from fabula.operations.table import OPERATIONS

__all__ = ["OPERATIONS", "Listing", "Operation", "Parameter", "Says"]
