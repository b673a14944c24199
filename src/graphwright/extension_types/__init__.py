"""ExtensionTypes: users' classes made of tensors, and dispatch of the public functions to users' own for them."""
