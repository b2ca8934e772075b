"""Where a workspace begins and what its file says."""

from collections.abc import Callable

import pytest

from harnpy.project.config import BadConfig, find_root, load_config


def world(*paths: str) -> Callable[[str], bool]:
    return set(paths).__contains__


def test_nearest_file_above_wins() -> None:
    files = world("/w/harn.toml", "/w/a/harn.toml")
    assert find_root("/w/a/b", files, world()) == "/w/a"
    assert find_root("/w/x", files, world()) == "/w"
    assert find_root("/elsewhere", files, world()) is None


def test_search_ends_at_a_repository_and_after_sixteen_folders() -> None:
    assert find_root("/w/a/b", world("/w/harn.toml"), world("/w/a/.git")) is None
    assert find_root("/w/a", world("/w/a/harn.toml"), world("/w/a/.git")) == "/w/a"
    assert find_root("/w" + "/d" * 15, world("/w/harn.toml"), world()) == "/w"
    assert find_root("/w" + "/d" * 16, world("/w/harn.toml"), world()) is None


def test_tables_are_plain_data() -> None:
    text = '[llm.providers.mock]\nurl = "x"\n'
    config = load_config("/w/a", lambda path: text, world("/w/harn.toml"), world())
    assert config.root == "/w"
    assert config.table("llm", "providers", "mock") == {"url": "x"}
    assert config.table("llm", "nothing") == {}


def test_no_file_means_no_settings() -> None:
    config = load_config("/w/a", lambda path: "", world(), world())
    assert (config.root, dict(config.tables)) == ("/w/a", {})


def test_broken_file_is_named() -> None:
    with pytest.raises(BadConfig, match=r"/w/harn\.toml"):
        load_config("/w", lambda path: "[", world("/w/harn.toml"), world())
