"""Writers of steps that are no loop nests: products, views, lists, scatters, host callbacks, buffers."""
