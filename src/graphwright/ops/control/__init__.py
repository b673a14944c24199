"""Assertions, grouping, and ops that look at the host or stop the program."""
