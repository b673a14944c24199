"""Processes of a cluster: who they are, and how they find and hear each other."""
