"""The ledger and its balances as CSV and as Excel workbooks: the same rows, numbers as numbers, text as text."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine

from marqueedesk.kit.text import xlsx
from tests.support.api import Api, ok_json
from tests.support.workbooks import sheets_of

BEFORE, AFTER = datetime(2027, 5, 20, 15, tzinfo=UTC), datetime(2027, 6, 10, 15, tzinfo=UTC)
FORMULA = "=HYPERLINK(A1)"


@pytest.fixture
def business(new_caller: Callable[[], Api]) -> Api:
    with time_machine.travel(BEFORE, tick=False):
        business = new_caller().register()
        business.add_letters("LOVE")
        booking = business.book(
            asRequest=False, deliveryDate="2027-06-01", pickupDate="2027-06-02", customerName=FORMULA
        )
        body = {"kind": "cash", "amount": 40.5, "receivedOn": "2027-05-20"}
        ok_json(business.post(f"/api/bookings/{booking['id']}/payments", json=body))
        body = {"accounts": [{"account": "cash", "number": "0100"}]}
        ok_json(business.put("/api/ledger/accounts", json=body))
    return business


def csv_rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


def as_text(value: Any, column: str) -> str:
    """Return a cell of a workbook as the CSV file has it."""
    if value is None:
        return ""
    if column in {"Date", "Own date"}:
        return (date(1899, 12, 30) + timedelta(days=value)).isoformat()
    if isinstance(value, float):
        return f"{value:g}"
    return f"'{value}" if value.startswith("=") else value


@pytest.mark.parametrize("name", ["ledger", "trial-balance"])
@pytest.mark.either_database
def test_workbook_has_the_rows_of_the_csv_file(name: str, business: Api):
    with time_machine.travel(AFTER, tick=False):
        header, *rows = csv_rows(business.get(f"/api/{name}.csv").content)
        answer = business.get(f"/api/{name}.xlsx")
        again = business.get(f"/api/{name}.xlsx").content

    (sheet,) = sheets_of(answer.content)
    assert sheet[0] == header
    padded = [row + [None] * (len(header) - len(row)) for row in sheet[1:]]
    assert [[as_text(value, column) for value, column in zip(row, header, strict=True)] for row in padded] == rows
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}.xlsx"'
    assert again == answer.content, "the same rows are the same bytes"
    # Account numbers stay text, with their leading zero; amounts are numbers.
    cells = [cell for row in sheet[1:] for cell in row]
    assert "0100" in cells
    assert 40.5 in cells
    if name == "ledger":
        assert FORMULA in cells


@pytest.mark.either_database
def test_columns_of_the_trial_balance_add_up(business: Api):
    with time_machine.travel(AFTER, tick=False):
        (sheet,) = sheets_of(business.get("/api/trial-balance.xlsx", params={"on": "2027-06-10"}).content)
        assert business.get("/api/trial-balance.csv", params={"on": "tomorrow"}).status_code == 422
    sums = [sum(cell for row in sheet[1:] for cell in row[at : at + 1] if isinstance(cell, float)) for at in (3, 4)]
    assert sums[0] == sums[1] > 0


def test_cells_that_look_like_formulas_links_or_numbers_stay_text():
    texts = ["=1+1", "+1", "-1", "@SUM(A1)", "https://example.com", "007", "{=A1}", "\x00=1"]
    with xlsx.document("Texts", ["Text"], [[text] for text in texts]) as file:
        (sheet,) = sheets_of(file.read())
    assert [cell for (cell,) in sheet] == ["Text", *texts[:-1], "=1"]
