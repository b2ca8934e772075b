"""Functions without prefix, one file a topic."""
