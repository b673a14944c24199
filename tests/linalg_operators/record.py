"""Record what TensorFlow answers: `python tests/linalg_operators/record.py`, with TensorFlow's Python."""

import json
import pathlib
import sys

import tensorflow as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from operator_samples import answers

rows = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in answers(tf).items()]
text = "{\n" + ",\n".join(rows) + "\n}\n"
pathlib.Path(__file__).with_name("tensorflow.json").write_text(text)
