"""Random ops: stateful, stateless and `Generator` sampling, distributions, shuffles."""
