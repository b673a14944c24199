"""Writers of loop nests: elementwise work, reductions, scans, indexed elements."""
