"""Writers of branches, loops and calls, and what loops do with their variables."""
