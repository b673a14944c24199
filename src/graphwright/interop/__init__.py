"""The `tensorflow` shim, by which code written for TensorFlow (Keras above all) runs on this package."""
