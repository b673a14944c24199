"""A server for SavedModels that speaks TensorFlow Serving's REST and gRPC interfaces: `graphwright serve`."""
