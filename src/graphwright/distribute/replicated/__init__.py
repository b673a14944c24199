"""Functions that all replicas run: traced once, called by one op, as one program or step by step."""
