"""HARN-MOD, HARN-IMP and HARN-HPY-001: imports that cannot be had or do not fit together."""

from harnpy.diagnostics.model import Code, Message, Repair

MOD_001 = Code(
    "HARN-MOD-001",
    "unresolved import",
    why="No file of that name lies beside the importing file, and no standard module has that name; or the "
    "file is there and cannot be read, for example because it is not UTF-8. The help line tells which.",
    bad='import "./nowhere"\n',
    good='import "std/math"\n',
    repairs=(Repair("imports/fix-path", "scope-local", "correct the path of the import"),),
    related=("HARN-MOD-007", "HARN-IMP-002"),
)
MOD_005 = Code(
    "HARN-MOD-005",
    "import collision",
    why="Two imports bind the same name, so the second would silently replace the first; or an import spells "
    "out a name that the file declares itself. What a file declares hides only what a wildcard would bring.",
    bad='import { clamp } from "std/math"\nimport * as clamp from "std/text"\n',
    good='import { clamp } from "std/math"\nimport * as text from "std/text"\n\n'
    "pub const edge = text.int_to_string(clamp(3, 0, 9))\n",
    related=("HARN-MOD-006",),
)
MOD_006 = Code(
    "HARN-MOD-006",
    "re-export conflict",
    why="A name can be offered to importers once: by a declaration of the file or by one `pub import`.",
    bad='pub import { clamp } from "std/math"\n\npub fn clamp(n: int) -> int {\n  return n\n}\n',
    good='pub import { clamp } from "std/math"\n\npub fn limit(n: int) -> int {\n  return n\n}\n',
    related=("HARN-MOD-005",),
)
MOD_007 = Code(
    "HARN-MOD-007",
    "import that does not compile",
    why="The imported file was found but has an error of its own; check that file.",
    bad='import "./broken"\n',
    good='import "std/math"\n',
    related=("HARN-MOD-001",),
)
IMP_002 = Code(
    "HARN-IMP-002",
    "imported name that is not offered",
    why="The module does not declare the name, or declares it without `pub`.",
    bad='import { clmap } from "std/math"\n',
    good='import { clamp } from "std/math"\n\npub const edge = clamp(3, 0, 9)\n',
    related=("HARN-MOD-001",),
)
HPY_001 = Code(
    "HARN-HPY-001",
    "limit of harnpy reached",
    why="A run has limits. Of the program: at most 2,000 files of at most 4 MiB each; in one function about "
    "20 loops, `try` and `defer` inside each other (`retry` and `catch` with `finally` count twice); no "
    "chain of operators or calls longer than harnpy can follow. While it runs: the memory of the process "
    "(`--limit memory=512MiB`), the characters it prints (`--limit output=10MB`) and its steps (`--limit "
    "steps=1000000`), which nothing bounds unless the option is given; the size of text that repeating and "
    "padding makes. `harnpy run --limits` lists them all with their values.",
    bad='import "./generated"\n',
    good='import "std/math"\n',
)

UNRESOLVED = Message(
    "HARN-MOD-001", "preflight: unresolved import '{path}'", source="preflight", label="not found"
)
UNRESOLVED_RUN = Message("HARN-MOD-001", "unresolved import '{path}'", source="module", label="not found")
COLLISION = Message(
    "HARN-MOD-005",
    "preflight: import collision — '{name}' is exported by both '{first}' and '{second}'",
    source="preflight",
    label="second binding",
)
COLLISION_RUN = Message(
    "HARN-MOD-005",
    "Import collision: '{name}' is already defined when importing {path}. Use selective imports to "
    'disambiguate: import {{ {name} }} from "..."',
    source="module",
    label="second binding",
)
ALIAS_COLLISION_RUN = Message(
    "HARN-MOD-005",
    "Import collision: '{name}' is already defined when importing {path}. Use a different namespace alias: "
    'import * as <name> from "..."',
    source="module",
    label="second binding",
)
REEXPORT = Message(
    "HARN-MOD-006",
    "preflight: re-export conflict — '{name}' is re-exported (or locally defined) "
    "by multiple sources: {sources}",
    source="preflight",
    label="offered twice",
)
REEXPORT_RUN = Message(
    "HARN-MOD-006",
    "Re-export collision: '{name}' is defined here and also re-exported from '{path}'",
    source="module",
    label="offered twice",
)
REEXPORT_CYCLE = Message(
    "HARN-MOD-006",
    "Re-export error: cannot `pub import` from '{path}' because it forms an import cycle with this module "
    "(its public surface is still being built). Use a plain `import` here, or re-export from a module that "
    "is not part of the cycle.",
    source="module",
    label="leads back here",
)
BROKEN_IMPORT = Message(
    "HARN-MOD-007",
    "imported module '{path}' failed to compile ({file}): {cause}",
    source="module",
    label="does not compile",
)
NO_SUCH_EXPORT = Message(
    "HARN-IMP-002",
    "imported symbol `{name}` does not exist in `{path}`{near}",
    source="type",
    label="not offered by the module",
)
PRIVATE_EXPORT = Message(
    "HARN-IMP-002",
    "imported symbol `{name}` is not exported by `{path}` — it is defined there but not `pub`",
    source="type",
    label="private",
)
FILE_TOO_LARGE = Message(
    "HARN-HPY-001",
    "'{path}' has {size} bytes; harnpy loads at most 4 MiB a file",
    source="module",
    label="too large",
)
TOO_DEEP = Message(
    "HARN-HPY-001",
    "an expression of this file is longer than harnpy can follow",
    source="compile",
    label="split its longest chain of operators or calls",
)
TOO_NESTED = Message(
    "HARN-HPY-001",
    "loops and cleanups nest deeper here than harnpy can follow in one function",
    source="compile",
    label="one too many",
    help="move the inner ones into a function of their own",
)
TOO_MANY_FILES = Message(
    "HARN-HPY-001", "the program has more than 2000 files", source="module", label="one file too many"
)
