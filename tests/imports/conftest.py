"""Imports with a fixed clock: March 3, 2027."""

from typing import Any

from tests.support.api import Api, ok_json
from tests.support.checked import clock, new_caller

__all__ = ["bookings", "clock", "new_caller", "send"]


def send(operator: Api, csv: str, kind: str = "bookings", **fields: Any) -> dict[str, Any]:
    """Preview or apply an import."""
    return ok_json(operator.post(f"/api/imports/{kind}", json={"csv": csv, **fields}))


def bookings(operator: Api) -> list[dict[str, Any]]:
    """All bookings in order of delivery."""
    return sorted(ok_json(operator.get("/api/bookings")), key=lambda row: row["deliveryDate"])
