"""Summaries of TensorFlow 1: operations, what they give, and the files that it is written to."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_SHOWN = """
v1 = tf.compat.v1
def described(data):
    found = []
    for v in v1.Summary.FromString(data).value:
        kind = v.WhichOneof("value")
        if kind == "image":
            shown = [v.image.height, v.image.width, v.image.colorspace, tf.io.decode_png(v.image.encoded_image_string)]
        elif kind == "audio":
            shown = [v.audio.sample_rate, v.audio.num_channels, v.audio.length_frames, v.audio.content_type, v.audio.encoded_audio_string]
        elif kind == "histo":
            h = v.histo
            shown = [h.min, h.max, h.num, h.sum, h.sum_squares, [float("%.6g" % x) for x in h.bucket_limit], list(h.bucket)]
        elif kind == "tensor":
            shown = [v.tensor.dtype, [d.size for d in v.tensor.tensor_shape.dim], v.tensor.tensor_content, list(v.tensor.string_val)]
        else:
            shown = v.simple_value
        about = [v.metadata.display_name, v.metadata.summary_description, v.metadata.plugin_data.plugin_name]
        found.append([v.tag, kind, shown, about])
    return found
"""
ROWS = product(
    "a summary of TensorFlow 1: <call>",
    _SHOWN
    + """
def run():
    with tf.Graph().as_default(), v1.Session() as s, tf.name_scope("outer"):
        x = v1.summary.<call>
        return [x.name, x.op.type, x.dtype, x.shape, [y.name for y in v1.get_collection("summaries")]], s.run(x)
