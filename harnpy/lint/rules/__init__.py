"""The lint rules in the order of their findings: those of the text, of the tree, of names."""

# fmt: off
# isort: off
from harnpy.lint.rules import (
    assert_outside_test, blank_line_between_items, comparison_to_bool, constant_logical_operand,
    cyclomatic_complexity, dead_code_after_return, discarded_pure_result, duplicate_match_arm,
    eager_collection_conversion, empty_block,
    import_order, invalid_binary_op_literal, legacy_doc_comment, let_then_return, missing_harndoc,
    mutable_capture_across_parallel, mutable_never_reassigned, naming_convention, nil_coalesce_noop,
    nil_coalesce_self_fallback, nil_coalesce_unreachable_fallback, pipeline_return_type,
    pointless_comparison, prefer_optional_shorthand, redundant_nil_ternary, renamed_stdlib_symbol,
    require_file_header, require_in_test, shadow_variable, trailing_comma, undefined_function,
    unnecessary_cast, unnecessary_else_return, unnecessary_non_null_assert, unnecessary_parentheses,
    unnecessary_safe_navigation, unused_function, unused_import, unused_parameter, unused_pattern_binding,
    unused_type, unused_variable, vacuous_condition,
)

RULES = (
    require_file_header.RULE, missing_harndoc.RULE, import_order.RULE, blank_line_between_items.RULE,
    unnecessary_parentheses.RULE, legacy_doc_comment.RULE,
    renamed_stdlib_symbol.RULE, cyclomatic_complexity.RULE, naming_convention.RULE,
    dead_code_after_return.RULE, let_then_return.RULE, pipeline_return_type.RULE, assert_outside_test.RULE,
    eager_collection_conversion.RULE,
    unnecessary_cast.RULE, constant_logical_operand.RULE, pointless_comparison.RULE,
    comparison_to_bool.RULE, invalid_binary_op_literal.RULE, redundant_nil_ternary.RULE, empty_block.RULE,
    unnecessary_else_return.RULE, duplicate_match_arm.RULE, require_in_test.RULE, trailing_comma.RULE,
    prefer_optional_shorthand.RULE, unnecessary_safe_navigation.RULE, vacuous_condition.RULE,
    nil_coalesce_noop.RULE, nil_coalesce_unreachable_fallback.RULE, unnecessary_non_null_assert.RULE,
    mutable_capture_across_parallel.RULE, nil_coalesce_self_fallback.RULE, discarded_pure_result.RULE,
    shadow_variable.RULE,
    unused_variable.RULE, unused_pattern_binding.RULE, unused_parameter.RULE, unused_import.RULE,
    mutable_never_reassigned.RULE, unused_function.RULE, unused_type.RULE, undefined_function.RULE,
)
"""Every rule."""
