"""Branches, loops and calls."""
