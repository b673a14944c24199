"""Summaries: the events that programs write, byte by byte but for their times, and what is refused."""

from __future__ import annotations

from tests.behaviour.table import product

_WRITER = """
import glob, os, tempfile
import numpy as np
folder = tempfile.mkdtemp()
S, E = tf.summary, tf.summary.experimental
w = S.create_file_writer(folder)
E.set_step(None)
S.trace_off()
def events():
    S.flush(w)
    files = sorted(glob.glob(os.path.join(folder, "*")))
    return [e[9:] for f in files for e in tf.data.TFRecordDataset(f).as_numpy_iterator() if b"brain.Event" not in e[:24]]
"""
_KINDS = [
    "S.write('w', tf.constant([1, 2]))", "S.write('w', 'text')", "S.write('w', [[1.5]], step=9)", "S.write('w', 1.0, step=tf.Variable(4, dtype=tf.int64))", "S.write('w', lambda: tf.constant(3))", "S.write('w', tf.constant(True), name='n')", "S.write('w', [1.0, 2.0], 2**40)", "S.write('w', tf.constant([0.5], tf.float64), 0)", "S.write('w', tf.zeros([0, 2]))",
    "S.write('w', 1, metadata=tf.compat.v1.SummaryMetadata(plugin_data=tf.compat.v1.SummaryMetadata.PluginData(plugin_name='p', content=b'c')))",
    "S.scalar('s', 1.5, description='d')", "S.scalar('s', 1)", "S.scalar('s', True)", "S.scalar('s', [1.0])", "S.scalar('s', np.float64(0.1))", "S.scalar('s', tf.Variable(2.5))", "S.text('t', 'hello')", "S.text('t', ['a', 'b'], description='d')", "S.text('t', 3)",
    "S.histogram('h', [1.0, 2.0, 3.0, 5.0], buckets=4)", "S.histogram('h', [2.0, 2.0], buckets=3)", "S.histogram('h', [], buckets=3)", "S.histogram('h', [1, 2, 9], buckets=3)", "S.histogram('h', [[0.1, 0.2], [0.3, 0.7]])", "S.histogram('h', [1.0], buckets=0)", "S.histogram('h', tf.linspace(-1.0, 1.0, 50), buckets=7)",
    "S.image('i', tf.zeros([2, 2, 3]))", "S.image('i', tf.zeros([0, 2, 3, 1]))", "S.image('i', tf.zeros([2, 2, 3, 1]), max_outputs=-1)", "S.audio('a', tf.zeros([2]), 8000)", "S.audio('a', tf.reshape(tf.linspace(-1.2, 1.2, 8), [1, 8, 1]), 8000)", "S.audio('a', tf.reshape(tf.linspace(-1.0, 1.0, 12), [2, 3, 2]), 44100, max_outputs=1, description='d')", "S.audio('a', tf.zeros([1, 1, 1]), 8000, encoding='mp3')",
    "E.write_raw_pb(b'')", "E.write_raw_pb(tf.constant(b'\\n\\x03\\n\\x01q'))",
]  # fmt: skip
ROWS = product(
    "eager: <call>",
    _WRITER + "with w.as_default(5):\n    found = bool(<call>)\nfound, events()\n",
    call=_KINDS,
) | product(
    "in a function: <call>",
    _WRITER
    + "with w.as_default(5):\n    found = [bool(f()) for f in [tf.function(lambda: <call>)] for _ in range(2)]\nfound, events()\n",
    call=_KINDS,
)
ROWS |= product(
    "state: <body>",
    _WRITER + "<body>\n",
    body=[
        "S.scalar('x', 1.0), S.should_record_summaries(), E.get_step()",
        "with w.as_default():\n    S.scalar('x', 1.0)",
        "with w.as_default(), S.record_if(False):\n    found = S.scalar('x', 1.0)\nfound, events()",
        "with w.as_default(3):\n    a = E.get_step()\n    E.set_step(7)\na, E.get_step()",
        "with w.as_default():\n    E.set_step(7)\nE.get_step()",
        "import threading\nfound = []\ndef run():\n    w.set_as_default(4)\n    found.append((S.write('x', 1.0), E.get_step(), events()))\nt = threading.Thread(target=run)\nt.start()\nt.join()\nfound, E.get_step()",
        "with S.create_noop_writer().as_default(3):\n    found = S.should_record_summaries(), S.scalar('x', 1.0)\nfound",
        "with w.as_default(1), S.record_if(lambda: tf.constant(True)):\n    found = S.should_record_summaries()\nfound",
        "with w.as_default(1), tf.name_scope('a'), tf.name_scope('b'):\n    found = S.scalar('x', 1.0)\nevents()",
        "w.close()\nw.as_default().__enter__()",
        "w.close()\nw.set_as_default()",
        "w.close()\nw.close()\nw.flush()\nS.flush()",
        "with w.as_default(1):\n    w.close()\n    S.write('x', 1)\n",
        "with w.as_default(1) as v:\n    found = v is w\nfound",
        "with w.as_default(1), S.create_noop_writer().as_default(3):\n    found = S.should_record_summaries(), S.write('x', 1.0), E.get_step()\nfound, events()",
        "S.flush()",
        "S.flush(w)",
        "with S.record_if(False):\n    found = S.should_record_summaries()\nfound",
        "with E.summary_scope('q/x y') as found:\n    pass\nfound",
        "with tf.name_scope('o'), E.summary_scope('!', 'other', [1]) as found:\n    pass\nfound",
        "with E.summary_scope('!') as found:\n    pass\nfound",
        "S.graph(3)",
        "with w.as_default():\n    S.graph(3)",
        "S.trace_export('t')",
        "S.trace_off()",
        "S.trace_on()\nS.trace_export('t', step=1)\nS.trace_export('t', step=1)",
        "S.trace_on()\nwith w.as_default():\n    S.trace_export('t')",
        "os.path.basename(glob.glob(os.path.join(folder, '*'))[0]).startswith('events.out.tfevents.')",
        "with S.create_file_writer(folder, filename_suffix='.x').as_default(1):\n    S.write('a', 1)\nsorted(f.rsplit('.', 1)[1] for f in os.listdir(folder))",
        "v = S.create_file_writer(tf.constant(os.path.join(folder, 'a', 'b')), max_queue=1, flush_millis=1)\nos.path.isdir(os.path.join(folder, 'a', 'b'))",
    ],
) | product(
    "traced: <body>",
    _WRITER + "<body>\nevents()\n",
    body={
        "steps of a variable": "n = tf.Variable(0, dtype=tf.int64)\n@tf.function\ndef f(x):\n    n.assign_add(1)\n    S.write('x', x)\nwith w.as_default(n):\n    [f(tf.constant(v)) for v in (1.0, 2.0)]",
        "a loop": "@tf.function\ndef f(k):\n    for i in tf.range(k):\n        S.write('x', i * 2, step=tf.cast(i, tf.int64))\nwith w.as_default():\n    f(tf.constant(3))",
        "a while loop that breaks": "@tf.function\ndef f(k):\n    i = tf.constant(0)\n    while i < k:\n        S.write('x', i, step=i)\n        i += 1\n        if i > 2:\n            break\nwith w.as_default():\n    f(tf.constant(9))",
        "a branch": "@tf.function\ndef f(c):\n    if c:\n        S.write('yes', 1)\n    else:\n        S.write('no', 1)\nwith w.as_default(2):\n    f(tf.constant(True)), f(tf.constant(False))",
        "a condition of a tensor": "@tf.function\ndef f(i):\n    with S.record_if(i % 2 == 0):\n        return S.write('x', i, step=i)\nwith w.as_default():\n    print([bool(f(tf.constant(i, tf.int64))) for i in range(4)])",
        "a condition of a variable": "c = tf.Variable(False)\n@tf.function\ndef f(i):\n    with S.record_if(c):\n        return S.write('x', i, step=i)\nwith w.as_default():\n    print(bool(f(tf.constant(1))))\n    c.assign(True)\n    print(bool(f(tf.constant(2))))",
        "no writer when traced": "@tf.function\ndef f():\n    return S.write('x', 1, step=1)\nprint(bool(f()))",
        "a writer when traced, none later": "@tf.function\ndef f():\n    return S.write('x', 1, step=1)\nwith w.as_default():\n    f()\nprint(bool(f()))",
        "a writer in the function": "@tf.function\ndef f(x):\n    with w.as_default(6):\n        S.write('x', x)\n    S.write('y', x)\nf(tf.constant(1.5))",
        "the order of effects": "v = tf.Variable(1.0)\n@tf.function\ndef f():\n    S.write('before', v, step=1)\n    v.assign(2.0)\n    S.write('after', v, step=1)\nwith w.as_default():\n    f()",
        "name scopes": "@tf.function\ndef f():\n    with tf.name_scope('a'):\n        S.scalar('x', 1.0)\n        with tf.name_scope('b'):\n            S.scalar('x', 2.0)\nwith w.as_default(1):\n    f()",
        "a function of a function": "@tf.function\ndef g(x):\n    S.write('inner', x)\n    return x + 1\n@tf.function\ndef f(x):\n    S.write('outer', g(x))\nwith w.as_default(1):\n    f(tf.constant(1))",
        "under a tape": "@tf.function\ndef f(x):\n    S.write('x', x)\n    return x * x\nwith w.as_default(1):\n    x = tf.Variable(3.0)\n    with tf.GradientTape() as tape:\n        y = f(x)\n    print(tape.gradient(y, x).numpy())",
        "no step": "@tf.function\ndef f():\n    S.write('x', 1)\nwith w.as_default():\n    try:\n        f()\n    except ValueError as error:\n        print('No step set' in str(error))",
    },
)
