"""LNT-023: a public pipeline that does not say what it returns."""

from harnpy.diagnostics.codes import lint_flow as codes
from harnpy.lint.model import Rule, Subject
from harnpy.syntax import nodes

RULE = Rule(codes.LNT_023, "pipeline-return-type")


@RULE.on(nodes.Pipeline)
def look_at_pipeline(subject: Subject, pipeline: nodes.Pipeline) -> None:
    """Only `pub` ones are for others."""
    if pipeline.is_pub and pipeline.return_type is None:
        subject.tell(codes.NO_RESULT_TYPE, pipeline.name_span, name=pipeline.name)
