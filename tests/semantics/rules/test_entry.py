"""The signature of `main`."""

import pytest

from harnpy.diagnostics.report import Report
from harnpy.semantics.entry import check_main
from tests.semantics.rules.reading import Program, texts


def told(text: str) -> list[str]:
    report = Report()
    check_main(Program(text).module, report)
    return texts(report)


@pytest.mark.parametrize(
    "text",
    [
        "fn main(harness: Harness) {}",
        "pub fn main(_harness: Harness) -> int { return 0 }",
        "@complexity(allow)\nfn main(harness: Harness) {}",
        "fn other() {}",
        "fn outer() {\n  fn main() {}\n}",
        "struct S { x: int }\nimpl S {\n  fn main(self) {}\n}",
    ],
)
def test_good_signatures(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fn main() {}", "`main` must take a single `harness: Harness` parameter"),
        ("@deprecated\nfn main() {}", "`main` must take a single `harness: Harness` parameter"),
        ("fn main(harness: Harness, n: int) {}", "`main` must take a single `harness: Harness` parameter"),
        ("fn main(...harness: Harness) {}", "`main` must take a single `harness: Harness` parameter"),
        ("fn main(h: Harness) {}", "`main` parameter is named `h`, expected `harness` or `_harness`"),
        ("fn main(harness: string) {}",
         "`main(harness: …)` parameter type must be `Harness`, found `string`"),
        ("fn main(harness: list<int>?) {}",
         "`main(harness: …)` parameter type must be `Harness`, found `list<int>?`"),
        ("fn main(harness) {}", "`main(harness: …)` parameter type must be `Harness`, found `any`"),
    ],
)  # fmt: skip
def test_bad_signatures(text: str, expected: str) -> None:
    assert told(text) == [expected]
