"""Random programs of statements, run here and by TensorFlow: `make compare STATEMENTS=0:3000`."""
