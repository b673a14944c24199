"""Convolutions fused with what prepares their input, and pools of windows of different sizes."""
