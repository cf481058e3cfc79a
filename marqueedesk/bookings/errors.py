"""What can stand against placing or changing a booking."""

from typing import Any

from marqueedesk.kit.errors import Conflict


class PriceChanged(Conflict):
    """The price that the visitor saw is not the price now (P5). Carries the present breakdown."""

    code = "price_changed"
    sentence = "The price has changed. Please look at the new price and send your request again."

    def __init__(self, breakdown: dict[str, Any]) -> None:
        super().__init__(breakdown=breakdown)


class InvalidTransition(Conflict):
    """A booking in this state does not go into that one (B1)."""

    code = "invalid_transition"

    def __init__(self, before: str, after: str) -> None:
        super().__init__(f"A {before} booking cannot be set to {after}.")


class NotEditable(Conflict):
    """A completed or canceled booking keeps its letters, dates and price as they were."""

    code = "not_editable"

    def __init__(self, status: str) -> None:
        super().__init__(f"A {status} booking keeps its letters, dates, venue and price.")
