"""What every writer of a function needs: values, names, scratch memory, failure, the interpreter lock."""
