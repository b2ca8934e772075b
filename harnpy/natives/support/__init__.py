"""Support shared by natives only."""
