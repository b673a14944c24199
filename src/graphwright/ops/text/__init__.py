"""Strings: joining, splitting, patterns, hashes, Unicode."""
