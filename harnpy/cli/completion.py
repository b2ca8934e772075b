"""`harnpy completion SHELL`: the script that completes commands, options and diagnostic codes."""

import click
from click.shell_completion import get_completion_class

from harnpy.cli.console import write_out
from harnpy.cli.exit_codes import OK
from harnpy.cli.help import Command

VARIABLE = "_HARNPY_COMPLETE"
SHELLS = ("bash", "zsh", "fish")

_INSTALL = {
    "bash": 'add to ~/.bashrc:  eval "$(harnpy completion bash)"',
    "zsh": 'add to ~/.zshrc:  eval "$(harnpy completion zsh)"',
    "fish": "run once:  harnpy completion fish > ~/.config/fish/completions/harnpy.fish",
}


@click.command(cls=Command, examples=("harnpy completion bash", "harnpy completion fish"))
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
    """Print the completion script of a shell."""
    maker = get_completion_class(shell)
    if maker is None:
        raise click.UsageError(f"no completion for {shell}")
    # The template itself: `source()` would start bash to ask for its version.
    made = maker(click.Command("harnpy"), {}, "harnpy", VARIABLE)
    write_out(f"# {_INSTALL[shell]}\n{made.source_template % made.source_vars()}")
    return OK
