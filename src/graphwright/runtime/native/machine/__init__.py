"""The machine below the text: LLVM, Python's C interface, memory, threads."""
