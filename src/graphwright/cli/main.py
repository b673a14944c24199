"""`graphwright`: the commands and their arguments."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import metadata

from graphwright.base.install import install_command
from graphwright.cli import served

_ABOUT = "Look at SavedModels, run, time and compile them, and convert graphs, without TensorFlow."

_EXAMPLES = """examples:
  graphwright show model/
  graphwright run model/ --input 'x=[[1.0, 2.0]]'
  graphwright run model/ --signature greet --input 's="you"' --output result.json
  graphwright run model/ --input x=batch.npy --output result.npz
  graphwright bench model/ --input 'x=[[1.0, 2.0]]' --calls 5000
  graphwright profile --output logs train.py --epochs 3
  graphwright convert graph.pb graph.pbtxt
  graphwright convert model/ --to onnx
  graphwright view --output model.html model/
  graphwright view --profile --output train.html train.py --epochs 3
  graphwright doctor
  graphwright compile model/ --output library --name classify
  graphwright serve models/digits --workers 2 --batch 32
"""

_INPUT = (
    "an input of the signature: NAME=FILE with a .npy, .npz or .json file (of an .npz the array NAME, or its only "
    "one), or NAME=LITERAL with Python's numbers, text and lists; nothing is executed"
)


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"graphwright {metadata.version('graphwright')}")
        parser.exit()


_TO = (
    "graphdef (default); stablehlo: a signature of a model, by jax; text if the target ends in .mlir, else bytecode; "
    "onnx: a signature of a model"
)


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    result = argparse.ArgumentParser(
        "graphwright", description=_ABOUT, epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    result.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    commands = result.add_subparsers(dest="command", required=True, metavar="COMMAND")

    show = commands.add_parser("show", help="what a model holds: signatures, functions, variables, ops")
    show.add_argument("model", help="the folder of a SavedModel")

    run = commands.add_parser("run", help="run a signature of a model")
    bench = commands.add_parser("bench", help="time a signature of a model")
    for command in (run, bench):
        command.add_argument("model", help="the folder of a SavedModel")
        command.add_argument("--signature", default="serving_default", help="its name (default: %(default)s)")
        command.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help=_INPUT)
    run.add_argument(
        "--output", metavar="FILE", help="write the results to a .npz or .json file instead of printing them"
    )
    bench.add_argument("--calls", type=int, default=1000, help="how many calls are timed (default: %(default)s)")

    convert = commands.add_parser(
        "convert", help="convert a GraphDef between binary and text, a model to StableHLO or ONNX"
    )
    convert.add_argument("source", help="a GraphDef: text if it ends in .pbtxt or .txt, else binary; or a SavedModel")
    convert.add_argument(
        "target", nargs="?", help="the file to write, in the form that its ending says (ONNX: SOURCE.onnx)"
    )
    convert.add_argument("--to", choices=("graphdef", "onnx", "stablehlo"), default="graphdef", help=_TO)
    convert.add_argument("--signature", default="serving_default", help="of a model (default: %(default)s)")
    convert.add_argument(
        "--size", type=int, metavar="N", help="what dimensions that a model leaves open are in StableHLO"
    )
    convert.add_argument("--opset", type=int, default=17, help="the version of ONNX's ops (default: %(default)s)")

    doctor = commands.add_parser("doctor", help="what was found here, what could be faster, and a self-test")
    doctor.add_argument("--quick", action="store_true", help="leave the self-test out")
    doctor.add_argument("--record", metavar="FILE", default="", help="write what the machine is to a file of JSON")

    completion = commands.add_parser("completion", help="print the completion of these commands for a shell")
    completion.add_argument("shell", choices=("bash", "zsh", "tcsh"))

    compiling = commands.add_parser("compile", help="compile a model to a C library that needs no Python")
    compiling.add_argument("model", help="the folder of a SavedModel, or the file of a GraphDef")
    which = compiling.add_mutually_exclusive_group()
    which.add_argument("--signature", help="the signature to compile (default: serving_default)")
    which.add_argument("--function", help="the function to compile, such as __call__ or encoder.encode")
    compiling.add_argument("--output", required=True, metavar="FOLDER", help="where to put the library")
    compiling.add_argument("--name", help="the name of the library (default: that of the function)")
    compiling.add_argument(
        "--input-shape", action="append", default=[], metavar="NAME=SHAPE",
        help="the shape of an argument that the model leaves open, such as x=None,224,224,3 (None: any size); several "
        "shapes of one argument leave it open, but each has code of its own",
    )  # fmt: skip
    compiling.add_argument("--target", help="the machine, such as aarch64-linux (default: this one)")
    compiling.add_argument(
        "--weights", choices=("library", "file"), default="library",
        help="whether the weights are in the library or in one file beside it (default: %(default)s)",
    )  # fmt: skip

    serving = commands.add_parser("serve", help="serve models to clients of TensorFlow Serving, by REST and gRPC")
    served.add_arguments(serving)

    profile = commands.add_parser("profile", help="run a program and write the timeline of its calls")
    profile.add_argument("--output", metavar="FOLDER", default="profile", help="where to (default: %(default)s)")
    profile.add_argument("script", help="a program written for TensorFlow or for this package")
    profile.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")

    view = commands.add_parser("view", help="write a page that shows a model, or the functions of a program")
    view.add_argument("--output", metavar="FILE", default="graphwright.html", help="where to (default: %(default)s)")
    view.add_argument("--profile", action="store_true", help="of a program: record a profile, and show it too")
    view.add_argument("source", help="the folder of a SavedModel, or a program, which is run")
    view.add_argument("arguments", nargs=argparse.REMAINDER, help="the program's arguments")
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for an error (printed on one line), 2 for wrong usage.

    >>> from graphwright.cli.main import main
    >>> main(["show", "/no/such/model"])
    1
    """
    provided = _parsed(arguments)
    from graphwright.base.errors import OpError

    if provided.command == "profile":
        from graphwright.cli.profiled import profile

        return profile(provided.script, provided.arguments, provided.output)  # errors are the program's, with traceback
    if provided.command == "view" and provided.source.endswith(".py"):
        from graphwright.cli.viewed import view_program

        return view_program(provided.source, provided.arguments, provided.output, provided.profile)
    if provided.command == "completion":
        return _print_completion(provided.shell)
    if provided.command == "doctor":
        from graphwright.cli.doctor import doctor

        return doctor(provided.quick, provided.record)
    from graphwright.cli import commands

    try:
        if provided.command == "serve":
            return served.serve(provided)
        commands.choose_version(provided)
        getattr(commands, provided.command)(provided)
    except BrokenPipeError:  # who reads the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OpError, ValueError, TypeError, OSError, KeyError, ImportError) as error:
        text = error.message if isinstance(error, OpError) else str(error.args[0] if error.args else error)
        reported = str(error) if isinstance(error, OSError) else text
        print(f"graphwright: error: {' '.join(reported.split())}", file=sys.stderr)
        return 1
    return 0


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The parsed arguments. The target of `convert` may stand behind options, where argparse does not look for it."""
    whole = parser()
    provided, rest = whole.parse_known_args(arguments)
    if provided.command == "convert" and provided.target is None and len(rest) == 1 and not rest[0].startswith("-"):
        provided.target = rest.pop()
    if rest:
        whole.error(f"unrecognized arguments: {' '.join(rest)}")
    return provided


def _print_completion(shell: str) -> int:
    try:
        import shtab
    except ImportError:
        print(f"graphwright: error: completion needs shtab: {install_command('completion')}", file=sys.stderr)
        return 1
    print(shtab.complete(parser(), shell))
    return 0
