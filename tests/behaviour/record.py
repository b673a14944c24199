"""Records what TensorFlow does with the programs: `make golden`, or this module in its environment with topics."""

from __future__ import annotations

import json
import os
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

from tests.behaviour.run import run
from tests.behaviour.table import DATA, digest, rows, topics


def main(chosen: list[str]) -> None:
    """Record the topics, all where none is chosen."""
    DATA.mkdir(exist_ok=True)
    for topic in chosen or topics():
        answers = {title: run(program, tf) | {"of": digest(program)} for title, program in rows(topic).items()}
        lines = ",\n".join(
            f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v, ensure_ascii=False, separators=(',', ':'))}"
            for k, v in answers.items()
        )
        (DATA / f"{topic}.json").write_text("{\n" + lines + "\n}\n")
        print(f"{topic}.json: {len(answers)} programs")
        for title, answer in answers.items():
            for number, seen in enumerate(answer["seen"], 1):
                if {"NameError", "SyntaxError"} & set(seen.get("error", ())) or seen.get("says") is False:
                    print(f"  look at observation {number} of: {title}: {seen}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # TensorFlow writes beside itself what it takes bytes for the name of
        main(sys.argv[1:])
