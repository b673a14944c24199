"""The configuration of Sphinx; `python -m docs.site` passes the version."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from docs.site.links import LinkNames
from docs.site.names import public

project = "Graphwright"
author = copyright = "The authors of Graphwright"
version = release = os.environ.get("GRAPHWRIGHT_DOCS_VERSION", "main")
extensions = ["myst_nb"]
exclude_patterns: list[str] = []
nitpicky = True
add_module_names = True
python_maximum_signature_line_length = 88
highlight_language = "default"
toc_object_entries = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

html_theme = "pydata_sphinx_theme"
html_title = "Graphwright"
html_static_path = ["static"]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navbar_end": ["version.html", "theme-switcher"],
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_toc_level": 1,
    "secondary_sidebar_items": ["page-toc"],
    "primary_sidebar_end": [],  # the theme puts advertisements there
    "footer_start": ["copyright"],
    "footer_end": [],
    "back_to_top_button": True,
    "show_prev_next": True,
    "navigation_with_keys": False,
}
html_sidebars = {"index": [], "changelog": []}


def setup(app: Any) -> None:
    """Link the public names that pages mention to their descriptions."""
    LinkNames.names = {name: one.name for one in public() if callable(one.value) for name in one.names}
    app.add_post_transform(LinkNames)
