"""A click command whose help begins with examples that can be run as they stand."""

from typing import Any

import click

from harnpy.cli.console import write_out


class Helpful(click.Command):
    """A command whose help goes the way of all output."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help`."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _print_help
        return option


def _print_help(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        write_out(ctx.get_help() + "\n")
        ctx.exit()


class Command(Helpful):
    """A command with examples in front of its usage."""

    def __init__(self, *arguments: Any, examples: tuple[str, str], **options: Any) -> None:  # noqa: ANN401  what click takes
        super().__init__(*arguments, **options)
        self.examples = examples

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the usage line."""
        formatter.write("Examples:\n")
        formatter.write("".join(f"  {one}\n" for one in self.examples))
        formatter.write_paragraph()
        super().format_usage(ctx, formatter)
