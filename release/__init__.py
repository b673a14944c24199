"""How a release is made: `make release` checks, builds and tags; pushing and uploading are left to a person."""
