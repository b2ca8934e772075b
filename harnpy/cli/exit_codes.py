"""Exit codes of every command; `harnpy explain exit N` tells what they mean."""

OK = 0
FAILED = 1
USAGE = 2
INTERNAL = 70
STOPPED = 124
NOT_PREPARED = 125
