"""Graphs that belong to no function, and the sessions that run parts of them."""
