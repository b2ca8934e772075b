"""x."""

from harnpy.syntax.driver import GaveUp
from harnpy.diagnostics.codes import syntax as codes
from harnpy.base.spans import Span


class Recovery:
    def __init__(self, ctx, decided):
        self.ctx = ctx

    def recover(self, stack, tokens, index):
        t = tokens[index]
        self.ctx.report.error(codes.EXPECTED, Span(self.ctx.file, t.start, t.end), wanted="?", found=t.kind)
        raise GaveUp

    def salvage(self, stack):
        return None
