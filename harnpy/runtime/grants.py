"""What a user allows and refuses a run, before anybody asks what that means."""

BASES = ("none", "default", "all")
"""What `--permissions` takes."""


class Grants:
    """What flags add to and take from a base; every list may be changed until the run starts.

    The lists of `run`, `env` and `net` hold names, `*` for any; `allow` is None unless `--allow` was given.
    """

    __slots__ = (
        "allow",
        "allow_env",
        "allow_net",
        "allow_read",
        "allow_run",
        "allow_write",
        "deny",
        "deny_env",
        "deny_net",
        "deny_read",
        "deny_run",
        "deny_write",
        "files",
    )

    def __init__(self) -> None:
        self.allow: frozenset[str] | None = None
        self.deny: frozenset[str] = frozenset()
        self.allow_read: list[str] = []
        self.deny_read: list[str] = []
        self.allow_write: list[str] = []
        self.deny_write: list[str] = []
        self.allow_run: list[str] = []
        self.deny_run: list[str] = []
        self.allow_env: list[str] = []
        self.deny_env: list[str] = []
        self.allow_net: list[str] = []
        self.deny_net: list[str] = []
        # Files readable under every base: the program and its imports.
        self.files: list[str] = []

    def copy(self) -> "Grants":
        """Grants of their own with the same content."""
        twin = Grants()
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        return twin

    def restrict_builtins(self) -> bool:
        """Say whether they refuse any builtin by its name."""
        return bool(self.deny) or self.allow is not None
