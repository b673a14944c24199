"""The files that load a module of WebAssembly: an ES module with types, for browsers and Node, and a worker."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from graphwright.aot.c_source import C_TYPES
from graphwright.aot.program import Argument, LibraryProgram
from graphwright.base.errors import UnimplementedError

_POINTER, _LONG = 4, 8  # bytes of a pointer and of an int64_t, which are also how they are aligned

#: The typed array of an element, by its type in C.
_ARRAYS: Final = {
    "float": "Float32Array", "double": "Float64Array",
    **{f"{'u' * u}int{bits}_t": f"{'Big' * (bits == 64)}{'Uint' if u else 'Int'}{bits}Array"
       for u in (0, 1) for bits in (8, 16, 32, 64)},
}  # fmt: skip

_LOADER: Final = """\
// @NAME@: compiled by Graphwright. Load it with `const model = await load()`, run it with `model.run({@CALL@})`.

/** dtype, typed array (null: text) and sizes: a name is a size of the arguments, null one that only a run finds. */
export const ARGUMENTS = @ARGUMENTS@;
export const RESULTS = @RESULTS@;
export const VARIABLES = @VARIABLES@;

const SIZES = @SIZES@; // offsets of sizes in the inputs
const INPUT_BYTES = @INPUT_BYTES@, OUTPUT_BYTES = @OUTPUT_BYTES@;
const ARRAYS = { Float32Array, Float64Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array,
    BigInt64Array, BigUint64Array };
const PIECE_BYTES = 16; // of a piece of text: an address, and the number of its bytes 8 bytes behind
const ENCODER = new TextEncoder(), DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** What the library reports; `code` is the number of the header. */
export class LibraryError extends Error {
    constructor(code, text) {
        super(text);
        this.code = code;
    }
}

// The module needs nothing of a system: it has no files, clocks or processes.
const nothing = new Proxy({}, { get: () => () => 8, has: () => true });

const isPiece = (given) => typeof given === "string" || given instanceof Uint8Array;
const isText = (given) => Array.isArray(given) && Array.from(given).every(isPiece);

