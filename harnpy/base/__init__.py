"""Floor of plain data: spans, operators, words, emitted names, clock, resources. No I/O, no third party."""

_ORDER = ("spans", "operators", "words", "abi", "mangle", "clock", "resources")
