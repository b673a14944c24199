"""The builtin that Python calls."""
