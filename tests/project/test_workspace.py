"""Where a workspace begins."""

from collections.abc import Callable

from harnpy.project.workspace import find_root


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
