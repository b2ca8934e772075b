"""Commands: options in, calls of the pipeline, text and exit codes out. The only user of click and rich."""

_ORDER = (
    "exit_codes",
    "console",
    "envelope",
    "options",
    "failures",
    "run",
    "check",
    "explain",
    "completion",
    "commands",
    "launch",
)
