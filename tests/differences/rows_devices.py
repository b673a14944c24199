"""Rows for devices: `tf.DeviceSpec`, `tf.device` and `tf.config`."""

from __future__ import annotations

_SPECS = """
D(job='ps',device_type='cpu',device_index=0).to_string()
D(job='ps',device_type='CPU').to_string()
D(device_index=1).to_string()
D(device_type='gpu').device_type
D.from_string('/cpu:0').to_string()
D.from_string('/gpu:*').to_string()
D.from_string('/gpu:*').device_index
D.from_string('/GPU').to_string()
D.from_string('/job:w/replica:0/task:1/device:GPU:2').to_string()
D.from_string('job:w').to_string()
D.from_string('').to_string()
D.from_string('/foo:1')
D.from_string('foo')
D.from_string('/cpu:x')
D.from_string('/cpu:0/gpu:1')
D.from_string('/device:FOO:3').to_string()
D.from_string('/task:a')
D.from_string('/xla_cpu:0')
D().parse_from_string('/cpu:1').to_string()
D(job='a').parse_from_string('/cpu:1').to_string()
D(job='a').replace(job='b', task=1).to_string()
D(job='a').replace(foo=1).to_string()
D(job='a',task=1).make_merged_spec(D(job='b',device_type='CPU',device_index=0)).to_string()
D(job='a')==D(job='a')
D(job='a')==D(job='b')
D(job='a')=='/job:a'
D(job='a')=='x'
hash(D(job='a'))==hash(D(job='a'))
D(task='3').task
D(job=1).to_string()
D(device_type='CPU',device_index='0').to_string()
D(device_type=3).to_string()
D(replica=1).replica
setattr(D(), 'job', 'x')
"""

ROWS = [row.replace("D(", "tf.DeviceSpec(").replace("D.", "tf.DeviceSpec.") for row in _SPECS.strip().splitlines()]
