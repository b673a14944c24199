"""The CPU shown as several devices, in processes of their own: it is set before devices are listed."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import graphwright as tf
cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
print([d.name for d in tf.config.list_logical_devices("CPU")], len(tf.config.get_logical_device_configuration(cpu)))
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
with tf.device("/CPU:1"):
    print(int(tf.add(1, 2)))
try:
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()])
except RuntimeError as error:
    print(error)
"""


def test_the_cpu_is_shown_as_two_devices() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert done.stdout.splitlines() == [
        "['/device:CPU:0', '/device:CPU:1'] 2",
        "3",
        "Virtual devices cannot be modified after being initialized",
    ], done.stderr
