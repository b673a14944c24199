# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.resource_loader`: files beside the calling module."""

from graphwright.compat._resources import get_data_files_path as get_data_files_path
from graphwright.compat._resources import get_path_to_datafile as get_path_to_datafile
from graphwright.compat._resources import get_root_dir_with_all_resources as get_root_dir_with_all_resources
from graphwright.compat._resources import load_resource as load_resource
from graphwright.compat._resources import readahead_file_path as readahead_file_path

__all__ = [
    "get_data_files_path",
    "get_path_to_datafile",
    "get_root_dir_with_all_resources",
    "load_resource",
    "readahead_file_path",
]
