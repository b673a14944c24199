"""Python state that a trace has read: recorded, checked before later calls, and what happens when it has changed."""
