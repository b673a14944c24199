"""The tokenizers of `tf.text`, and the ops that they are made of."""
