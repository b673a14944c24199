"""Whole models: inference and training steps, each contender in a process of its own. `python -m bench.model_suite`."""
