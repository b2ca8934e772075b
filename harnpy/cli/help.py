"""A click command whose help begins with examples that can be run as they stand."""

from typing import Any

import click


class Command(click.Command):
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
