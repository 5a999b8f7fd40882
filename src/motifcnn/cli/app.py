"""The program `motifcnn`: its verbs, and what happens when one fails."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import motifcnn
from motifcnn.cli.show.screen import show_error, show_note
from motifcnn.cli.verbs import verbs
from motifcnn.errors import MotifCNNError

INTERRUPTED, TERMINATED = 130, 143  # the exit codes that shells use for Ctrl-C and `kill`
ARGUMENTS = "motifcnn.arguments"
RESUMABLE = ("reproduce", "--checkpoint", "--state")  # arguments that keep work as it is done


class Verbs(TyperGroup):
    """Runs a verb and turns an error that the user can act on into one message."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments, and keeps them for `show_interrupt`."""
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the verb; exits with 2 after an error and with 130 after Ctrl-C."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # whoever reads the output has closed it, such as `head`
            raise
        except (MotifCNNError, OSError) as error:
            show_error(error)
            raise typer.Exit(2) from error
        except KeyboardInterrupt as interrupt:
            show_interrupt(ctx.meta[ARGUMENTS])
            raise typer.Exit(INTERRUPTED) from interrupt


app = typer.Typer(
    cls=Verbs,
    name="motifcnn",
    help="Motif-based convolution on typed graphs: count motifs, train on them, explain results.",
    epilog="Example: motifcnn demo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for name, verb in verbs():
    app.command(name.rstrip("_"), epilog=verb.EXAMPLES)(getattr(verb, name))


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(motifcnn.__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and stop.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    pass


def show_interrupt(arguments: Sequence[str]) -> None:
    """Prints that the work was interrupted, and whether the same command continues it."""
    kept = any(argument.partition("=")[0] in RESUMABLE for argument in arguments)
    show_note("interrupted" + ("; the same command goes on from what is kept" if kept else ""))


def _end_on_sigterm() -> None:
    """Lets SIGTERM end the process as an error would: what is half-written is removed."""

    def end(number: int, frame: object) -> None:
        show_note("terminated")
        sys.exit(TERMINATED)

    # Worker processes must end at once, also in the middle of a compiled function.
    os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    signal.signal(signal.SIGTERM, end)


def main() -> None:
    """Runs the command line with the arguments of the process."""
    if "LOCAL_RANK" not in os.environ:  # torchrun ends its processes itself
        _end_on_sigterm()
    try:
        app(prog_name="motifcnn")  # also as `python -m motifcnn`, which completion cannot name
    except KeyboardInterrupt:
        show_interrupt(sys.argv[1:])
        sys.exit(INTERRUPTED)
