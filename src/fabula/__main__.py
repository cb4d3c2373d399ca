"""What ``python -m fabula`` runs: the command line."""

import sys

from fabula.cli import main

if __name__ == "__main__":
    sys.exit(main())
