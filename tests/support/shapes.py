"""Check that JSON matches the types of the provider's library: no missing, unknown or mistyped fields."""

import typing
from collections.abc import Iterator
from decimal import Decimal
from types import NoneType
from typing import Any

import stripe
from stripe import ListObject, StripeObject

from standins.stripe.annotations import fields, options

# Returned only on request, or only for connected accounts.
NOT_ALWAYS_THERE = {
    stripe.Invoice: {"confirmation_secret", "payments"},
    stripe.Event: {"account", "context"},
    stripe.Account.Capabilities: set(fields(stripe.Account.Capabilities)),
    stripe.PaymentIntent.PaymentMethodOptions: set(fields(stripe.PaymentIntent.PaymentMethodOptions)),
}


def differences(value: Any, cls: type, where: str = "") -> Iterator[str]:
    """Deviations of an object from its class."""
    known = fields(cls)
    where = where or cls.__name__
    for name in set(value) - set(known):
        yield f"{where}.{name} is unknown"
    for name, hint in known.items():
        if name in value:
            yield from _wrong(value[name], hint, f"{where}.{name}")
        elif name not in NOT_ALWAYS_THERE.get(cls, set()):
            yield f"{where}.{name} is missing"


def _wrong(value: Any, hint: Any, where: str) -> Iterator[str]:
    choices = options(hint)
    if Any in choices:
        return
    if value is None:
        if NoneType not in choices:
            yield f"{where} is null"
        return
    literals = [text for choice in choices if typing.get_origin(choice) is typing.Literal for text in choice.__args__]
    if literals and not isinstance(value, dict):
        # A type such as "one of these values, or any text": here any other value counts as an error.
        if value not in literals:
            yield f"{where} is {value!r}, none of {literals[:5]}…"
        return
    for choice in choices:
        origin = typing.get_origin(choice) or choice
        if origin is list and isinstance(value, list):
            for index, entry in enumerate(value):
                yield from _wrong(entry, typing.get_args(choice)[0], f"{where}[{index}]")
            return
        if isinstance(origin, type) and issubclass(origin, ListObject) and isinstance(value, dict):
            entry_kind = typing.get_args(choice)[0] if typing.get_args(choice) else Any
            for index, entry in enumerate(value["data"]):
                yield from _wrong(entry, entry_kind, f"{where}[{index}]")
            return
        if isinstance(origin, type) and issubclass(origin, StripeObject) and isinstance(value, dict):
            if fields(origin):
                yield from differences(value, origin, where)
            return
        if origin is dict and isinstance(value, dict):
            return
        # Decimals are strings in JSON.
        if isinstance(origin, type) and type(value) is (str if origin is Decimal else origin):
            return
    yield f"{where} is {type(value).__name__}, not {hint}"
