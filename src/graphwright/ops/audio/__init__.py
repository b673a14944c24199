"""Sound: WAV files."""
