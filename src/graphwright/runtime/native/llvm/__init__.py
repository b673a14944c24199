"""LLVM IR as text: the emitter, control flow, conversions, and vector mathematics."""
