"""From the syntax tree of a function to that of its converted form, one concern a module."""
