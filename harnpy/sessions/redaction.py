"""Values that are to be kept in, the same without secrets out: shapes of credentials, known values.

A shape is replaced by `<redacted:NAME:LEN>`, LEN in bytes; cleaning twice changes nothing.
"""

import re2  # pyright: ignore[reportMissingTypeStubs] (the package has none)

from harnpy.values.kinds import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SHAPES: tuple[tuple[str, str], ...] = (
    ("jwt", r"\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{4,}\b"),
    ("github_token", r"\bgh[pousr]_[A-Za-z0-9]{36,}\b"),
    ("github_pat_fine", r"\bgithub_pat_[A-Za-z0-9_]{20,}\b"),
    ("slack_token", r"\bxox[abprs]-[A-Za-z0-9-]{10,}\b"),
    ("aws_access_key", r"\b(?:AKIA|ASIA|AGPA|AIDA|ANPA|AROA|AIPA)[A-Z0-9]{16}\b"),
    ("gitlab_token", r"\bglpat-[A-Za-z0-9_-]{20,}\b"),
    ("huggingface_token", r"\bhf_[A-Za-z0-9]{20,}\b"),
    ("cerebras_key", r"\bcsk-[A-Za-z0-9]{20,}\b"),
    ("together_key", r"\btgp_v1_[A-Za-z0-9_-]{20,}\b"),
    ("google_api_key", r"\bAIza[A-Za-z0-9_-]{35}\b"),
    ("npm_token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("openai_key", r"\bsk-[A-Za-z0-9_-]{20,}\b"),
    ("stripe_key", r"\b(?:rk|sk)_(?:live|test)_[0-9A-Za-z]{16,}\b"),
    (
        "private_key_block",
        r"(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?-----END [A-Z0-9 ]*PRIVATE KEY-----",
    ),
    ("bearer_token", r"(?i)\bBearer\s+[A-Za-z0-9._+/=-]{12,}"),
)
"""Names and shapes of credentials, in the order in which they are looked for."""

ASSIGNMENT = "sensitive_assignment"
"""The name of what is assigned to something that is called a secret."""
KNOWN = "known_value"
"""The name of a value that is known to be secret, whatever its shape."""

_RE2: Value = re2
_SHORTEST = 8
_ASSIGNED = (
    r"(?i)\b(?:api[_-]?key|(?:access|refresh|id)[_-]?token|client[_-]?secret|password|passwd|secret|token)"
    r"""\s*[:=]\s*(?:"[a-z0-9._+/=-]{6,}"|'[a-z0-9._+/=-]{6,}'|([a-z0-9_+/=-]+))"""
)
_USER = r"(?i)(\bhttps?://)[^\s/@]+@"
# Bare words that are values; other words are code or prose.
_PLACEHOLDERS = frozenset({"secret", "hidden", "hideme", "password", "passwd", "token"})
_DECLARED = frozenset({"const", "let", "var"})
_NAMES = frozenset(
    {
        "authorization",
        "proxyauthorization",
        "cookie",
        "setcookie",
        "apikey",
        "xapikey",
        "xamzsecuritytoken",
        "xauthtoken",
        "xcsrftoken",
        "xxsrftoken",
        "accesstoken",
        "refreshtoken",
        "idtoken",
        "bearertoken",
        "clientsecret",
        "password",
        "secret",
        "passwd",
        "privatekey",
        "sessiontoken",
        "protectedvalues",
        "protecteddisclosure",
    }
)
_ENDINGS = ("token", "secret", "password", "apikey")


def is_sensitive(name: str) -> bool:
    """Say whether a name is that of something secret, such as `GITHUB_TOKEN`."""
    folded = name.lower().replace("_", "").replace("-", "")
    return folded in _NAMES or folded.endswith(_ENDINGS)


class Redactor:
    """Cleans values; the secrets of an environment are known to it."""

    __slots__ = ("_assigned", "_known", "_shapes", "_user")

    def __init__(self, environ: "Mapping[str, str]") -> None:
        known = {value for name, value in environ.items() if is_sensitive(name)}
        # The longest first: one may be part of another.
        self._known = sorted((one for one in known if len(one.encode()) >= _SHORTEST), key=len, reverse=True)
        self._assigned, self._user = _RE2.compile(_ASSIGNED), _RE2.compile(_USER)
        self._shapes = [(name, _RE2.compile(shape)) for name, shape in SHAPES]

    def text(self, given: str) -> str:
        """A text without secrets."""
        for name, shape in self._shapes:
            given = _replaced(given, name, shape, _always)
        given = _replaced(given, ASSIGNMENT, self._assigned, _is_value)
        given = self._user.sub(r"\1", given)
        for one in self._known:
            given = given.replace(one, _mark(KNOWN, one))
        return given

    def clean(self, value: Value) -> Value:
        """A value with the texts in its lists and dicts cleaned, keys too."""
        if isinstance(value, str):
            return self.text(value)
        if value.__class__ is list:
            return [self.clean(one) for one in value]
        if value.__class__ is dict:
            return {self.text(name): self.clean(one) for name, one in value.items()}
        return value


def _replaced(given: str, name: str, shape: Value, holds: "Callable[[str, Value], bool]") -> str:
    """A text with the mark of a shape in the place of each match that `holds` accepts."""
    pieces: list[str] = []
    end = 0
    for found in shape.finditer(given):
        if holds(given, found):
            pieces += (given[end : found.start()], _mark(name, found.group()))
            end = found.end()
    return "".join([*pieces, given[end:]]) if pieces else given


def _always(given: str, found: Value) -> bool:
    return True


def _is_value(given: str, found: Value) -> bool:
    """Whether a value is assigned, rather than an expression of a program."""
    bare: str | None = found.group(1)
    if bare is None:
        return True
    if bare.isalpha() and bare.lower() not in _PLACEHOLDERS:
        return False
    before = given[given.rfind("\n", 0, found.start()) + 1 : found.start()].split()
    after = given[found.end() :].lstrip(" \t")
    return not (before and before[-1] in _DECLARED) and not after.startswith(("(", "[", "."))


def _mark(name: str, secret: str) -> str:
    return f"<redacted:{name}:{len(secret.encode('utf-8', 'surrogatepass'))}>"
