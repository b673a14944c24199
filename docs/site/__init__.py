"""How the documentation's site is built: `make docs` writes it into `build/site`."""
