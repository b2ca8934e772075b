"""What the hub promises, on each way in which it can run."""
