"""From a graph to a list of steps."""
