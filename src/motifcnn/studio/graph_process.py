"""A process that holds the graph and calls functions with it, while the page answers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

from motifcnn.errors import MotifCNNError
from motifcnn.graph.graph import Graph
from motifcnn.studio.error_text import error_text

T = TypeVar("T")
Tell = Callable[[Any], None]


class ProcessEnded(MotifCNNError):
    """The process ended before it answered."""


class Caller(Protocol):
    """What calls functions with the graph."""

    def start(self) -> None:
        """Makes ready; the first call does so as well."""

    def stop(self) -> None:
        """Ends what runs, where that is possible."""

    def call(self, function: Callable[..., T], *arguments: Any, tell: Tell | None = None) -> T:
        """``function(graph, *arguments)``, or with ``tell=`` where somebody listens."""


class HereCaller:
    """Calls functions in this process.

    Examples
    --------
    >>> import motifcnn as mc
    >>> HereCaller(mc.load_dataset("debian")).call(lambda graph, kind: graph.counts[kind], "tag")
    44
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def start(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        """Does nothing: a call ends when `tell` says so."""

    def call(self, function: Callable[..., T], *arguments: Any, tell: Tell | None = None) -> T:
        more = {} if tell is None else {"tell": tell}
        return function(self._graph, *arguments, **more)


class GraphProcess:
    """Calls functions one at a time in a process that lives until it is stopped.

    What is derived from the graph stays in the process for later calls. Functions are found by
    their module and name, so they must not be local.

    Parameters
    ----------
    graph : Graph
    niceness : int
        How far it stands back from other processes; not known on Windows.
    """

    def __init__(self, graph: Graph, niceness: int = 0) -> None:
        self._graph = graph
        self._niceness = niceness
        self._turn, self._ending = Lock(), Lock()
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Starts the process, unless it runs."""
        if self._process is not None and self._process.is_alive():
            return
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = (self._graph, self._niceness, theirs)
        process = context.Process(target=_answer, args=arguments, daemon=True)
        process.start()
        theirs.close()  # the process alone holds it, so the pipe ends with the process
        self._process = process

    def stop(self) -> None:
        """Ends the process at once, whatever it is doing; the next call starts another."""
        with self._ending:
            if self._process is not None:
                self._process.terminate()
                self._process.join()

    def call(self, function: Callable[..., T], *arguments: Any, tell: Tell | None = None) -> T:
        """Calls a function in the process.

        Parameters
        ----------
        function : callable
            Is given the graph and the arguments.
        tell : callable, optional
            Is given, here, what the function tells; raising in it ends the process.

        Raises
        ------
        ProcessEnded
            If the process was stopped, or died.
        """
        with self._turn:
            try:
                self.start()
                assert self._pipe is not None
                self._pipe.send((function, arguments, tell is not None))
                while (message := self._pipe.recv())[0] == "told":
                    if tell is not None:
                        tell(message[1])
            except (OSError, EOFError):
                self.stop()
                raise ProcessEnded(
                    "the process ended before it answered, probably for lack of memory; try "
                    "fewer or smaller motifs"
                ) from None
            except BaseException:
                self.stop()  # its answer must not be read as that of the next call
                raise
        kind, found = message
        if kind == "failed":
            raise MotifCNNError(found)
        result: T = found
        return result


def _answer(graph: Graph, niceness: int, pipe: Connection) -> None:
    """The process: calls the functions it receives and sends back their results."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the studio, which ends this too

    def tell(what: Any) -> None:
        pipe.send(("told", what))

    while True:
        try:
            function, arguments, listened = pipe.recv()
        except EOFError:
            return
        try:
            more = {"tell": tell} if listened else {}
            message = ("answer", function(graph, *arguments, **more))
        except Exception as error:  # the process goes on with the next call
            message = ("failed", error_text(error))
        pipe.send(message)


def _end_with_parent() -> None:
    """Ends the process when the studio is gone, even if it was killed."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(0)
