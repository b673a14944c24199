"""From the steps of a plan to LLVM IR: one writer for each kind of step."""
