# Aliases, one line each; nothing depends on them.
.PHONY: help setup format lint types test test-fast cover snapshots table catalog docs bench
help: ; @grep -oE '^[a-z-]+:' Makefile | tr -d ':' | tail -n +2
setup: ; python3 -m venv --without-pip .venv && python3 -m pip --python .venv/bin/python install -q -e '.[all,dev]'
format: ; .venv/bin/ruff format
lint: ; .venv/bin/ruff check --fix
types: ; .venv/bin/basedpyright
test: ; .venv/bin/python -m pytest -q
test-fast: ; .venv/bin/python -m pytest -q --ignore=tests/properties -k 'not kill'
cover: ; .venv/bin/coverage run --branch --source=harnpy -m pytest -q -n0 && .venv/bin/coverage report --fail-under=92
snapshots: ; .venv/bin/python -m pytest -q -n0 --snapshot-update && git diff --stat
table: ; .venv/bin/python -m tests.support.table
catalog: ; .venv/bin/python -m harnpy.natives.collect
docs: ; .venv/bin/python -m tests.support.docs
bench: ; .venv/bin/python tests/bench/startup.py
