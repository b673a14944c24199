"""The native executor: graphs become textual LLVM IR, and that machine code called as a builtin."""
