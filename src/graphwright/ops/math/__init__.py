"""Arithmetic, comparisons, logic, functions of numbers, reductions and running sums, and Python's operators."""
