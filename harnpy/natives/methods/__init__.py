"""Methods and properties of values, one file a kind."""
