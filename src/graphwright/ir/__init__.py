"""The one intermediate representation: op records, graphs, the verifier and the printer."""
