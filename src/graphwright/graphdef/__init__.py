"""Graphs as TensorFlow's own messages: protobuf classes, constants as TensorProto, and the exporter.

Importing this package imports nothing else; protobuf comes with `graphdef.messages`, when first asked for.
"""
