"""The loop IR: loops, branches, exits and nests as objects around straight-line instructions, and its LLVM printer."""
