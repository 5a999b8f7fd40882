"""The program `motifcnn`: its verbs, and what happens when one fails."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import motifcnn
from motifcnn.cli.show.screen import show_error, show_note
from motifcnn.cli.verbs import (
    bench,
    count,
    datasets,
    demo,
    evaluate,
    explain,
    motifs,
    predict,
    report,
    reproduce,
    train,
    tune,
)
from motifcnn.errors import MotifCNNError

INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended
ARGUMENTS = "motifcnn.arguments"
RESUMED = (
    "reproduce",
    "--checkpoint",
    "--state",
)  # arguments with which work is kept as it is done


class Verbs(TyperGroup):
    """Runs a verb; an error that the user can act on becomes one message instead of a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments, and keeps them for the message of an interrupt."""
        ctx.meta[ARGUMENTS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the verb that the arguments name."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # the reader of the pipe had enough: no error of the user's
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
    help="Motif-based convolution on typed graphs: count motifs, train on them, see which ones mattered.",
    epilog="Example: motifcnn demo",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo", epilog=demo.EXAMPLES)(demo.demo)
app.command("datasets", epilog=datasets.EXAMPLES)(datasets.datasets)
app.command("motifs", epilog=motifs.EXAMPLES)(motifs.motifs)
app.command("count", epilog=count.EXAMPLES)(count.count)
app.command("train", epilog=train.EXAMPLES)(train.train)
app.command("evaluate", epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command("predict", epilog=predict.EXAMPLES)(predict.predict)
app.command("explain", epilog=explain.EXAMPLES)(explain.explain)
app.command("tune", epilog=tune.EXAMPLES)(tune.tune)
app.command("reproduce", epilog=reproduce.EXAMPLES)(reproduce.reproduce)
app.command("bench", epilog=bench.EXAMPLES)(bench.bench)
app.command("report", epilog=report.EXAMPLES)(report.report)


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
    """Says on stderr that the work was interrupted, and where it was kept that the same command goes on."""
    kept = any(argument.partition("=")[0] in RESUMED for argument in arguments)
    show_note("interrupted" + ("; the same command goes on from what is kept" if kept else ""))


def main() -> None:
    """Runs the command line with the arguments of the process."""
    try:
        app()
    except KeyboardInterrupt:
        show_interrupt(sys.argv[1:])
        sys.exit(INTERRUPTED)
