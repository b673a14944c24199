"""How loop nests are arranged: shared by threads, deduplicated, outlined, and how hard LLVM is to try."""
