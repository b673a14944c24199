"""The ground floor: dtypes, shapes, specs, nested structures, errors and configuration."""
