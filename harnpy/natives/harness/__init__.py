"""Capability handles, one file per handle; a method that has an ambient spelling stands with its builtin."""
