"""The machine that code is written for: what is known of it, and the limits that follow from that."""
