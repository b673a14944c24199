"""Programs that run without Python: functions compiled ahead of time into C libraries.

>>> import os, tempfile
>>> import graphwright.aot
>>> square = tf.function(lambda x: x * x).get_concrete_function(tf.TensorSpec([None], tf.float32, name="x"))
>>> folder = tempfile.mkdtemp()
>>> library = tf.aot.compile(square, folder, name="square")  # doctest: +SKIP
>>> sorted(os.listdir(folder))  # doctest: +SKIP
['CMakeLists.txt', 'libsquare.a', 'libsquare.so', 'square.h', 'square.py', 'square_example.c']
"""

from graphwright.aot.library import Library, compile
from graphwright.aot.targets import TARGETS

__all__ = ["TARGETS", "Library", "compile"]
