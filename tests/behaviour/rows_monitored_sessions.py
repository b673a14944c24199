"""Monitored sessions of TensorFlow 1, their hooks, and coordinators of threads."""

from __future__ import annotations

from tests.behaviour.table import listed, product

_PROGRAM = """
v1 = tf.compat.v1
train = v1.train
seen = []
class Told(train.SessionRunHook):
    def begin(self): seen.append("begin")
    def after_create_session(self, session, coord): seen.append(("created", session.graph.finalized, type(coord).__name__))
    def before_run(self, run_context):
        seen.append(("before", run_context.stop_requested, run_context.original_args.feed_dict is None))
        return train.SessionRunArgs(x)
    def after_run(self, run_context, run_values): seen.append(("after", int(run_values.results)))
    def end(self, session): seen.append(("end", int(session.run(step))))
with tf.Graph().as_default():
    step = train.get_or_create_global_step()
    x = v1.placeholder_with_default(1.0, [], name="x")
    v = v1.get_variable("v", [], initializer=v1.zeros_initializer())
    local = v1.get_local_variable("local", [], initializer=v1.ones_initializer())
    with tf.control_dependencies([v.assign_add(x)]):
        more = v1.assign_add(step, 1)
"""
ROWS = product(
    "a monitored session: <what>",
    _PROGRAM + "    <what>\nseen\n",
    what={
        "runs with a hook": "with train.MonitoredSession(hooks=[Told()]) as s:\n    [s.run(more), s.run(v), s.should_stop(), s.run(local)]\n    [s.run({'a': v}, {x: 5.0}), s.graph is v.graph]",
        "ends with the data": "with train.MonitoredSession(hooks=[Told()]) as s:\n    s.run(more)\n    raise tf.errors.OutOfRangeError(None, None, 'end')",
        "ends by StopIteration": "with train.MonitoredSession(hooks=[Told()]) as s:\n    raise StopIteration",
        "raises other errors": "try:\n    with train.MonitoredSession(hooks=[Told()]) as s:\n        raise ValueError('other')\nexcept ValueError as e:\n    print(e)",
        "is closed": "s = train.MonitoredSession(hooks=[Told()]); s.close(); print(s.should_stop())",
        "stops at a step": "with train.MonitoredSession(hooks=[train.StopAtStepHook(last_step=3), Told()]) as s:\n    while not s.should_stop(): print(s.run(more))",
        "stops after steps": "with train.MonitoredSession(hooks=[train.StopAtStepHook(num_steps=2)]) as s:\n    while not s.should_stop(): print(s.run([more, v])[0])",
        "has a raw session": "with train.SingularMonitoredSession(hooks=[Told()]) as s:\n    print(s.raw_session().run(v), type(s.raw_session()).__name__)",
        "runs a step function": "with train.MonitoredSession(hooks=[Told()]) as s:\n    print(s.run_step_fn(lambda step_context: (step_context.session.run(v), step_context.run_with_hooks(more))))",
        "a step function stops": "with train.MonitoredSession(hooks=[Told()]) as s:\n    s.run_step_fn(lambda step_context: step_context.request_stop())",
        "a scaffold's function": "assign = v.assign(7.0).op\nwith train.MonitoredSession(train.ChiefSessionCreator(train.Scaffold(init_fn=lambda scaffold, session: session.run(assign)))) as s:\n    print(s.run(v))",
        "no value": "try:\n    train.MonitoredSession(train.ChiefSessionCreator(train.Scaffold(init_op=tf.no_op())))\nexcept Exception as e:\n    print(type(e).__name__)",
        "saves and restores": "import tempfile, os\nwith tempfile.TemporaryDirectory() as d:\n    for _ in range(2):\n        with train.MonitoredTrainingSession(checkpoint_dir=d, save_checkpoint_steps=2, hooks=[Told()]) as s:\n            print([int(s.run(more)) for _ in range(3)])\n    print(sorted(f for f in os.listdir(d) if f.endswith('index')), os.path.basename(train.latest_checkpoint(d)))",
        "a hook feeds": "with train.MonitoredSession(hooks=[train.FeedFnHook(lambda: {x: 4.0})]) as s:\n    s.run(more); print(s.run(v))",
        "a hook and the caller feed": "with train.MonitoredSession(hooks=[train.FeedFnHook(lambda: {x: 4.0})]) as s:\n    try: s.run(more, {x: 1.0})\n    except RuntimeError as e: print(str(e)[:24])",
        "NaN": "bad = tf.constant(float('nan'))\ntry:\n    with train.MonitoredSession(hooks=[train.NanTensorHook(bad)]) as s: s.run(more)\nexcept train.NanLossDuringTrainingError as e: print(e)",
        "final operations": "hook = train.FinalOpsHook(v, {})\nwith train.MonitoredSession(hooks=[hook]) as s: s.run(more)\nprint(hook.final_ops_values)",
        "a checkpoint's listener": "import tempfile\nclass L(train.CheckpointSaverListener):\n    def begin(self): seen.append('b')\n    def before_save(self, session, global_step_value): seen.append(('<', int(global_step_value)))\n    def after_save(self, session, global_step_value): seen.append(('>', int(global_step_value)))\n    def end(self, session, global_step_value): seen.append(('e', int(global_step_value)))\nwith tempfile.TemporaryDirectory() as d:\n    with train.MonitoredSession(hooks=[train.CheckpointSaverHook(d, save_steps=2, listeners=[L()])]) as s:\n        for _ in range(5): s.run(more)",
    },
)  # fmt: skip
ROWS |= product(
    "of hooks: <call>",
    "train = tf.compat.v1.train\n<call>\n",
    call=["train.StopAtStepHook()", "train.StopAtStepHook(1, 2)", "train.LoggingTensorHook([])", "train.LoggingTensorHook([], 1, 2)", "train.LoggingTensorHook([], 0)",
          "train.StepCounterHook(None)", "train.StepCounterHook(1, 2)", "train.CheckpointSaverHook('d')", "train.CheckpointSaverHook('d', 1, 2)", "train.SecondOrStepTimer()",
          "train.SecondOrStepTimer(1, 2)", "train.SessionRunArgs(1)", "train.SessionRunValues(1, 2, 3)",
          "t = train.SecondOrStepTimer(every_steps=2)\n[t.should_trigger_for_step(0), t.update_last_triggered_step(0), t.last_triggered_step(), t.should_trigger_for_step(1), t.should_trigger_for_step(2)]"],
)  # fmt: skip
ROWS |= listed(
    """
    # == a coordinator's threads stop
    import threading, time
    c = tf.compat.v1.train.Coordinator()
    def work():
        while not c.should_stop(): time.sleep(0.001)
    ts = [threading.Thread(target=work) for _ in range(2)]
    [t.start() for t in ts]
    c.should_stop(), c.joined, c.wait_for_stop(0.001)
    c.request_stop()
    c.join(ts)
    c.joined, c.should_stop(), any(t.is_alive() for t in ts)
    c.clear_stop()
    c.joined, c.should_stop()

    # == a coordinator raises what a thread raised
    import threading
    c = tf.compat.v1.train.Coordinator()
    def work():
        with c.stop_on_exception(): raise ValueError("of a thread")
    t = threading.Thread(target=work); t.start()
    c.join([t])

    # == a coordinator stops quietly with the data
    c = tf.compat.v1.train.Coordinator()
    with c.stop_on_exception(): raise tf.errors.OutOfRangeError(None, None, "end")
    c.should_stop()
    c.join()

    # == a coordinator is told of errors
    c = tf.compat.v1.train.Coordinator()
    for words in ("first", "second"):
        try: raise ValueError(words)
        except ValueError as e: c.request_stop(e)
    c.raise_requested_exception()
    c.join()  # error: first

    # == a coordinator waits no longer than told
    import threading, time
    c = tf.compat.v1.train.Coordinator()
    t = threading.Thread(target=lambda: time.sleep(0.3), name="slow"); t.start()
    c.request_stop()
    c.join([t], stop_grace_period_secs=0.01, ignore_live_threads=True)
    c.clear_stop(); c.request_stop()
    c.join([t], stop_grace_period_secs=0.01)
    """
)
