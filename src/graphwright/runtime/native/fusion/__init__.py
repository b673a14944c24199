"""The plan of a graph: which operations have a native form, and which become one step."""
