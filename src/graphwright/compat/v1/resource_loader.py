"""`tf.compat.v1.resource_loader`: files beside the calling module."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._resources": (
            "get_data_files_path get_path_to_datafile get_root_dir_with_all_resources load_resource readahead_file_path"
        )
    },
)
