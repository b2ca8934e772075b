"""Assertions of the promises tell what they compared."""

import pytest

pytest.register_assert_rewrite("tests.runtime.hub.conformance", "tests.runtime.hub.conformance_waits")
