"""Models whose sizes are open, as exporters write them to ONNX, beside ONNX Runtime."""
