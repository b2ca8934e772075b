# Aliases, one line each; nothing depends on them.
.PHONY: help setup format lint types test test-fast cover snapshots table catalog bench kill fuzz
help: ; @sed -nE 's/^([a-z-]+): ;.* [#] (.*)/\1\t\2/p' Makefile | expand -t 12 # print this
setup: ; python3 -m venv --without-pip .venv && python3 -m pip --python .venv/bin/python install -q -e '.[all,dev]' # make .venv with everything in it
format: ; .venv/bin/ruff format # format the code
lint: ; .venv/bin/ruff check --fix # check the code and mend what ruff can
types: ; .venv/bin/basedpyright # check types
test: ; .venv/bin/python -m pytest -q # run all tests
test-fast: ; .venv/bin/python -m pytest -q --ignore=tests/properties --ignore=tests/test_packaging.py --ignore=tests/test_interpreters.py -k 'not kill' # run the tests that take little time
cover: ; .venv/bin/coverage run --branch --source=harnpy -m pytest -q -n0 && .venv/bin/coverage report --fail-under=92 # run all tests and measure what they reach
snapshots: ; .venv/bin/python -m pytest -q -n0 --snapshot-update tests/diagnostics tests/lowering; git diff --stat # write the snapshots of tests anew and show what changed
table: ; .venv/bin/python -m harnpy.syntax.maketable # make the parser table from the grammar
catalog: ; .venv/bin/python -m harnpy.natives.collect # make the catalog rows from the natives
bench: ; .venv/bin/python tests/bench/startup.py && .venv/bin/python tests/bench/claims.py && .venv/bin/python tests/bench/cold.py && .venv/bin/python -m tests.bench.durable && .venv/bin/python tests/bench/postgres.py # measure start-up and speed
kill: ; HARNPY_LONG=1 .venv/bin/python -m pytest -q tests/crash -o timeout=7200 # kill, break and damage what is kept, at nightly sizes
fuzz: ; HARNPY_MUTATIONS=5000 .venv/bin/python -m pytest -q --timeout=0 tests/golden/test_mutations.py # run long random tests
