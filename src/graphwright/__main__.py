"""`python -m graphwright`: run a program written for TensorFlow on this package, or a command."""

import sys

from graphwright.interop.script import is_script, run_script

if __name__ == "__main__":
    if is_script(sys.argv[1:]):
        run_script(sys.argv[1:])
    else:
        from graphwright.cli.main import main

        sys.exit(main())
