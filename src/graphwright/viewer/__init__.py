"""Pages and pictures of functions: `f.explain().to_html(path)`, `to_svg(path)`, `graphwright view`."""
