"""The table of differences: expressions, TensorFlow's recorded answers, and ours beside them.

`rows_<topic>.py` holds the expressions, `data/<topic>.json` what TensorFlow answered (`make golden` records it),
`test_differences.py` compares, `page.py` writes `docs/differences.md` from the rows where we differ on purpose.
"""
