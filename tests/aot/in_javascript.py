"""Modules of WebAssembly, run once under Node or in a headless Chromium: files of arguments become files of results."""

from __future__ import annotations

import http.server
import json
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tests.viewer.browser import chromium

_CALLS = """
import { ARGUMENTS, load } from "./@NAME@.js";
const kinds = { Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array,
    BigInt64Array, BigUint64Array };
export async function run(read, write) {
    const model = await load(), shapes = JSON.parse(new TextDecoder().decode(await read("shapes.json"))), inputs = {};
    for (const [name, { array }] of Object.entries(ARGUMENTS)) {
        const bytes = await read(`${name}.in`), Kind = kinds[array];
        const data = new Kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        inputs[name] = { data, shape: shapes[name] };
    }
    model.run(inputs);
    for (const [name, { data }] of Object.entries(model.run(inputs)))
        await write(`${name}.out`, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}
"""
_NODE = """
import { run } from "./calls.mjs";
import { readFile, writeFile } from "node:fs/promises";
await run(readFile, writeFile);
"""
_PAGE = """<!DOCTYPE html><meta charset="utf-8"><script type="module">
const put = (name, body) => fetch(name, { method: "PUT", body });
const read = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
import("./calls.mjs").then(({ run }) => run(read, put)).then(() => "", String).then((text) => put("done", text));
</script>
"""


def _written(name: str, folder: Path, arguments: dict[str, Any]) -> None:
    (folder / "calls.mjs").write_text(_CALLS.replace("@NAME@", name))
    (folder / "shapes.json").write_text(json.dumps({key: array.shape for key, array in arguments.items()}))


def in_node(name: str, folder: Path, arguments: dict[str, Any]) -> None:
    """Run a module in a folder by Node."""
    _written(name, folder, arguments)
    (folder / "run.mjs").write_text(_NODE)
    done = subprocess.run(["node", "run.mjs"], cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, f"node: {done.stdout}{done.stderr}"


def in_chromium(name: str, folder: Path, arguments: dict[str, Any]) -> None:
    """Run a module in a folder by a page, which puts the results where it got the arguments from."""
    _written(name, folder, arguments)
    (folder / "index.html").write_text(_PAGE)
    # processes of the browser that outlive it for a moment write to the profile
    profiles = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with _served(folder) as (address, is_done), profiles as profile:
        flags = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
        command = [chromium() or "chromium", *flags, "--disable-dev-shm-usage", f"--user-data-dir={profile}"]
        shown = subprocess.Popen(
            [*command, "--remote-debugging-port=0", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            assert is_done.wait(500), "the page is not done"
        finally:
            shown.terminate()
            shown.wait()
    assert (folder / "done").read_text() == ""


class _Folder(http.server.SimpleHTTPRequestHandler):
    """Files are read, and written by their names."""

    def __init__(self, *args: Any, is_done: threading.Event, **options: Any) -> None:
        self.is_done = is_done
        super().__init__(*args, **options)

    def do_PUT(self) -> None:
        name = Path(self.path).name
        (Path(self.directory) / name).write_bytes(self.rfile.read(int(self.headers["Content-Length"] or 0)))
        self.send_response(HTTPStatus.NO_CONTENT)
        self.end_headers()
        if name == "done":
            self.is_done.set()

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, threading.Event]]:
    """The address of the page of a folder, and what is set when the page is done."""
    is_done = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Folder, directory=str(folder), is_done=is_done))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/index.html", is_done
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
