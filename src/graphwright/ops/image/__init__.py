"""Images: resizing and patches."""
