"""The metadata that the product writes on the objects it makes at the provider, to find its own records again."""

from collections.abc import Mapping

from marqueedesk.kit.wire import BIGGEST_ID

OPERATOR = "marqueedesk_operator"
"""The business that an object was made for."""
PURPOSE = "marqueedesk_purpose"
"""The purpose of a payment or a card form; each package that makes some has a value of its own."""


def operator_in(metadata: Mapping[str, str]) -> int | None:
    """The business that an object's metadata names; None if it names none that could be ours."""
    name = metadata.get(OPERATOR, "")
    return int(name) if name.isascii() and name.isdigit() and int(name) <= BIGGEST_ID else None
