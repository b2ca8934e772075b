"""Options of pools, queries and transactions as a program gives them in, judged out."""

from harnpy.natives.support.leading import options_of
from harnpy.natives.support.postgres.judging import integer, span, text
from harnpy.values.display import display
from harnpy.values.faults import runtime_fault
from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PRIMARY, REPLICA = "primary", "replica"
REPLICA_OR_PRIMARY, ROUND_ROBIN = "replica_or_primary", "round_robin_replica"
_POLICIES = (PRIMARY, REPLICA, REPLICA_OR_PRIMARY, ROUND_ROBIN)
_SSL_MODES = {
    "disable": "disable",
    "disabled": "disable",
    "prefer": "prefer",
    "require": "require",
    "required": "require",
    "verify-ca": "verify-ca",
    "verify-full": "verify-full",
}
_ISOLATIONS = {
    "read_committed": "READ COMMITTED",
    "repeatable_read": "REPEATABLE READ",
    "serializable": "SERIALIZABLE",
}
_TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
_FORMS = ("text", "dict")


class PoolOptions:
    """What a pool was asked to be; times are in milliseconds. `single` is for `pg_connect`."""

    __slots__ = (
        "acquire_ms", "application_name", "capacity", "form", "idle_ms", "least", "lifetime_ms", "most",
        "policy", "replicas", "reset_ms", "single", "ssl_mode", "threshold",
    )  # fmt: skip

    def __init__(self, function: str, value: Value, *, single: bool) -> None:
        given = options_of(function, value)
        self.single = single
        self.most = 1 if single else max(1, _integer(given, "max_connections", 5))
        self.least = min(max(0, _integer(given, "min_connections", 1 if single else 0)), self.most)
        self.acquire_ms = _span(given, ("acquire_timeout_ms", "timeout_ms"), 30_000)
        self.idle_ms = _span(given, ("idle_timeout_ms",), 600_000)
        self.lifetime_ms = _span(given, ("max_lifetime_ms",), 1_800_000)
        self.application_name = text(given, "application_name")
        self.ssl_mode = _ssl_mode(given)
        self.capacity = max(0, _integer(given, "statement_cache_capacity", 100))
        self.replicas = _replicas(given)
        self.policy = policy_of("pg_pool", given, ("read_routing_policy", "routing_policy"))
        self.policy = self.policy or REPLICA_OR_PRIMARY
        breaker: Value = given.get("circuit_breaker")
        if breaker.__class__ is not dict:
            breaker = {}
        self.threshold = max(0, _integer(breaker, "failure_threshold", 0))
        self.reset_ms = _span(breaker, ("reset_after_ms",), 30_000)
        form = text(given, "error_format")
        self.form = form if form in _FORMS else _FORMS[0]


class Modes:
    """How a transaction is to run: the text that begins it, its settings in order, how often it is tried."""

    __slots__ = ("begin", "most_attempts", "settings")

    def __init__(self, value: Value) -> None:
        given = options_of("pg_transaction", value)
        parts = ["BEGIN"]
        isolation = given.get("isolation")
        if isolation is not None:
            parts.append(f"ISOLATION LEVEL {_isolation(isolation)}")
        parts += ["READ ONLY"] if given.get("read_only") is True else []
        parts += ["DEFERRABLE"] if given.get("deferrable") is True else []
        self.begin = " ".join(parts)
        self.most_attempts = max(1, _integer(given, "max_attempts", 1))
        self.settings = _settings(given.get("settings"))


def policy_of(function: str, given: "Mapping[str, Value]", names: tuple[str, ...]) -> str | None:
    """The routing policy that one of some options names; None when none does."""
    named = text(given, *names)
    if named is None:
        return None
    policy = named.lower().replace("-", "_")
    if policy not in _POLICIES:
        raise runtime_fault(f"{function}: unsupported read routing policy `{named}`")
    return policy


def route_of(function: str, value: Value, usual: str) -> str:
    """Where a query goes; `usual` is the pool's policy for reads."""
    given = options_of(function, value, "routing")
    named = policy_of(function, given, ("read_routing_policy", "routing_policy", "route"))
    if named is not None:
        return named
    return usual if given.get("read_only") is True else PRIMARY


def _integer(given: "Mapping[str, Value]", name: str, usual: int) -> int:
    found = integer(given.get(name))
    return usual if found is None else found


def _span(given: "Mapping[str, Value]", names: tuple[str, ...], usual: float) -> float:
    found = [value for name in names if (value := span(given.get(name))) is not None]
    return found[0] if found else usual


def _ssl_mode(given: "Mapping[str, Value]") -> str | None:
    named = text(given, "ssl_mode", "tls_mode")
    if named is None:
        return None
    mode = _SSL_MODES.get(named.lower().replace("_", "-"))
    if mode is None:
        raise runtime_fault(f"pg_pool: unsupported ssl_mode `{named}`")
    return mode


def _replicas(given: "Mapping[str, Value]") -> list[Value]:
    listed = given.get("replicas")
    if listed is None:
        return []
    if listed.__class__ is not list or any(one.__class__ not in (str, dict) for one in listed):
        raise runtime_fault("pg_pool: replicas must be a list of url strings or {url|env|secret} dicts")
    return listed


def _isolation(value: Value) -> str:
    name = display(value)
    level = _ISOLATIONS.get(name.strip().lower().replace(" ", "_").replace("-", "_"))
    if level is None:
        raise runtime_fault(f"pg_transaction: unsupported isolation `{name}`")
    return level


def _settings(value: Value) -> list[tuple[str, str]]:
    """The settings in order of their names; those that could lift what a server enforces are refused."""
    if value is None:
        return []
    if value.__class__ is not dict:
        raise runtime_fault("pg_transaction: `settings` must be a dict")
    found: list[tuple[str, str]] = []
    for name in sorted(value):
        if not (name.startswith("app.") and len(name) > len("app.")) and name.lower() not in _TIMEOUTS:
            listed = ", ".join(f'"{one}"' for one in _TIMEOUTS)
            raise runtime_fault(
                f"pg_transaction: setting `{name}` is not permitted; allowed settings are `app.*` keys and "
                f"the timeouts [{listed}]. Privileged GUCs such as `role`, `session_authorization`, "
                "`is_superuser` and `search_path` are rejected because they could bypass row-level security."
            )
        if value[name] is None:
            raise runtime_fault(
                f"pg_transaction: setting `{name}` has a nil value; provide a string/number value "
                '(nil would be set as the literal text "nil", not a reset)'
            )
        found.append((name, display(value[name])))
    return found
