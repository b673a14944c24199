"""Compiled libraries, called from C, against this process and other runtimes. `python -m bench.deploy`."""
