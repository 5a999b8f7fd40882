"""Routes of the API that train."""

from __future__ import annotations

from fastapi import FastAPI, Request

from motifcnn.studio.answer import VisibleJSON
from motifcnn.studio.methods_view import MethodsView
from motifcnn.studio.order import Order, OrderProblem, order_problem
from motifcnn.studio.parameters import Name
from motifcnn.studio.prepare import kept_methods
from motifcnn.studio.run_folder import RunNameError
from motifcnn.studio.training_view import TrainingView
from motifcnn.studio.workbench import Workbench


class _Refused(Exception):
    def __init__(self, problem: OrderProblem) -> None:
        self.problem = problem


def add_training(api: FastAPI, bench: Workbench) -> None:
    """Adds the routes to the application."""

    @api.exception_handler(_Refused)
    def refuse(request: Request, refused: _Refused) -> VisibleJSON:
        found = refused.problem
        return VisibleJSON({"error": found.message, "field": found.field}, 422)

    @api.get("/api/methods")
    def methods(target: Name) -> MethodsView:
        """Methods that apply to a target, with their presets and settings."""
        return kept_methods(bench, target)

    @api.get("/api/trainings")
    def trainings() -> list[TrainingView]:
        """All trainings since the studio began, newest first, without their curves."""
        return bench.trainings.views()

    @api.get("/api/trainings/{number}")
    def training(number: int) -> TrainingView:
        """A training with the curves of its epochs so far."""
        return bench.trainings.get(number)

    @api.post("/api/trainings")
    def begin(order: Order) -> TrainingView:
        """Begins a training, or puts it behind those that run and wait."""
        if problem := bench.reading.call(order_problem, order):
            raise _Refused(problem)
        try:
            return bench.add_training(order)
        except RunNameError as error:
            raise _Refused(OrderProblem(field="name", message=str(error))) from None

    @api.delete("/api/trainings/{number}")
    def cancel(number: int) -> TrainingView:
        """Cancels a training; nothing of it is kept."""
        return bench.trainings.cancel(number)
