"""Files that hold credentials: no program reads them, whatever its grants, short of `--permissions all`."""

HOME: dict[str, str] = {
    ".ssh": "private keys",
    ".aws": "cloud keys and session tokens",
    ".azure": "cloud tokens",
    ".gnupg": "private keys",
    ".netrc": "passwords of hosts",
    ".pgpass": "database passwords",
    ".my.cnf": "database passwords",
    ".git-credentials": "tokens of code hosts",
    ".docker/config.json": "registry passwords",
    ".config/gh/hosts.yml": "token of the code host's client",
    ".config/hub": "token of the code host's client",
    ".config/gcloud": "cloud tokens",
    ".kube/config": "cluster keys",
    ".npmrc": "registry tokens",
    ".yarnrc.yml": "registry tokens",
    ".pypirc": "registry tokens",
    ".cargo/credentials": "registry tokens",
    ".cargo/credentials.toml": "registry tokens",
    ".gem/credentials": "registry tokens",
    ".config/git/credentials": "tokens of code hosts",
    ".config/rclone/rclone.conf": "storage keys",
    ".config/sops/age": "private keys",
    ".cache/huggingface/token": "model hub token",
    ".huggingface/token": "model hub token",
    ".terraform.d/credentials.tfrc.json": "infrastructure tokens",
    ".vault-token": "token of the secret store",
    ".password-store": "passwords",
    ".local/share/keyrings": "passwords",
}
"""Paths below the home folder and what each keeps."""

PROCESS: tuple[str, ...] = ("environ", "mem")
"""Names below `/proc/PID` that show the memory and the environment of processes."""


def holds_credentials(path: str, home: str) -> bool:
    """Say whether the resolved `path` is, or lies in, a place of the lists above."""
    if path.startswith("/proc/"):
        return path.rsplit("/", 1)[-1] in PROCESS
    prefix = home.rstrip("/") + "/"
    if not path.startswith(prefix):
        return False
    below = path[len(prefix) :]
    return any(below == entry or below.startswith(entry + "/") for entry in HOME)
