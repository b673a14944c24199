"""SavedModels of sessions: a graph with signatures and the values of its variables."""