async function compiled(source) {
    if (source instanceof WebAssembly.Module)
        return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return WebAssembly.compile(source);
    if (source instanceof URL && source.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(source));
    }
    const response = source instanceof Response ? source : await fetch(source);
    if (!response.ok)
        throw new LibraryError(4, `${response.url}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** Create an instance: from the file beside this one, another URL, bytes, a response or a module. */
export async function load(source = new URL("./@NAME@.wasm", import.meta.url)) {
    const module = await compiled(source);
    const imports = {};
    for (const { module: from } of WebAssembly.Module.imports(module))
        imports[from] = nothing;
    return new Model(await WebAssembly.instantiate(module, imports));
}

/** An instance of the program: its variables, and the memory of its runs. */
export class Model {
    #c;
    #handle;

    constructor(instance) {
        this.#c = instance.exports;
        this.#c._initialize?.();
        const place = this.#allocate(4);
        const code = this.#c.@NAME@_create(0, place);
        this.#handle = this.#view().getUint32(place, true);
        this.#c.free(place);
        if (code)
            throw new LibraryError(code, this.#text(this.#c.@NAME@_error(0)));
    }

    /** Run the program: arguments are typed arrays, or strings in arrays, or `{data, shape}`, as the results are. */
    run(given) {
        if (!this.#handle)
            throw new LibraryError(1, "the model was freed");
        const blocks = [], sizes = {};
        try {
            const inputs = this.#allocate(INPUT_BYTES, blocks), outputs = this.#allocate(OUTPUT_BYTES, blocks);
            new Uint8Array(this.#c.memory.buffer, outputs, OUTPUT_BYTES).fill(0);
            for (const [name, argument] of Object.entries(ARGUMENTS)) {
                const data = this.#checked(name, argument, given[name], sizes);
                const place = argument.array === null ? this.#putText(data, blocks) : this.#put(data, blocks);
                this.#view().setUint32(inputs + argument.offset, place, true);
            }
            for (const [size, offset] of Object.entries(SIZES))
                this.#view().setBigInt64(inputs + offset, BigInt(sizes[size]), true);
            this.#check(this.#c.@NAME@_run(this.#handle, inputs, outputs));
            return this.#results(outputs, sizes);
        } finally {
            for (const block of blocks)
                this.#c.free(block);
        }
    }

    #results(outputs, sizes) {
        const view = this.#view(), results = {};
        for (const [name, result] of Object.entries(RESULTS)) {
            const shape = result.sizes.map((size, axis) => result.sizesOffset !== null
                ? Number(view.getBigInt64(outputs + result.sizesOffset + 8 * axis, true))
                : typeof size === "string" ? sizes[size] : size);
            const length = shape.reduce((a, b) => a * b, 1), place = view.getUint32(outputs + result.offset, true);
            if (result.array === null) {
                results[name] = { ...this.#pieces(length ? place : 0, length), shape };
                continue;
            }
            const data = new ARRAYS[result.array](length);
            data.set(new ARRAYS[result.array](this.#c.memory.buffer, length ? place : 0, length));
            results[name] = { data, shape };
        }
        return results;
    }

    /** A copy of a typed array in the module's memory. */
    #put(data, blocks) {
        const place = this.#allocate(data.byteLength || 8, blocks);
        new data.constructor(this.#c.memory.buffer, place, data.length).set(data);
        return place;
    }

    /** Pieces of text in the module's memory: strings as UTF-8, bytes as they are. */
    #putText(data, blocks) {
        const pieces = data.map((each) => typeof each === "string" ? ENCODER.encode(each) : each);
        const place = this.#allocate(PIECE_BYTES * pieces.length || 8, blocks);
        let at = this.#allocate(pieces.reduce((a, piece) => a + piece.length, 0) || 8, blocks);
        const view = this.#view();
        pieces.forEach((piece, i) => {
            new Uint8Array(this.#c.memory.buffer, at, piece.length).set(piece);
            view.setUint32(place + PIECE_BYTES * i, at, true);
            view.setBigInt64(place + PIECE_BYTES * i + 8, BigInt(piece.length), true);
            at += piece.length;
        });
        return place;
    }

    /** Copies of pieces of text: their bytes, and these as strings. */
    #pieces(place, count) {
        const view = this.#view();
        const bytes = Array.from({ length: count }, (_, i) => {
            const at = place + PIECE_BYTES * i, size = Number(view.getBigInt64(at + 8, true));
            return new Uint8Array(this.#c.memory.buffer, size ? view.getUint32(at, true) : 0, size).slice();
        });
        return { data: bytes.map((each) => DECODER.decode(each)), bytes };
    }

    #checked(name, argument, given, sizes) {
        const shape = given?.shape, plain = given?.data ?? given;
        const data = argument.array === null && isPiece(plain) ? [plain] : plain;
        if (argument.array === null ? !isText(data) : !(data instanceof ARRAYS[argument.array]))
            throw new TypeError(`${name} must be ${argument.array ? `a ${argument.array}` : "strings in an array"}`);
        const told = (size) => typeof size === "string" ? sizes[size] : size;
        const known = argument.sizes.map((size, axis) => shape?.[axis] ?? told(size));
        const missing = known.filter((size) => size === undefined).length;
        const rest = known.reduce((a, b) => a * (b ?? 1), 1);
        if (missing > 1)
            throw new TypeError(`${name} must be {data, shape}: several of its sizes are unknown`);
        argument.sizes.forEach((size, axis) => {
            const have = known[axis] ?? data.length / rest;
            if (typeof size === "string")
                sizes[size] ??= have;
            if (!Number.isInteger(have) || have !== told(size))
                throw new RangeError(`${name} must have the sizes [${argument.sizes}]`);
        });
        const length = argument.sizes.reduce((a, size) => a * told(size), 1);
        if (length !== data.length || (shape && shape.length !== argument.sizes.length))
            throw new RangeError(`${name} must have the sizes [${argument.sizes}], got ${data.length} elements`);
        return data;
    }

    /** A copy of a variable's value, by its name. */
    get(name) {
        const variable = this.#variable(name), data = new ARRAYS[variable.array](variable.length);
        const place = this.#allocate(data.byteLength || 8);
        try {
            const code = this.#c.@NAME@_get_variable(this.#handle, variable.number, place, BigInt(data.byteLength));
            this.#check(code);
            data.set(new data.constructor(this.#c.memory.buffer, place, data.length));
        } finally {
            this.#c.free(place);
        }
        return data;
    }

    /** Give a variable another value: a typed array. */
    set(name, data) {
        const variable = this.#variable(name);
        if (!(data instanceof ARRAYS[variable.array]) || data.length !== variable.length)
            throw new RangeError(`${name} must be a ${variable.array} of ${variable.length} elements`);
        const place = this.#allocate(data.byteLength || 8);
        try {
            new data.constructor(this.#c.memory.buffer, place, data.length).set(data);
            const code = this.#c.@NAME@_set_variable(this.#handle, variable.number, place, BigInt(data.byteLength));
            this.#check(code);
        } finally {
            this.#c.free(place);
        }
    }

    /** Begin the random numbers again, as tf.random.set_seed does; there is no clock, so that they begin alike. */
    seed(seed) {
        if (!this.#c.@NAME@_seed || !this.#handle)
            throw new RangeError("the program has no random numbers");
        this.#check(this.#c.@NAME@_seed(this.#handle, BigInt(seed)));
    }

    #variable(name) {
        const number = Object.keys(VARIABLES).indexOf(name);
        if (number < 0 || !this.#handle)
            throw new RangeError(`there is no variable ${name}`);
        const { array, sizes } = VARIABLES[name];
        return { number, array, length: sizes.reduce((a, b) => a * b, 1) };
    }

    /** Free the instance. */
    free() {
        this.#c.@NAME@_destroy(this.#handle);
        this.#handle = 0;
    }

    #view() {
        return new DataView(this.#c.memory.buffer);
    }

    #allocate(bytes, blocks = []) {
        const place = this.#c.malloc(bytes);
        if (!place)
            throw new LibraryError(2, "there is not enough memory");
        blocks.push(place);
        return place;
    }

    #check(code) {
        if (code)
            throw new LibraryError(code, this.#text(this.#c.@NAME@_error(this.#handle)));
    }

    #text(place) {
        const bytes = new Uint8Array(this.#c.memory.buffer, place);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }
}

/** Create an instance in a worker, for long runs: `run` returns a promise, and the page stays responsive. */
export async function loadInWorker(source = new URL("./@NAME@.wasm", import.meta.url)) {
    const worker = new Worker(new URL("./@NAME@.worker.js", import.meta.url), { type: "module" });
    const waiting = new Map();
    let calls = 0;
    worker.onmessage = ({ data: { call, results, error } }) => {
        const { resolve, reject } = waiting.get(call);
        waiting.delete(call);
        if (error)
            reject(new LibraryError(error.code, error.text));
        else
            resolve(results);
    };
    worker.onerror = (event) => {
        for (const { reject } of waiting.values())
            reject(new LibraryError(3, event.message));
        waiting.clear();
    };
    const ask = (message) => new Promise((resolve, reject) => {
        waiting.set(calls, { resolve, reject });
        worker.postMessage({ call: calls++, ...message });
    });
    await ask({ source: String(source) });
    return { run: (inputs) => ask({ inputs }), free: () => worker.terminate() };
}
"""

_WORKER: Final = """\
// Runs @NAME@ for `loadInWorker`.
import { load } from "./@NAME@.js";

let model;

self.onmessage = async ({ data: { call, source, inputs } }) => {
    try {
        if (source)
            model = await load(new URL(source));
        const results = inputs && model.run(inputs);
        self.postMessage({ call, results });
    } catch (error) {
        self.postMessage({ call, error: { code: error.code ?? 1, text: String(error.message) } });
    }
};
"""

_TYPES: Final = """\
// Types of @NAME@.js.
export interface Tensor<T> {
    data: T;
    shape: number[];
}
/** A piece of text: a string, which becomes UTF-8, or its bytes. */
export type Piece = string | Uint8Array;
/** Text of a result: `data` has the bytes read as UTF-8, with U+FFFD where they are none. */
export interface TextTensor extends Tensor<string[]> {
    bytes: Uint8Array[];
}
export interface Inputs {
@INPUTS@}
export interface Outputs {
@OUTPUTS@}
export type Source = URL | string | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
export class LibraryError extends Error {
    code: number;
}
export class Model {
    constructor(instance: WebAssembly.Instance);
    run(given: Inputs): Outputs;
    get(name: string): ArrayBufferView;
    set(name: string, data: ArrayBufferView): void;
    seed(seed: number | bigint): void;
    free(): void;
}
export function load(source?: Source): Promise<Model>;
export function loadInWorker(source?: URL | string): Promise<{ run(given: Inputs): Promise<Outputs>; free(): void }>;
"""


def files(name: str, program: LibraryProgram) -> dict[str, str]:
    """The text of each file by its name."""
    inputs, sizes, input_bytes = _input_layout(program)
    outputs, output_bytes = _output_layout(program)
    variables = {v.name: {"array": _array(v.dtype), "sizes": list(v.constant.sizes)} for v in program.variables}
    fields = {
        "NAME": name, "CALL": ", ".join(a.name for a in program.arguments),
        "ARGUMENTS": json.dumps(inputs), "RESULTS": json.dumps(outputs), "VARIABLES": json.dumps(variables),
        "SIZES": json.dumps(sizes), "INPUT_BYTES": str(input_bytes), "OUTPUT_BYTES": str(output_bytes),
        "INPUTS": "".join(f"    {a.name}: {_input_type(a)};\n" for a in program.arguments),
        "OUTPUTS": "".join(f"    {r.name}: {'TextTensor' if r.is_text else _tensor_of(r)};\n" for r in program.results),
    }  # fmt: skip
    texts = {f"{name}.js": _LOADER, f"{name}.worker.js": _WORKER, f"{name}.d.ts": _TYPES}
    return {file: _filled(text, fields) for file, text in texts.items()}


def _filled(text: str, fields: dict[str, str]) -> str:
    for key, value in fields.items():
        text = text.replace(f"@{key}@", value)
    return text


def _tensor_of(argument: Argument) -> str:
    return f"Tensor<{_array(argument.dtype)}>"


def _input_type(argument: Argument) -> str:
    if argument.is_text:
        return "Piece[] | Tensor<Piece[]>" if argument.sizes else "Piece | Piece[] | Tensor<Piece[]>"
    return f"{_array(argument.dtype)} | {_tensor_of(argument)}"


def _array(dtype: str) -> str | None:
    """The typed array of elements; text has none."""
    if dtype.startswith("complex"):
        raise UnimplementedError(None, None, f"JavaScript has no arrays of {dtype}: pass real and imaginary parts.")
    return None if dtype == "string" else _ARRAYS[C_TYPES[dtype]]


def _described(argument: Argument, offset: int) -> dict[str, object]:
    sizes: Sequence[int | str | None] = argument.sizes
    return {"dtype": argument.dtype, "array": _array(argument.dtype), "sizes": list(sizes), "offset": offset}


def _input_layout(program: LibraryProgram) -> tuple[dict[str, dict[str, object]], dict[str, int], int]:
    """Where the fields of the inputs lie in C: pointers, then sizes."""
    found = {a.name: _described(a, _POINTER * i) for i, a in enumerate(program.arguments)}
    start = _round_up(_POINTER * len(found), _LONG)
    sizes = {size: start + _LONG * i for i, size in enumerate(program.size_names.values())}
    return found, sizes, max(_LONG, start + _LONG * len(sizes))


def _output_layout(program: LibraryProgram) -> tuple[dict[str, dict[str, object]], int]:
    """Where the fields of the outputs lie in C: pointers, each with its sizes where only the call finds them."""
    found, at = {}, 0
    for result in program.results:
        described = _described(result, at)
        at += _POINTER
        described["sizesOffset"] = None
        if not result.is_sized:
            at = _round_up(at, _LONG)
            described["sizesOffset"] = at
            at += _LONG * (len(result.sizes) or 1)
        found[result.name] = described
    return found, max(_LONG, _round_up(at, _LONG))


def _round_up(number: int, unit: int) -> int:
    return -(-number // unit) * unit
