"""From LLVM IR to machine code in this process: the module's parts, compilation, the disk cache, loading."""
