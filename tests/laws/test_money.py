"""Responses to staff contain no amounts (A5), so a new amount is hidden until it is listed here."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from fastapi.routing import APIRoute
from pydantic import BaseModel

from marqueedesk.app import create_app
from marqueedesk.kit.http.schemas import CurrencyUnits
from marqueedesk.settings import Settings
from tests.laws.routes_of_a_business import OF_A_BUSINESS

ADDED_FOR_WHO_SEES_MONEY = {
    "LettersLineOut.price",
    "ItemLineOut.price",
    "PackageLineOut.price",
    "ItemOut.price",
    "ItemOut.replacement_price",
    "PackageOut.price",
    "TaggedPieceOut.cost",
    "RepairOut.cost",
    "RepairOut.replacement_price",
    "NewRepairOut.cost",
    "NewRepairOut.replacement_price",
    "StopBookingOut.balance_due",
    "BorrowedOut.cost",
    "GiveBackOut.cost",
    "StopOut.to_collect",
    "CollectedOut.amount",
    "StocktakeRowOut.value",
    "ReplacedOut.total_price",
    "SeenCancellationOut.fee",
    "RequestedChangeOut.difference",
    "RequestedChangeOut.total",
    "RequestedChangeOut.rescheduling_fee",
}
"""Amounts in models that staff also receive. They are null unless the caller may see money."""
NULL_AS_A_WHOLE = {"ContractOut.binding", "ContractOut.waiting", "RulesOut.gift_card_shop"}
"""Parts with amounts that are null unless the caller may see money."""
_AMOUNT = get_args(CurrencyUnits)[1]


def models_in(annotation: Any) -> set[type[BaseModel]]:
    """Return the models in an annotation."""
    if isinstance(annotation, type):
        return {annotation} if issubclass(annotation, BaseModel) else set()
    return {model for part in get_args(annotation) for model in models_in(part)}


def is_amount(annotation: Any) -> bool:
    """Return whether an annotation is or contains an amount of money."""
    if get_origin(annotation) is Annotated and _AMOUNT in annotation.__metadata__:
        return True
    return any(is_amount(part) for part in get_args(annotation))


def amounts_in(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[str]:
    """Yield the amounts of a model and its nested models as ``Model.field``."""
    if model in seen:
        return
    seen.add(model)
    for name, annotation in get_type_hints(model, include_extras=True).items():
        if name not in model.model_fields:
            continue
        if is_amount(annotation) or name.endswith("_cents"):
            yield f"{model.__name__}.{name}"
        if f"{model.__name__}.{name}" in NULL_AS_A_WHOLE:
            assert model.model_fields[name].default is None, f"{model.__name__}.{name} is shown by default"
            continue
        for part in models_in(annotation):
            yield from amounts_in(part, seen)


def read_by_staff() -> set[type[BaseModel]]:
    """Return the models of all responses to staff. If a route has two models, staff get the ``Crew…`` one."""
    found: set[type[BaseModel]] = set()
    for route in create_app(Settings(database_url="sqlite://")).routes:
        if isinstance(route, APIRoute):
            rows = [OF_A_BUSINESS.get((method, route.path)) for method in route.methods or ()]
            if any(row is not None and row.staff < 300 and row.nobody == 401 for row in rows):
                models = models_in(route.response_model)
                names = {model.__name__ for model in models}
                found |= {model for model in models if f"Crew{model.__name__}" not in names}
    return found


def test_responses_to_staff_contain_no_amounts_by_default():
    seen: set[type[BaseModel]] = set()
    amounts = {name for model in read_by_staff() for name in amounts_in(model, seen)}

    assert amounts == ADDED_FOR_WHO_SEES_MONEY
    for model in seen:
        for name, field in model.model_fields.items():
            if f"{model.__name__}.{name}" in amounts:
                assert field.default is None, f"{model.__name__}.{name} is shown by default"
