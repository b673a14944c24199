"""Random numbers: the generators, distributions with and without state, permutations."""
