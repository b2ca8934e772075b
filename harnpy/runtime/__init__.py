"""What running programs stand on: slow paths behind the guards, tasks, modules, permissions, the machine."""

_ORDER = (
    "errors",
    "limits",
    "alarms",
    "timers",
    "task",
    "interrupts",
    "permissions",
    "handles",
    "hub",
    "calls",
    "loops",
    "operators",
    "access",
    "locks",
    "channels",
    "tasks",
    "modules",
    "codecache",
    "support",
    "machine",
)
