"""URLs, query strings and environment files as text; nothing here touches the network."""

from urllib.parse import quote, quote_plus, unquote_plus, urlsplit

from harnpy.natives.support.declare import builtin
from harnpy.natives.support.faults import thrown
from harnpy.values.display import display
from harnpy.values.kinds import Value
from harnpy.values.records import Err, Ok, StructValue

_UNRESERVED = "-_.~"
_PATH = "/:@!$&'()*+,;=-_.~%"
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}


@builtin("url_encode(text: string) -> string")
def url_encode(text: str) -> str:
    """Escape everything but letters, digits and `-_.~`."""
    return quote(text, safe=_UNRESERVED)


@builtin("url_decode(text: string) -> string")
def url_decode(text: str) -> str:
    """Undo escapes; `+` is a space and a bad escape stays."""
    return unquote_plus(text)


@builtin("url_parse(url: string) -> dict", fresh=True)
def url_parse(url: str) -> dict[str, Value]:
    """The parts of an absolute URL; nil for what is absent."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as error:
        reason = "invalid port number" if "ort" in str(error) else str(error)
        raise thrown(f"url_parse: {reason}") from None
    if not parts.scheme:
        raise thrown("url_parse: relative URL without a base")
    if not parts.hostname and parts.scheme in _PORTS:
        raise thrown("url_parse: empty host")
    return {
        "scheme": parts.scheme,
        "host": parts.hostname,
        "port": None if port == _PORTS.get(parts.scheme) else port,
        "path": parts.path or "/",
        "query": parts.query or None,
        "fragment": parts.fragment or None,
        "username": parts.username or None,
        "password": parts.password or None,
    }


@builtin("url_build(parts: dict) -> string")
def url_build(parts: Value) -> str:
    """The URL of a dict as `url_parse` gives it; the path is escaped."""
    fields: dict[str, Value] = parts.fields if isinstance(parts, StructValue) else parts
    scheme, host = fields.get("scheme"), fields.get("host")
    if not isinstance(scheme, str) or not scheme:
        raise thrown("url_build: scheme is required")
    out = scheme + ":"
    if host is not None:
        out += "//" + _credentials(fields) + display(host)
        out += f":{display(fields['port'])}" if fields.get("port") is not None else ""
    path = quote(display(fields.get("path") or ""), safe=_PATH)
    if host is not None and not path.startswith("/"):
        path = "/" + path
    out += path
    for mark, name in (("?", "query"), ("#", "fragment")):
        if fields.get(name) is not None and fields[name] != "":
            out += mark + display(fields[name])
    return out


@builtin("query_parse(query: string) -> list<dict>", fresh=True)
def query_parse(query: str) -> list[dict[str, Value]]:
    """The entries `{key, value}` of a query string in order."""
    found: list[dict[str, Value]] = []
    for pair in query.removeprefix("?").split("&"):
        if pair:
            key, _, value = pair.partition("=")
            found.append({"key": unquote_plus(key), "value": unquote_plus(value)})
    return found


@builtin("query_stringify(entries: list) -> string")
def query_stringify(entries: list[Value]) -> str:
    """The query string of entries `{key, value}`."""
    pairs: list[str] = []
    for entry in entries:
        fields = entry.fields if isinstance(entry, StructValue) else entry
        if fields.__class__ is not dict or "key" not in fields or "value" not in fields:
            raise thrown("query_stringify: each item must be a {key, value} dict")
        key, value = display(fields["key"]), fields["value"]
        text = "" if value is None else display(value)
        pairs.append(f"{quote_plus(key, safe='*-._')}={quote_plus(text, safe='*-._')}")
    return "&".join(pairs)


@builtin("parse_env_file(text: string) -> Result")
def parse_env_file(text: str) -> Value:
    """`Ok` with the dict of a file of `NAME=value` lines, or `Err` naming the first line that is none."""
    found: dict[str, Value] = {}
    for number, line in enumerate(text.split("\n"), 1):
        body = line.strip().removeprefix("export ").lstrip()
        if not body or body.startswith("#"):
            continue
        name, equals, value = body.partition("=")
        name = name.strip()
        if (
            not equals
            or not name
            or not name.replace("_", "a").replace(".", "a").isalnum()
            or name[0].isdigit()
        ):
            return Err(f"parse_env_file: line {number}: expected NAME=value")
        parsed = _env_value(value.strip())
        if parsed is None:
            return Err(f"parse_env_file: line {number}: unterminated quote")
        found[name] = parsed
    return Ok(found)


def _env_value(text: str) -> str | None:
    """A value without its quotes and comment; None when a quote stays open."""
    quoted = text[:1]
    if quoted not in ("'", '"') or not quoted:
        return text.partition(" #")[0].rstrip()
    out: list[str] = []
    at = 1
    while at < len(text):
        char = text[at]
        if char == quoted:
            return "".join(out)
        if char == "\\" and quoted == '"' and at + 1 < len(text):
            at += 1
            char = {"n": "\n", "r": "\r", "t": "\t"}.get(text[at], text[at])
        out.append(char)
        at += 1
    return None


def _credentials(fields: dict[str, Value]) -> str:
    user, password = fields.get("username"), fields.get("password")
    if user is None and password is None:
        return ""
    text = quote(display(user or ""), safe=_UNRESERVED)
    if password is not None:
        text += ":" + quote(display(password), safe=_UNRESERVED)
    return text + "@"
