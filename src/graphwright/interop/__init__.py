"""Standing in for TensorFlow, so that code written for it (Keras above all) runs on this package."""
