"""`python -m graphwright`: a program to run with this package standing in for TensorFlow, or a command."""

import sys

from graphwright.interop.script import is_script, run_script

if __name__ == "__main__":
    if is_script(sys.argv[1:]):
        run_script(sys.argv[1:])
    else:
        from graphwright.cli.main import main

        sys.exit(main())
