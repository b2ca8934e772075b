"""The table of all rules."""

from harnpy.fmt.context import Rules
from harnpy.fmt.rules import blocks, declarations, statements, types

RULES: Rules = Rules("fmt")
for _table in (types.TABLE, blocks.TABLE, statements.TABLE, declarations.TABLE):
    RULES.merge(_table)
