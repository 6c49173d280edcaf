"""Hand-kept publication lists, read and edited in place."""
