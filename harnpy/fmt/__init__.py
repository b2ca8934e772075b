"""The formatter: a program in, the same program in the canonical layout out.

A rule turns a node into a document, the layout algebra decides where lines break, and the front door compares
the program it made with the one it was given. A printer that keeps the author's line breaks was refused: two
people who write the same program get the same text.
"""

_ORDER = ("doc", "spelling", "comments", "context", "rules", "sameness", "widths", "separators", "formatter")
