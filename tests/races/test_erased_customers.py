"""Erasing a customer while their data is exported: the archive is from before or from after, not half of each."""

import io
import zipfile
from collections.abc import Callable

import pytest

from tests.support.api import Api
from tests.support.together import all_together

NAME, EMAIL = "Zerlina Quickstep", "zerlina@quickstep.example"


@pytest.mark.seeds(3, 20)
def test_export_beside_erasing_is_from_before_or_after(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"erase{seed}@example.com")
    booking = operator.book(customerName=NAME, customerEmail=EMAIL)
    assert operator.patch(f"/api/bookings/{booking['id']}/status", json={"status": "canceled"}).status_code == 200
    path = f"/api/customers/{booking['customerId']}"
    archives: list[bytes] = []

    def export() -> int:
        response = operator.get(f"{path}/export")
        archives.append(response.content)
        return response.status_code

    def erase() -> int:
        return operator.post(f"{path}/erase", json={"confirm": NAME}).status_code

    assert all_together([export, export, erase, export]) == [200] * 4
    for archive in archives:
        with zipfile.ZipFile(io.BytesIO(archive)) as bundle:
            named = {NAME in bundle.read(name).decode() for name in ("customers.json", "bookings.json", "README.txt")}
        assert len(named) == 1
    assert operator.get(path).json()["name"] == "Erased"
