"""`tf.initializers`: callables that return the initial values of variables."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.nn.initializers": (
            "Initializer Zeros Ones Constant RandomNormal RandomUniform TruncatedNormal VarianceScaling "
            "GlorotUniform GlorotNormal HeNormal HeUniform LecunNormal LecunUniform zeros=Zeros ones=Ones "
            "constant=Constant random_normal=RandomNormal random_uniform=RandomUniform "
            "truncated_normal=TruncatedNormal variance_scaling=VarianceScaling glorot_uniform=GlorotUniform "
            "glorot_normal=GlorotNormal he_normal=HeNormal he_uniform=HeUniform lecun_normal=LecunNormal "
            "lecun_uniform=LecunUniform Identity IdentityInitializer=Identity identity=Identity Orthogonal "
            "OrthogonalInitializer=Orthogonal orthogonal=Orthogonal"
        ),
        "ops.nn.named_initializers": "STFT STFTInitializer=STFT stft=STFT deserialize get serialize",
    },
)
