"""From a Python function and the types of its arguments to a traced graph."""
