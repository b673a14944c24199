"""How calls of a function and of its traces are bound, dispatched and run."""
