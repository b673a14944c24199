"""What compiled programs call: threads, memory, Python's C interface, errors."""
