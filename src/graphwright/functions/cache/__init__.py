"""The traces of a function: how they are found, and how long they are kept."""
