# Aliases, one line each; nothing depends on them.
.PHONY: help setup format lint types test test-fast cover snapshots table catalog bench kill fuzz
help: ; @grep -oE '^[a-z-]+:' Makefile | tr -d ':' | tail -n +2
setup: ; python3 -m venv --without-pip .venv && python3 -m pip --python .venv/bin/python install -q -e '.[all,dev]'
format: ; .venv/bin/ruff format
lint: ; .venv/bin/ruff check --fix
types: ; .venv/bin/basedpyright
test: ; .venv/bin/python -m pytest -q
test-fast: ; .venv/bin/python -m pytest -q --ignore=tests/properties --ignore=tests/test_packaging.py --ignore=tests/test_interpreters.py -k 'not kill'
cover: ; .venv/bin/coverage run --branch --source=harnpy -m pytest -q -n0 && .venv/bin/coverage report --fail-under=92
snapshots: ; .venv/bin/python -m pytest -q -n0 --snapshot-update tests/diagnostics tests/lowering; git diff --stat
table: ; .venv/bin/python -m harnpy.syntax.maketable
catalog: ; .venv/bin/python -m harnpy.natives.collect
bench: ; .venv/bin/python tests/bench/startup.py && .venv/bin/python tests/bench/claims.py && .venv/bin/python tests/bench/cold.py
kill: ; .venv/bin/python -m pytest -q -k kill
fuzz: ; HARNPY_MUTATIONS=5000 .venv/bin/python -m pytest -q --timeout=0 tests/golden/test_mutations.py
