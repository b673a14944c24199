"""Readers of TensorFlow 1: text, whole files, TFRecords, records of one length."""

from __future__ import annotations

from tests.behaviour.table import listed

ROWS = listed("""
# == readers of files
v1 = tf.compat.v1
open(path('a'), 'wb').write(b'one\\ntwo\\r\\n\\nlast')
open(path('b'), 'wb').write(b'three\\n')
with tf.io.TFRecordWriter(path('r')) as w:
    w.write(b'x')
    w.write(b'yy')
with tf.io.TFRecordWriter(path('z'), 'GZIP') as w:
    w.write(b'packed')
def run(reader, names, times=20, up_to=None):
    with tf.Graph().as_default(), v1.Session() as s:
        q = tf.queue.FIFOQueue(10, tf.string, shapes=[()])
        r = reader()
        fetched = r.read(q) if up_to is None else r.read_up_to(q, up_to)
        counts = [r.num_records_produced(), r.num_work_units_completed()]
        print([t.dtype.name for t in fetched], [t.shape for t in fetched], type(fetched).__name__, r.supports_serialize)
        s.run(q.enqueue_many([[path(n) for n in names]]))
        s.run(q.close())
        found = []
        try:
            for _ in range(times):
                k, v = s.run(fetched)
                found.append((np.char.replace(np.array(k, 'S'), path('').encode(), b'').tolist(), np.char.replace(np.array(v, 'S'), path('').encode(), b'').tolist()))
        except tf.errors.OutOfRangeError as e:
            found.append('end')
        return found, s.run(counts)
run(v1.TextLineReader, 'ab')
run(lambda: v1.TextLineReader(skip_header_lines=1), 'ab')
run(v1.TextLineReader, 'ab', up_to=3)
run(v1.WholeFileReader, 'ab')
run(v1.IdentityReader, 'ab')
run(v1.TFRecordReader, 'rr')
run(lambda: v1.TFRecordReader(options=tf.io.TFRecordOptions('GZIP')), 'z')
run(lambda: v1.FixedLengthRecordReader(record_bytes=3), 'a')
run(lambda: v1.FixedLengthRecordReader(record_bytes=3, header_bytes=1, footer_bytes=2), 'a')
run(lambda: v1.FixedLengthRecordReader(record_bytes=4, hop_bytes=2), 'a')
run(v1.TextLineReader, 'n')
run(v1.TextLineReader, '')

# == a reader is reset
v1 = tf.compat.v1
open(path('a'), 'wb').write(b'one\\ntwo\\n')
with tf.Graph().as_default(), v1.Session() as s:
    q = tf.queue.FIFOQueue(10, tf.string, shapes=[()])
    r = v1.TextLineReader(name='lines')
    _, value = r.read(q)
    n = r.num_records_produced()
    s.run(q.enqueue_many([[path('a')] * 3]))
    print(s.run(value), s.run(n))
    s.run(r.reset())
    print(s.run(value), s.run(value), s.run(value), s.run(n), r.reader_ref.dtype.name)

# == an input pipeline with a reader
v1 = tf.compat.v1
for i in range(3):
    open(path('f%d.csv' % i), 'w').write('%d,a\\n%d,b\\n' % (i, i + 10))
with tf.Graph().as_default(), v1.Session() as s:
    names = v1.train.string_input_producer([path('f%d.csv' % i) for i in range(3)], num_epochs=1, shuffle=False)
    key, value = v1.TextLineReader().read(names)
    n, t = v1.decode_csv(value, [[0], ['']])
    b = v1.train.batch([n, t], 4, allow_smaller_final_batch=True)
    s.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
    c = v1.train.Coordinator()
    threads = v1.train.start_queue_runners(s, c)
    try:
        while not c.should_stop():
            x, y = s.run(b)
            print(x.tolist(), y.tolist())
    except tf.errors.OutOfRangeError:
        print('end')
    c.request_stop()
    c.join(threads)

# == readers eagerly
tf.compat.v1.TextLineReader()
tf.compat.v1.WholeFileReader()
tf.compat.v1.TFRecordReader(name='x')
with tf.Graph().as_default():
    print(isinstance(tf.compat.v1.TextLineReader(), tf.compat.v1.ReaderBase))
""")
