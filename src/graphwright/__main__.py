"""`python -m graphwright`: the command line."""

import sys

from graphwright.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
