"""Recovery: one mistake costs one diagnostic, and what stands around it is kept."""

from harnpy.base.spans import SourceFile
from harnpy.syntax import nodes, parser
from tests.syntax.reading import faults, told


def shape(text: str) -> list[str]:
    """Class names of the items of the module, with those of the bodies of functions."""
    found, _ = parser.parse(SourceFile("t", text))
    names: list[str] = []
    for item in found.items:
        names.append(type(item).__name__)
        if isinstance(item, nodes.FnDecl):
            names += [f"  {type(inner).__name__}" for inner in item.body.statements]
    return names


def lines(text: str) -> list[int]:
    return [one.span.file.line_col(one.span.start)[0] for one in faults(text)]


def test_a_broken_statement_leaves_its_neighbours() -> None:
    text = "fn f() {\n  let a = 1\n  let b = )\n  return a\n}\nfn g() { }\n"
    assert shape(text) == ["FnDecl", "  Binding", "  BrokenStmt", "  ReturnStmt", "FnDecl"]
    assert lines(text) == [3]


def test_parts_of_a_broken_statement_are_kept() -> None:
    found, _ = parser.parse(SourceFile("t", "f(a).b = ) + c\nx"))
    (broken, _) = found.items
    assert isinstance(broken, nodes.BrokenStmt)
    assert [part.span.text for part in broken.parts] == ["f(a).b"]
    assert broken.span.text == "f(a).b = ) + c"


def test_several_errors_in_one_file() -> None:
    text = "let a = )\nfn f(n: int -> int {\n  return n\n}\nlet b = ]\nlet c = 1\nlet = 2\n"
    assert lines(text) == [1, 2, 5, 7]
    assert shape(text) == ["BrokenStmt", "FnDecl", "  ReturnStmt", "BrokenStmt", "Binding", "BrokenStmt"]


def test_a_missing_closer_costs_nothing_else() -> None:
    text = "fn f() {\n  let a = g(1, 2\n  let b = [1\n  return b\n}\n"
    assert lines(text) == [2, 3]
    assert shape(text) == ["FnDecl", "  Binding", "  Binding", "  ReturnStmt"]


def test_missing_closing_braces_are_supplied_at_the_end() -> None:
    text = "fn f() {\n  if a {\n    b\n  return 1\n}\n"
    assert len(faults(text)) == 1
    assert shape(text) == ["FnDecl", "  IfElse", "  ReturnStmt"] or shape(text) == ["FnDecl", "  IfElse"]


def test_two_statements_on_a_line_are_both_kept() -> None:
    assert shape("fn f() {\n  let a = 1 let b = 2\n}") == ["FnDecl", "  Binding", "  Binding"]


def test_missing_commas_are_supplied() -> None:
    assert shape("x = [1 2 3]\nf(a b)\ny = {a: 1 b: 2}\n") == ["Assignment", "Call", "Assignment"]
    assert lines("x = [1 2 3]\nf(a b)\n") == [1, 1, 2]


def test_a_reserved_word_still_names_what_it_should() -> None:
    found, _ = parser.parse(SourceFile("t", "let match = 1\nfn for(if) { }"))
    binding, function = found.items
    assert isinstance(binding, nodes.Binding)
    assert isinstance(binding.pattern, nodes.BindName)
    assert isinstance(function, nodes.FnDecl)
    assert (binding.pattern.name, function.name, function.params[0].name) == ("match", "for", "if")


def test_a_condition_with_one_equals_sign_is_kept() -> None:
    assert shape("fn f() {\n  if a.b = 1 { c }\n  d\n}") == ["FnDecl", "  IfElse", "  Ident"]


def test_a_spoiled_hole_spoils_nothing_else() -> None:
    assert shape('let a = "x ${1 +} y ${b}"\nlet c = 1') == ["Binding", "Binding"]


def test_braces_of_a_broken_header_are_skipped_whole() -> None:
    assert shape("for in xs {\n  let a = 1\n  let b = 2\n}\nlet c = 1") == ["BrokenStmt", "Binding"]


def test_a_stray_brace_after_an_error_is_silent() -> None:
    assert lines("let a = )\n}\nlet b = 1\n}\nlet c = 2") == [1]
    assert lines("}\nlet b = 1") == [1]


def test_lexer_errors_stop_the_file() -> None:
    found, report = parser.parse(SourceFile("t", 'let a = )\nlet b = "x\nlet c # 1\n'))
    assert [one.code for one in report.diagnostics] == ["HARN-PAR-004", "HARN-PAR-003"]
    assert found.items == ()


def test_at_most_fifty_errors() -> None:
    assert len(faults("let a = )\n" * 200)) == 50
    assert len(faults('let a = "${)}"\n' * 200)) == 50


def test_good_statements_survive_giving_up() -> None:
    found, _ = parser.parse(SourceFile("t", "let a = 1\n" + "let b = )\n" * 60))
    assert isinstance(found.items[0], nodes.Binding)


def test_odd_endings() -> None:
    for text in (
        "",
        "\n",
        "//",
        "#!",
        "#!x",
        "\\\n",
        "@",
        "a.",
        "a?",
        "{",
        "}",
        "(",
        '"',
        "${",
        "/*",
        "\0",
        "\ufeff",
    ):
        told(text)
