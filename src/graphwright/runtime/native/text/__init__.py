"""LLVM IR as text: builders, how dtypes lie in memory, the emitter that rules are written against."""
