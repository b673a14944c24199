"""What generated code calls: every decision between Python and the graph is made here, by the type of a value."""
