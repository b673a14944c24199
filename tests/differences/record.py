"""Records TensorFlow's answers: `make golden`, or this module in TensorFlow's environment with topics to record."""

from __future__ import annotations

import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

from tests.differences.table import DATA, answer, namespace, rows, topics


def main(chosen: list[str]) -> None:
    """Record the topics, all where none is chosen."""
    DATA.mkdir(exist_ok=True)
    names = namespace(tf)
    for topic in chosen or topics():
        answers = {expression: answer(expression, names) for expression in rows(topic)}
        lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in answers.items())
        (DATA / f"{topic}.json").write_text("{\n" + lines + "\n}\n")
        failed = sum("error" in v for v in answers.values())
        print(f"{topic}.json: {len(answers)} rows, {failed} of them errors")
        for expression, answered in answers.items():
            if {"NameError", "AttributeError"} & set(answered.get("error", ())):
                print(f"  a name that TensorFlow does not know? {expression}")


if __name__ == "__main__":
    main(sys.argv[1:])
