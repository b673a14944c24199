"""Tensor, Variable and the dispatch that every application of an op goes through."""
