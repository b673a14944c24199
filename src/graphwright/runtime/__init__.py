"""Executors: what runs a graph."""
