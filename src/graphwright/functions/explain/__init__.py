"""Why a function was traced again, what its traces cost, and what the compiler makes of them."""
