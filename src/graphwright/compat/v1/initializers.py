"""`tf.compat.v1.initializers`: callables that give the first values of variables."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.collections": (
            "global_variables=global_variables_initializer local_variables=local_variables_initializer "
            "tables_initializer variables=variables_initializer"
        ),
        "compat._initializers": (
            "zeros=Zeros ones=Ones constant=Constant random_normal=RandomNormal truncated_normal=TruncatedNormal "
            "random_uniform=RandomUniform variance_scaling=VarianceScaling glorot_uniform=GlorotUniform "
            "glorot_normal=GlorotNormal he_normal he_uniform lecun_normal lecun_uniform orthogonal=Orthogonal "
            "identity=Identity uniform_unit_scaling=UniformUnitScaling"
        ),
    },
)
