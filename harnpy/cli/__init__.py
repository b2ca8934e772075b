"""Commands: options in, calls of the pipeline, text and exit codes out. The only user of click and rich."""

_ORDER = (
    "exit_codes",
    "console",
    "help",
    "envelope",
    "inputs",
    "options",
    "limits",
    "failures",
    "events",
    "profile",
    "outcome",
    "stages",
    "run",
    "check",
    "fmt",
    "explain",
    "completion",
    "commands",
    "launch",
)
