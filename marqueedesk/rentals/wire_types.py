"""Field types shared by schemas about bookings."""

import json
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

CODE = r"^[A-Za-z0-9 ._-]+$"
"""Allowed characters in a price list's codes."""


def _add_ons(value: Any) -> Any:
    """Accept add-ons as an object, or as the JSON text of one, which the specification's form sends."""
    if isinstance(value, str):
        try:
            value = json.loads(value) if len(value) <= 1000 else None  # noqa: PLR2004 - far above any real one.
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise PydanticCustomError(
                "add_ons", "must be an object such as {example}", {"example": '{"backdrop": true}'}
            )
        for chosen in cast("dict[str, object]", value).values():
            if not isinstance(chosen, bool):
                raise PydanticCustomError("bool_type", "must be true or false")
    return cast("object", value)


def none_if_empty(value: Any) -> Any:
    """Convert empty text to None, for optional fields that forms send empty."""
    return None if value == "" else value


AddOns = Annotated[
    dict[Annotated[str, Field(max_length=40)], bool] | None, Field(max_length=20), BeforeValidator(_add_ons)
]
Code = Annotated[str, Field(min_length=1, max_length=40, pattern=CODE)]
OptionalCode = Annotated[Code | None, BeforeValidator(none_if_empty)]

AddOnsOut = Annotated[
    dict[str, bool],
    Field(description="All add-ons on the price list, and chosen ones no longer listed, with a boolean"),
]
