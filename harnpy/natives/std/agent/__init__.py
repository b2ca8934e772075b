"""Modules `std/agent/…`."""
