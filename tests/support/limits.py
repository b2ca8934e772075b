"""Tables of the architecture test: what may import what, what may be called where, what is exempt."""

import ast

BACK = ("base", "diagnostics", "catalog", "system", "values", "runtime")

LAYERS: dict[str, tuple[str, ...]] = {
    "base": (),
    "diagnostics": ("base",),
    "catalog": ("base",),
    "system": ("base",),
    "syntax": ("base", "diagnostics"),
    "project": ("base", "diagnostics", "syntax"),
    "fmt": ("base", "diagnostics", "syntax"),
    "semantics": ("base", "diagnostics", "catalog", "syntax", "project"),
    "lint": ("base", "diagnostics", "catalog", "syntax", "project", "semantics"),
    # Natives are looked up by name, so lowering reads the catalog as well.
    "lowering": ("base", "diagnostics", "catalog", "syntax", "semantics"),
    "values": ("base", "diagnostics"),
    "runtime": ("base", "diagnostics", "catalog", "system", "values"),
    "testing": (),
    "storage": ("base", "diagnostics", "system", "values"),
    "durable": ("base", "diagnostics", "system", "values", "runtime", "storage", "testing"),
    "sessions": ("base", "diagnostics", "system", "values", "storage"),
    "natives": (*BACK, "storage", "durable", "sessions"),
    "pipeline": ("base", "catalog", "diagnostics", "durable", "lint", "lowering", "natives", "project",
                 "runtime", "semantics", "syntax", "system", "values"),
    "harnpy": ("base", "diagnostics", "fmt", "pipeline", "runtime", "system"),
    "__main__": ("cli", "harnpy", "pipeline", "runtime", "system"),
    "cli": ("__main__", "base", "catalog", "diagnostics", "durable", "harnpy", "lint", "lowering", "natives",
            "pipeline", "fmt", "project", "runtime", "semantics", "storage", "syntax", "system", "values"),
}  # fmt: skip
"""What a package may import besides itself; every one may read the version from the root."""

FENCES: dict[str, tuple[str, ...]] = {
    "attr": ("harnpy/syntax/", "harnpy/semantics/", "harnpy/project/"),
    "attrs": ("harnpy/syntax/", "harnpy/semantics/", "harnpy/project/"),
    "lark": ("harnpy/syntax/",),
    "click": ("harnpy/cli/",),
    "rich": ("harnpy/cli/",),
    "greenlet": ("harnpy/runtime/hub.py",),
    "asyncio": (
        "harnpy/runtime/hub.py",
        "harnpy/runtime/loop.py",
        "harnpy/natives/support/postgres/transactions.py",
    ),
    # Opened by `std/postgres`, which only looks whether they are there.
    "psycopg": ("harnpy/natives/support/postgres/", "harnpy/natives/std/postgres.py"),
    "psycopg_pool": ("harnpy/natives/support/postgres/", "harnpy/natives/std/postgres.py"),
    "re2": ("harnpy/natives/support/patterns.py", "harnpy/sessions/redaction.py"),
    "yaml": ("harnpy/natives/builtins/",),
    "random": (),
    "secrets": (),
    "subprocess": ("harnpy/system/",),
    "socket": (),
    "signal": (
        "harnpy/system/",
        "harnpy/runtime/streams.py",
        "harnpy/runtime/alarms.py",
        "harnpy/cli/launch.py",
    ),
    "marshal": ("harnpy/runtime/codecache.py",),
    "cProfile": ("harnpy/cli/profile.py",),
    "ctypes": ("harnpy/system/",),
    "fcntl": ("harnpy/system/",),
    "pickle": (),
    "shelve": (),
}
"""Third parties and dangerous modules: where they may be imported."""

CALLS: dict[str, tuple[str, ...]] = {
    "eval": (),
    "exec": ("harnpy/runtime/codecache.py",),
    "os.system": (),
    "tempfile.mktemp": (),
    "os.replace": ("harnpy/system/", "harnpy/runtime/codecache.py"),
    "time.time": ("harnpy/base/clock.py", "harnpy/runtime/codecache.py"),
    "datetime.now": (),
    "datetime.datetime.now": (),
    "random.random": (),
    "random.randint": (),
    "print": (),
    "open": (
        "harnpy/system/",
        "harnpy/runtime/codecache.py",
        "harnpy/syntax/maketable.py",
        "harnpy/cli/run.py",
    ),
    "os.open": ("harnpy/system/", "harnpy/runtime/codecache.py", "harnpy/runtime/streams.py"),
    "os.rename": ("harnpy/system/",),
    "os.unlink": ("harnpy/system/", "harnpy/runtime/codecache.py"),
    "os.remove": ("harnpy/system/",),
    "os.fsync": ("harnpy/system/",),
    "os.fdatasync": ("harnpy/system/",),
    "os.ftruncate": ("harnpy/system/",),
    "os.truncate": ("harnpy/system/",),
    "os.link": ("harnpy/system/",),
    "os.mkdir": ("harnpy/system/",),
    "os.makedirs": ("harnpy/system/", "harnpy/runtime/codecache.py"),
    "os.pwrite": ("harnpy/system/",),
    "os.write": ("harnpy/system/", "harnpy/cli/launch.py"),
    "os.writev": ("harnpy/system/",),
    "os.rmdir": ("harnpy/system/",),
    "fcntl.flock": ("harnpy/system/",),
    "sqlite3.connect": ("harnpy/storage/backends/sqlite.py",),
    "subprocess.run": ("harnpy/system/",),
    "subprocess.Popen": ("harnpy/system/",),
}
"""Calls that are allowed in named places only."""

LATE: dict[str, int] = {
    "harnpy/__init__.py": 9,
    "harnpy/__main__.py": 6,
    "harnpy/cli/check.py": 2,
    "harnpy/cli/checked.py": 2,
    "harnpy/cli/commands.py": 3,
    "harnpy/cli/layouts.py": 3,
    "harnpy/cli/limits.py": 6,
    "harnpy/cli/run.py": 1,
    "harnpy/pipeline.py": 19,
    "harnpy/runtime/hub.py": 2,
}
"""Most imports inside functions; elsewhere only the opener of an optional dependency, marked `# late:`."""

MANY = ("harnpy/__init__.py run",)
"""Functions with more than five parameters: what an embedder may set is a keyword each."""

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef

WIDE = ("Naive", "Expressions", "Writer", "Phrases")
"""Classes of tests with one method for each form of the language, as an oracle or a source of programs."""

GENERATED = ("harnpy/catalog/rows.py", "harnpy/syntax/lalr_table.py")
"""Literals written by a program: exempt from sizes."""

# Tables that are written once at import and read ever after are no state; these two are more.
STATE = ("harnpy/runtime/codecache.py",)
