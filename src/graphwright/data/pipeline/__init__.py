"""Input pipelines: what a dataset's variant tensor holds, and how its elements are produced."""
