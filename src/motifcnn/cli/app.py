"""The program `motifcnn`: its verbs, and what happens when one fails."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import motifcnn
from motifcnn.cli.show.safe_stream import safe_streams
from motifcnn.cli.show.screen import show_error, show_note
from motifcnn.cli.verbs import verbs
from motifcnn.errors import MotifCNNError
from motifcnn.visible import visible

INTERRUPTED, TERMINATED = 130, 143  # the exit codes that shells use for Ctrl-C and `kill`
UNEXPECTED = 70  # the exit code that sysexits.h has for an error of the program itself
TRACEBACK = "MOTIFCNN_TRACEBACK"  # set, it shows where an unexpected error comes from
# The errors of click, of which newer releases of typer bring a copy of their own.
UsageError: Any = typer.BadParameter.__base__
ClickError: Any = UsageError.__base__
ARGUMENTS = "motifcnn.arguments"
RESUMABLE = ("reproduce", "--checkpoint", "--state")  # arguments that keep work as it is done


class Verbs(TyperGroup):
    """Runs a verb and turns an error into one message; all output goes through safe streams."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program on streams that show control characters as text."""
        with safe_streams():
            return super().main(*args, **kwargs)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments, and keeps them for `show_interrupt`."""
        ctx.meta[ARGUMENTS] = tuple(args)
        with _safe_usage():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the verb; exits with 2 after an error, 70 after one of ours, 130 after Ctrl-C."""
        try:
            with _safe_usage():
                return super().invoke(ctx)
        except (BrokenPipeError, ClickError, typer.Abort, typer.Exit):
            raise  # whoever reads the output has closed it, such as `head`; or click's own
        except (MotifCNNError, OSError) as error:
            show_error(error)
            raise typer.Exit(2) from error
        except KeyboardInterrupt as interrupt:
            show_interrupt(ctx.meta[ARGUMENTS])
            raise typer.Exit(INTERRUPTED) from interrupt
        except Exception as error:
            show_unexpected(error)
            raise typer.Exit(UNEXPECTED) from error


@contextmanager
def _safe_usage() -> Iterator[None]:
    """Errors in arguments quote them as text."""
    try:
        yield
    except UsageError as error:
        message = error.format_message()
        if (shown := visible(message, lines=True)) == message:
            raise
        raise UsageError(shown, ctx=error.ctx) from error


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


def show_unexpected(error: Exception) -> None:
    """Prints an error that is no fault of the user, and how to report it."""
    if os.environ.get(TRACEBACK):
        sys.stderr.write("".join(traceback.format_exception(error)))
    show_error(error, "unexpected ")
    show_note(
        f"this is a fault of motifcnn {motifcnn.__version__}: run the command again with "
        f"{TRACEBACK}=1 and report what it prints; `motifcnn doctor` checks the installation"
    )


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
