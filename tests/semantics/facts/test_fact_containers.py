"""Facts about lists, dicts, structs and enums."""

from tests.semantics.facts.programs import Program

STRUCTS = (
    "struct P {\n  x: float\n  y: float\n}\nimpl P {\n  fn plus(self, other: any) {\n"
    "    return P {x: self.x + other.x, y: self.y + other.y}\n  }\n}\n"
)


def test_lists_know_their_elements() -> None:
    program = Program("pub fn f() {\n  let xs: list = []\n  xs.push(1)\n  xs.push(2.5)\n  return xs\n}\n")
    assert program.facts.element_kinds(program.node("xs")) == {"int", "float"}


def test_a_list_written_through_a_captured_name_is_joined() -> None:
    program = Program(
        'pub fn f() {\n  let xs = [1]\n  const g = { v -> xs.push("s") }\n  g(1)\n  return xs\n}\n'
    )
    assert program.facts.element_kinds(program.node("xs")) == {"int", "string"}


def test_unknown_elements_stay_unknown() -> None:
    program = Program("pub fn f(v: any) {\n  let xs = [1]\n  xs.push(v)\n  return xs[0]\n}\n")
    assert program.kinds("xs[0]") is None


def test_nested_lists_are_updated_through_paths() -> None:
    program = Program("pub fn f() {\n  let m = [[0]]\n  m[0][0] = 2.5\n  return m[0]\n}\n")
    assert program.facts.element_kinds(program.node("m[0]")) is None
    assert program.kinds("m[0]") == {"list", "nil"}
    element = program.facts.element(program.node("m"))
    assert element is not None
    assert element.elem is not None


def test_value_semantics_keep_copies_apart() -> None:
    program = Program('pub fn f() {\n  let a = [1]\n  let b = a\n  b.push("s")\n  return [a, b]\n}\n')
    assert program.facts.element_kinds(program.node("a")) == {"int"}
    assert program.facts.element_kinds(program.node("b")) == {"int", "string"}


def test_dicts_know_keys_that_are_certainly_there() -> None:
    program = Program(
        'pub fn f(k: any) {\n  let d = {a: 1, b: "s"}\n  d.c = 2.5\n  return [d.a, d.c, d.z, d[k]]\n}\n'
    )
    assert program.kinds("d.a") == {"int"}
    assert program.kinds("d.c") == {"float"}
    assert program.kinds("d.z") == {"int", "string", "float", "nil"}
    assert program.kinds("d[k]") == {"int", "string", "float", "nil"}


def test_a_computed_key_may_hit_any_entry() -> None:
    program = Program('pub fn f(k: any) {\n  let d = {a: 1}\n  d[k] = "s"\n  return d.a\n}\n')
    assert program.kinds("d.a") == {"int", "string"}


def test_removing_forgets_which_keys_are_there() -> None:
    program = Program('pub fn f() {\n  let d = {a: 1}\n  d.remove("a")\n  return d.a\n}\n')
    assert program.kinds("d.a") == {"int", "nil"}


def test_structs_of_a_closed_module_have_field_facts() -> None:
    program = Program(STRUCTS + "let p = P {x: 1.0, y: 2.0}\nlet q = p.plus(p)\nlet r = q.x\n")
    assert program.kinds("self.x + other.x") == {"float"}
    assert program.kinds("q.x") == {"float"}
    struct = program.facts.struct(program.node("p.plus(p)"))
    assert struct is not None
    assert struct.name == "P"
    assert program.facts.callee(program.node("p.plus(p)")) is program.function("plus")


def test_fields_assigned_later_are_not_checked() -> None:
    program = Program(STRUCTS + 'let p = P {x: 1.0, y: 2.0}\np.x = "s"\nlet r = p.x\n')
    assert program.kinds("p.x") == {"float", "string"}


def test_a_module_that_exports_has_no_field_facts() -> None:
    program = Program(STRUCTS + "pub fn f() {\n  let p = P {x: 1.0, y: 2.0}\n  return [p.x]\n}\n")
    assert program.kinds("p.x") is None


def test_payloads_of_enums() -> None:
    program = Program(
        "enum E {\n  A(v: int)\n  B\n}\nfn f(e: any) {\n  match e {\n"
        "    E.A(v) -> { return [v] }\n    E.B -> { return nil }\n"
        "  }\n}\nlet x = f(E.A(3))\nlet y = f(E.B)\n"
    )
    assert program.interval("v") == (3, 3)
    enum = program.facts.variant_enum(program.node("E.B"))
    assert enum is not None
    assert enum.name == "E"


def test_a_missing_payload_is_nil() -> None:
    program = Program(
        "enum E {\n  A(v: int)\n}\nfn f(e: any) {\n  match e {\n    E.A(v) -> { return [v] }\n"
        "  }\n}\nlet x = f(E.A())\n"
        "let y = f(E.A(1))\n"
    )
    assert program.kinds("v") == {"int", "nil"}


def test_match_arms_narrow() -> None:
    program = Program(
        "pub fn f(a: any) {\n  match a {\n    {k: v} -> { return [a] }\n"
        "    1 -> { return (a) }\n    _ -> { return nil }\n  }\n}\n"
    )
    assert program.kinds("a", -2) == {"dict"}


def test_destructuring_may_give_nil() -> None:
    program = Program(
        'pub fn f() {\n  const {a, b = 2} = {a: "s"}\n  const [c, d = 1] = [2.5]\n  return [a, b, c, d]\n}\n'
    )
    assert program.kinds("a") == {"string"}
    assert program.kinds("b") == {"int", "string"}
    assert program.kinds("c") == {"float", "nil"}
    assert program.kinds("d") == {"float", "int"}


def test_entries_of_a_dict_loop() -> None:
    program = Program(
        "pub fn f() {\n  for {key, value} in {a: 1, b: 2} {\n    let x = [key, value]\n  }\n}\n"
    )
    assert program.kinds("key") == {"string"}
    assert program.interval("value") == (1, 2)


def test_lengths() -> None:
    program = Program(
        "pub fn f(xs: list, s: string) {\n  return xs.len() + s.len() + len(xs) + xs.count\n}\n"
    )
    assert program.kinds("xs.len() + s.len() + len(xs) + xs.count") == {"int"}