about, data = run()
about
described(data)
""",
    call=[
        "scalar('loss', 0.5)", "scalar('my loss!', 3)", "scalar('loss', 2.0, family='f g')", "scalar('loss', 2.0, collections=['mine'])", "scalar('x', [1.0, 2.0])", "scalar('x', 'text')", "scalar('x', True)", "scalar('/x', tf.constant(3, tf.int64))",
        "histogram('h', [1.0, 2.0, 2.5, -3.0])", "histogram('h', tf.zeros([0]))", "histogram('h', [0, 0, 5, 100])", "histogram('h', [[1e30, -1e30]])", "histogram('h', [1.0, float('nan')])", "histogram('h', [1.0, float('inf')])", "histogram('h', tf.range(1000), family='f')", "histogram('h', tf.constant([1e-13, -1e-13, 1e-12], tf.float64))",
        "image('i', tf.constant([0., 1., 2., 3.], shape=[1, 2, 2, 1]))", "image('i', tf.constant([0., -1., 2., -3.], shape=[2, 1, 2, 1]))", "image('i', tf.constant([0., float('nan'), 2., 3., 1., 1.], shape=[1, 1, 2, 3]))", "image('i', tf.constant([0, 1, 2, 3], tf.uint8, shape=[4, 1, 1, 1]))", "image('i', tf.constant([0, 1, 2, 3], tf.uint8, shape=[4, 1, 1, 1]), max_outputs=1)",
        "image('i', tf.zeros([1, 2, 2, 2]))", "image('i', tf.zeros([2, 2]))", "image('i', tf.constant([0.3, 0.77, 0.999], tf.float16, shape=[1, 1, 3, 1]))", "image('i', tf.constant([-1e-9, 0.0], shape=[1, 1, 2, 1]))", "image('i', tf.fill([1, 1, 1, 4], 7.0), family='f')", "image('i', tf.zeros([1, 1, 1, 1], tf.float64))", "image('i', tf.zeros([1, 1, 1, 1], tf.int32))",
        "audio('a', [[0.5, -1.0, 1.0, 2.0]], 100)", "audio('a', tf.zeros([2, 3, 2]), 8000.0)", "audio('a', tf.zeros([2, 3, 2]), 8000, max_outputs=1)", "audio('a', [1.0], 10)", "audio('a', tf.zeros([4, 2]), 10, family='f')",
        "tensor_summary('t', [1, 2])", "tensor_summary('t', 'x', display_name='shown')", "tensor_summary('t', [1.0], summary_metadata=v1.SummaryMetadata(summary_description='d'))", "tensor_summary('t', [[1.0]], family='f')", "text('t', tf.constant(['a', 'b']))", "text('t', tf.constant(1.0))",
    ],
) | listed(
    f"""
    # == summaries of TensorFlow 1, merged
    {_SHOWN.strip().replace(chr(10), chr(10) + "    ")}
    graph = tf.Graph().as_default()
    _ = graph.__enter__()
    v1.summary.merge_all()
    a, b = v1.summary.scalar("a", 1.0), v1.summary.scalar("b", [2.0][0])
    with tf.name_scope("in"):
        c = v1.summary.scalar("a", 3.0)
    session = v1.Session()
    merged = v1.summary.merge_all()
    [merged.name, merged.op.type, described(session.run(merged))]
    described(session.run(v1.summary.merge([c, a])))
    described(session.run(v1.summary.merge_all(scope="in")))
    v1.summary.merge_all("nothing")
    session.run(v1.summary.merge([a, a]))
    v1.summary.merge([])
    v1.summary.merge([a], collections=["mine"], name="named").name
    [x.name for x in v1.get_collection("mine")]
    v1.summary.all_v2_summary_ops()
    v1.summary.initialize()
    _ = graph.__exit__(None, None, None)

    # == summaries of TensorFlow 1, eagerly
    {_SHOWN.strip().replace(chr(10), chr(10) + "    ")}
    described(v1.summary.scalar("a", 1.0).numpy())
    described(v1.summary.histogram("a", [1.0]).numpy())
    v1.summary.merge(["a"])
    v1.summary.merge_all()
    v1.summary.FileWriter(path("x"))
    v1.summary.all_v2_summary_ops()

    # == a file writer of TensorFlow 1
    {_SHOWN.strip().replace(chr(10), chr(10) + "    ")}
    import os
    graph = tf.Graph().as_default()
    _ = graph.__enter__()
    x = tf.constant(1.0, name="x")
    session = v1.Session()
    text = v1.summary.text("note", tf.constant("begins"))
    w = v1.summary.FileWriter(path("logs"), v1.get_default_graph(), filename_suffix=".end")
    w.get_logdir() == path("logs")
    w.add_summary(session.run(v1.summary.scalar("loss", 0.5)), 3)
    w.add_summary(v1.Summary(value=[v1.Summary.Value(tag="t", simple_value=2.0)]), global_step=4)
    w.add_summary(session.run(text), 1)
    w.add_summary(session.run(text), 2)
    w.add_session_log(v1.SessionLog(status=v1.SessionLog.START), 5)
    w.add_event(v1.Event(wall_time=12.5, step=6, log_message=v1.LogMessage(level=v1.LogMessage.WARN, message="m")))
    w.add_run_metadata(v1.RunMetadata(), "tag", 7)
    w.add_run_metadata(v1.RunMetadata(), "tag", 7)
    w.add_graph("no graph")
    w.add_meta_graph("no graph")
    w.flush()
    w.close()
    [f.endswith(".end") for f in os.listdir(path("logs"))]
    events = list(v1.train.summary_iterator(os.path.join(path("logs"), os.listdir(path("logs"))[0])))
    [[e.step, e.WhichOneof("what")] for e in events]
    [described(e.summary.SerializeToString()) for e in events if e.WhichOneof("what") == "summary"]
    [e.wall_time for e in events if e.step == 6]
    [[n.name, n.op] for n in v1.GraphDef.FromString(events[1].graph_def).node][:1]
    [e.tagged_run_metadata.tag for e in events if e.step == 7]
    w.reopen()
    w.add_summary(v1.Summary())
    w.close()
    cache = v1.summary.FileWriterCache
    cache.get(path("c")) is cache.get(path("c"))
    cache.clear()
    _ = graph.__exit__(None, None, None)

    # == TFRecord files of TensorFlow 1
    v1 = tf.compat.v1
    c = v1.python_io.TFRecordCompressionType
    [c.NONE, c.ZLIB, c.GZIP]
    with v1.python_io.TFRecordWriter(path("r"), v1.python_io.TFRecordOptions(c.GZIP)) as w:
        w.write(b"first"); w.write(b"")
    list(v1.python_io.tf_record_iterator(path("r"), v1.python_io.TFRecordOptions(c.GZIP)))
    list(v1.python_io.tf_record_iterator(path("none")))
    list(v1.python_io.tf_record_iterator(path("r")))
    """
)  # fmt: skip
