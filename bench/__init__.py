"""The benchmark: Graphwright, NumPy, TensorFlow and jax on the same work, interleaved in one run.

    make bench              # Graphwright and NumPy
    make bench PEERS=1      # TensorFlow and jax as well, each in an environment of its own

Each library has a process of its own for the whole run. In each round every contender times one short block of
calls, one contender after the other, so that a change of the machine's speed affects all of them. Reported are the
median over the rounds, its spread, and the median of the ratios within each round.
"""
