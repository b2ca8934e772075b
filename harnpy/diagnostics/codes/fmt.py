"""HARN-FMT: what `harnpy fmt` says of programs it cannot format or has not formatted yet."""

from harnpy.diagnostics.model import Code, Message, Repair

UNPARSED = Message("HARN-FMT-001", "{cause}", source="parser")
DRIFT = Message("HARN-FMT-002", "would be reformatted", source="lint")

FMT_001 = Code(
    "HARN-FMT-001",
    "program that cannot be formatted",
    why="The file does not parse, so there is no program to lay out. The message is the first syntax error "
    "with its line and column; `harnpy check` shows all of them in frames. The file is left as it was.",
    bad="fn area(width: int, height: int) {\n  return width *\n}\n",
    good="fn area(width: int, height: int) {\n  return width * height\n}\n",
    command="fmt",
    related=("HARN-PAR-001", "HARN-FMT-002"),
)
FMT_002 = Code(
    "HARN-FMT-002",
    "layout that is not canonical",
    why="`harnpy fmt --check` found a file whose layout differs from the one that `harnpy fmt` writes. "
    "Nothing was changed. `harnpy fmt --diff` shows what would be.",
    bad="fn double(n: int) { return n*2 }\n",
    good="fn double(n: int) {\n  return n * 2\n}\n",
    command="fmt",
    repairs=(Repair("format/apply", "format-only", "run `harnpy fmt` on the file"),),
    related=("HARN-FMT-001",),
)
