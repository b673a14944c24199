"""The benchmark: Graphwright beside NumPy, TensorFlow and jax on the same work, in turn, in one run.

    make bench              # Graphwright and NumPy
    make bench PEERS=1      # TensorFlow and jax as well, each in an environment of its own

Every library runs in a process of its own that lives as long as the run. In each round every contender times
one short block of calls, one contender after the other, so that all of them meet the same weather on the
machine; what is reported is the median over the rounds, its spread, and the median of the ratios within each
round.
"""
