"""Hostile files of Keras under an audit hook: Keras refuses them in its safe mode, and nothing here helps them out."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from tests.keras.programs import printed_by

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")
ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
import json, os, sys, zipfile
sys.path.insert(0, {root!r})
import graphwright as tf
keras = tf.keras
layers = keras.layers
from tests.support.audit import Audit
os.mkdir("outside")
secret, new = os.path.abspath("outside/secret"), os.path.abspath("outside/new")
with open(secret, "w") as file:
    file.write("apple\\npear\\n")
os.mkdir("model")

def changed(name, model, change):
    path = f"model/{{name}}.keras"
    model.save(path)
    with zipfile.ZipFile(path) as archive:
        parts = {{n: archive.read(n) for n in archive.namelist()}}
    config = json.loads(parts["config.json"])
    change(config["config"]["layers"][-1], parts)
    parts["config.json"] = json.dumps(config).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for n, data in parts.items():
            archive.writestr(n, data)
    return path

def words():
    return keras.Sequential([layers.Input((), dtype="string"), layers.StringLookup(vocabulary=["a", "b"])])

def numbers():
    return keras.Sequential([layers.Input([2]), layers.Dense(2, "relu")])

def vocabulary(layer, parts):
    layer["config"]["vocabulary"] = secret

def scheme(layer, parts):
    layer["config"]["vocabulary"] = "file://" + secret

def module(layer, parts):
    layer.update(module="os", class_name="system", config={{"command": "touch " + new}}, registered_name=None)

def function(layer, parts):
    layer["config"]["activation"] = {{
        "module": "os", "class_name": "function", "config": "system", "registered_name": "system"}}

def code(layer, parts):
    layer.update(class_name="Lambda", module="keras.layers", config={{"name": "l", "function": {{
        "class_name": "__lambda__", "config": {{"code": "4wAAAAA=", "defaults": None, "closure": None}}}}}})

def saved_model(layer, parts):
    config = {{"name": "l", "filepath": os.path.dirname(secret)}}
    layer.update(class_name="TFSMLayer", module="keras.layers", config=config)

def escapes(layer, parts):
    parts["assets/../../../outside/new"] = b"harm"
    parts[new] = b"harm"

CASES = {{
    "vocabulary": (words, vocabulary), "scheme": (words, scheme), "module": (numbers, module),
    "function": (numbers, function), "code": (numbers, code), "saved_model": (numbers, saved_model),
    "escapes": (numbers, escapes), "plain": (numbers, lambda layer, parts: None),
}}
paths = {{name: changed(name, make(), change) for name, (make, change) in CASES.items()}}
keras.models.load_model(paths["plain"])
sys.dont_write_bytecode = True
import tempfile
os.mkdir("temporary")
tempfile.tempdir = os.path.abspath("temporary")  # where Keras unpacks files
audit, loaded = Audit([os.path.abspath("model"), tempfile.tempdir]), []
for name, path in paths.items():
    with audit.armed(name):
        try:
            keras.models.load_model(path)
            loaded.append(name)
        except Exception as error:
            pass
print(json.dumps({{"loaded": loaded, "reached": audit.found, "outside": os.listdir("outside")}}))
"""


def test_hostile_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERAS_BACKEND", "tensorflow")
    found = json.loads(printed_by(PROGRAM.format(root=os.fspath(ROOT)), tmp_path).splitlines()[-1])
    assert found["reached"] == {} and found["outside"] == ["secret"]
    assert set(found["loaded"]) <= {"plain", "escapes"} and "plain" in found["loaded"]
