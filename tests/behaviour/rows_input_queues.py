"""Input pipelines of TensorFlow 1: producers, batches, queue runners."""

from __future__ import annotations

from tests.behaviour.table import product

_PROGRAM = """
v1 = tf.compat.v1
train = v1.train
def run(build, count=20):
    with tf.Graph().as_default(), v1.Session() as session:
        fetched = build()
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        coordinator = train.Coordinator()
        threads = train.start_queue_runners(session, coordinator)
        results = []
        try:
            for _ in range(count):
                results.append(session.run(fetched))
        except tf.errors.OutOfRangeError:
            results.append("end")
        finally:
            coordinator.request_stop()
            coordinator.join(threads)
        return results, len(threads), [v.name for v in v1.local_variables()]
def numbers(limit, epochs=1):
    return train.range_input_producer(limit, num_epochs=epochs, shuffle=False).dequeue()
def evens():
    x = numbers(8)
    return [x], tf.equal(x % 2, 0)
"""
ROWS = product(
    "an input pipeline of TensorFlow 1: <what>",
    _PROGRAM + "<what>\n",
    what={
        "numbers": "run(lambda: numbers(3, 2))",
        "batches": "run(lambda: train.batch([numbers(7)], 3))",
        "a smaller last batch": "run(lambda: train.batch([numbers(7)], 3, allow_smaller_final_batch=True))",
        "rows": "run(lambda: train.slice_input_producer([[1, 2], [[1.0], [2.0]]], num_epochs=1, shuffle=False))",
        "a dict": "run(lambda: train.batch({'a': numbers(4), 'b': tf.constant(1.0)}, 2))",
        "two tensors": "run(lambda: train.batch([numbers(4), tf.constant('x')], 2))",
        "some examples": "run(lambda: train.maybe_batch(*evens(), 2))",
        "many at once": "run(lambda: train.batch([tf.constant([1, 2, 3])], 2, enqueue_many=True), 3)",
        "some of many": "run(lambda: train.maybe_batch([tf.constant([1, 2, 3])], tf.constant([True, False, True]), 2, enqueue_many=True), 2)",
        "padded": "run(lambda: train.batch([tf.fill([numbers(3)], 7)], 3, dynamic_pad=True))",
        "texts": "run(lambda: train.string_input_producer(['a', 'b'], num_epochs=1, shuffle=False).dequeue())",
        "no texts": "run(lambda: train.string_input_producer([]).dequeue())",
        "texts of an empty tensor": "run(lambda: train.string_input_producer(tf.constant([], tf.string)).dequeue())",
        "unknown shapes": "run(lambda: train.batch([v1.placeholder_with_default([1], [None])], 2))",
        "no epochs": "run(lambda: train.limit_epochs(tf.constant(1), 0))",
        "rows without end": "run(lambda: train.input_producer([[1, 2], [3, 4]], shuffle=False).dequeue(), 5)",
        "shuffled": "found = run(lambda: train.shuffle_batch([numbers(10)], 5, 20, 0))[0]\n[sorted(x for b in found[:-1] for x in b.tolist()), found[-1]]",
        "joined": "found = run(lambda: train.batch_join([[numbers(4)], [numbers(4)]], 2))[0]\n[sorted(x for b in found[:-1] for x in b.tolist()), found[-1]]",
        "eagerly": "train.batch([1], 2)\ntrain.range_input_producer(3)\ntrain.start_queue_runners()\ntrain.QueueRunner(1, [2])",
        "summaries and names": "with tf.Graph().as_default() as g:\n    b = train.shuffle_batch([numbers(10)], 5, 20, 4)\n[b.shape, b.dtype, [x.name for x in g.get_collection('summaries')], len(g.get_collection('queue_runners'))]",
        "a runner": "with tf.Graph().as_default() as g, v1.Session() as s:\n    q = tf.queue.FIFOQueue(5, tf.int32, [()], name='q')\n    r = train.QueueRunner(q, [q.enqueue(1)] * 2)\n    train.add_queue_runner(r, 'mine')\n    c = train.Coordinator()\n    threads = train.start_queue_runners(s, c, collection='mine')\n    value = s.run(q.dequeue())\n    again = r.create_threads(s, c)\n    c.request_stop()\n    c.join(threads)\n[value, len(threads), again, r.name, r.queue is q, len(r.enqueue_ops), r.exceptions_raised, r.queue_closed_exception_types == (tf.errors.OutOfRangeError,)]",
        "a runner of nothing": "with tf.Graph().as_default() as g:\n    q = tf.queue.FIFOQueue(5, tf.int32)\n    train.QueueRunner(q, [])",
        "a monitored session": "with tf.Graph().as_default():\n    step = train.get_or_create_global_step()\n    x = numbers(3)\n    found = []\n    with train.MonitoredSession() as s:\n        while not s.should_stop():\n            found.append(int(s.run(x)))\nfound",
        "summaries of a monitored session": "import glob\nwith tf.Graph().as_default():\n    step = train.get_or_create_global_step()\n    loss = v1.summary.scalar('loss', tf.cast(step, tf.float32))\n    more = v1.assign_add(step, 1)\n    with train.MonitoredTrainingSession(checkpoint_dir=path('d'), save_summaries_steps=2) as s:\n        for _ in range(5):\n            _ = s.run(more)\nevents = [e for f in glob.glob(path('d') + '/events*') for e in train.summary_iterator(f)]\n[[e.step, v.tag] for e in events if e.WhichOneof('what') == 'summary' for v in e.summary.value if v.tag == 'loss']\nsorted({e.WhichOneof('what') for e in events})",
        "values of a checkpoint": "with tf.Graph().as_default(), v1.Session() as s:\n    a, b = v1.get_variable('m/a', initializer=[1.0, 2.0]), v1.get_variable('m/b', initializer=3.0)\n    _ = s.run([a.initializer, b.initializer])\n    saved = train.Saver().save(s, path('c'))\ndef start(assignment, **shapes):\n    with tf.Graph().as_default(), v1.Session() as s:\n        vs = {n: v1.get_variable(n.replace('_', '/'), shape) for n, shape in shapes.items()}\n        train.init_from_checkpoint(saved, assignment if not callable(assignment) else assignment(vs))\n        s.run(v1.global_variables_initializer())\n        return s.run(vs)\nstart({'m/': 'n/'}, n_a=[2], n_b=[])\nstart(lambda vs: {'m/a': vs['x']}, x=[2])\nstart({'m/b': 'y'}, y=[])\nstart({'m/a': 'x'}, x=[3])\nstart({'nothing': 'x'}, x=[3])\nstart({'m/': 'n/'}, n_a=[2], n_c=[])\n[len(train.get_checkpoint_mtimes([saved, path('none')])), sorted(train.NewCheckpointReader(saved).get_variable_to_shape_map().items())]\ntrain.remove_checkpoint(saved)\ntrain.checkpoint_exists(saved)\nstate = train.generate_checkpoint_state_proto('/models', '/models/m-1', ['/models/m-0'])\n[state.model_checkpoint_path, list(state.all_model_checkpoint_paths)]",
        "an error in a thread": "with tf.Graph().as_default() as g, v1.Session() as s:\n    q = tf.queue.FIFOQueue(5, tf.float32, [()])\n    train.add_queue_runner(train.QueueRunner(q, [q.enqueue(tf.debugging.check_numerics(tf.constant(0.0) / 0.0, 'm'))]))\n    c = train.Coordinator()\n    threads = train.start_queue_runners(s, c)\n    c.join(threads)",
    },
)  # fmt: skip
