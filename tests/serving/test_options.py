"""Configurations, and the ones that are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from graphwright.base.errors import InvalidArgumentError
from graphwright.serving.options import ModelConfig, Options, read_config


def test_a_configuration_of_tensorflow_serving(tmp_path: Path) -> None:
    file = tmp_path / "models.config"
    file.write_text(
        """
        model_config_list {
          config { name: "a" base_path: "/models/a" model_platform: "tensorflow" }
          config {
            name: "b" base_path: "/models/b" model_version_policy { specific { versions: 3 versions: 5 } }
            version_labels { key: "stable" value: 3 }
          }
          config { name: "c" base_path: "/models/c" model_version_policy { latest { num_versions: 2 } } }
          config { name: "d" base_path: "/models/d" model_version_policy { all {} } }
        }
        """
    )
    assert read_config(str(file)) == [
        ModelConfig("a", "/models/a"),
        ModelConfig("b", "/models/b", versions=(3, 5), labels={"stable": 3}),
        ModelConfig("c", "/models/c", latest=2),
        ModelConfig("d", "/models/d", versions="all"),
    ]
    file.write_text("model_config_list { config { nome: 'a' } }")
    with pytest.raises(InvalidArgumentError, match=r"is no configuration of models.*nome"):
        read_config(str(file))


@pytest.mark.parametrize(
    ("models", "options", "text"),
    [
        ([], {}, "there is no model to serve"),
        (["a", "a"], {}, "two models have the name 'a'"),
        (["a/b"], {}, "'a/b' cannot be the name of a model"),
        ([""], {}, "'' cannot be the name of a model"),
        (["a"], {"threads": 0}, "threads must be greater than 0; got 0"),
        (["a"], {"workers": -1}, "workers must be 0 or more; got -1"),
        (["a"], {"timeout": 0.0}, "timeout must be greater than 0"),
    ],
)
def test_what_cannot_be_served(models: list[str], options: dict[str, Any], text: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgumentError, match=text):
        Options([ModelConfig(name, str(tmp_path)) for name in models], **options)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgumentError, match=r"model 'a': there is no folder '.*none'"):
        Options([ModelConfig("a", str(tmp_path / "none"))])
