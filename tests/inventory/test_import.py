"""Importing many letters: a preview first, then all rows or none."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.api import Api, ok_json

GUIDE = Path(__file__).parents[2] / "docs" / "operator-guide.md"


def test_whole_set_is_imported_at_once(operator: Api):
    rows = [{"letter": letter, "size": "4ft", "quantity": 2} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&"]

    seen = ok_json(operator.post("/api/inventory/import", json={"rows": rows}))
    assert not seen["applied"]
    assert {row["action"] for row in seen["rows"]} == {"add"}
    assert operator.get("/api/inventory").json() == []

    assert ok_json(operator.post("/api/inventory/import", json={"rows": rows, "apply": True}))["applied"]
    stock = operator.get("/api/inventory").json()
    assert len(stock) == 37
    assert {row["pricePerDay"] for row in stock} == {25}, "the price list's price for the size"


MIXED = (
    "Letter;Size;Quantity;Price Per Day\nA;4ft;3;25\nAB;4ft;1;25\nB;3ft;1;25\nC;4ft;x;25\nD;4ft;1;0.5\nA;4ft;9;25\n"
    "E;4ft;-1;25\nF;4ft;1;-25\n"
)


def test_invalid_row_is_reported_and_nothing_changes(operator: Api):
    seen = ok_json(operator.post("/api/inventory/import", json={"csv": MIXED, "apply": True}))

    assert not seen["applied"]
    assert [(row["line"], row["action"]) for row in seen["rows"]] == [
        (2, "add"),
        (3, "refused"),
        (4, "refused"),
        (5, "refused"),
        (6, "refused"),
        (7, "refused"),
        (8, "refused"),
        (9, "refused"),
    ]
    sentences = [row["sentence"] for row in seen["rows"]]
    assert "single letter" in sentences[1]
    assert sentences[2] == "Size must be one of: 2ft, 4ft"
    assert sentences[3] == "Quantity must be a whole number"
    assert sentences[4] == "Price must be at least 1"
    assert sentences[5] == "A in 4ft is listed twice"
    assert sentences[6] == "Quantity must be 0 or more"
    assert sentences[7] == "Price must be at least 1"
    assert operator.get("/api/inventory").json() == []


def test_partial_import_returns_rejected_rows_as_csv(operator: Api):
    seen = ok_json(operator.post("/api/inventory/import", json={"csv": MIXED, "apply": True, "partial": True}))

    assert seen["applied"]
    assert [(row["letter"], row["quantity"]) for row in operator.get("/api/inventory").json()] == [("A", 3)]
    lines = seen["refusedCsv"].removeprefix("\ufeff").split("\r\n")
    assert lines[0] == "Letter,Size,Quantity,Price Per Day,Problem"
    assert lines[3] == "C,4ft,x,25,Quantity must be a whole number"
    assert len(lines) == 9

    mended = seen["refusedCsv"].replace("C,4ft,x", "C,4ft,4").replace("AB,", "B,")
    again = ok_json(operator.post("/api/inventory/import", json={"csv": mended, "apply": True, "partial": True}))
    assert [row["action"] for row in again["rows"]].count("add") == 2
    assert [row["letter"] for row in operator.get("/api/inventory").json()] == ["A", "B", "C"]


def test_import_without_valid_rows_changes_nothing(operator: Api):
    csv = "Letter,Size,Quantity\nA,4ft,-1\n"
    seen = ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "partial": True}))
    assert (seen["applied"], seen["rows"][0]["sentence"]) == (False, "Quantity must be 0 or more")


def test_file_prices_can_update_the_price_list(operator: Api):
    csv = "Letter,Size,Quantity,Price\nA,4ft,3,30\nB,4ft,2,30\nC,4ft,2,\nA,2ft,2,15\n"
    looked = ok_json(operator.post("/api/inventory/import", json={"csv": csv}))
    assert looked["sizePrices"] == [{"size": "4ft", "before": 25, "price": 30}]
    assert not looked["pricesIgnored"]
    assert operator.get("/api/price-list").json()["sizes"][1]["price"] == 25

    ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "setListPrice": True}))
    assert [row["price"] for row in operator.get("/api/price-list").json()["sizes"]] == [15, 30]


def test_inconsistent_prices_are_reported_as_ignored(operator: Api):
    csv = "Letter,Size,Quantity,Price\nA,4ft,3,30\nB,4ft,2,35\n"
    looked = ok_json(operator.post("/api/inventory/import", json={"csv": csv}))
    assert (looked["sizePrices"], looked["pricesIgnored"]) == ([], True)

    operator.set_prices(letterPrice="inventory")
    looked = ok_json(operator.post("/api/inventory/import", json={"csv": csv}))
    assert (looked["sizePrices"], looked["pricesIgnored"]) == ([], False)


def test_export_can_be_imported(operator: Api):
    for letter in ("A", "+", "=", "'", "É"):
        operator.add_letter(letter, 3, price=12.5)
    text = operator.get("/api/inventory.csv").text
    assert "'=" in text

    seen = ok_json(operator.post("/api/inventory/import", json={"csv": text, "apply": True}))

    assert seen["applied"]
    assert {row["action"] for row in seen["rows"]} == {"same"}


FACTS = (
    "Letter,Size,Quantity,Width (in),Depth,Weight (lb),Bulbs,Watts,Slot,Cost,Replacement Price\n"
    'A,4ft,2,35,7.5,38,31,31,Rack 3,120.50,$380\nB,4ft,1,"34""",,40 lb,,,,,\nC,4ft,1,,,,,,,,\n'
)


def facts_by_letter(operator: Api) -> dict[str, dict[str, Any]]:
    return {row["letter"]: row for row in operator.get("/api/inventory").json()}


def test_attributes_are_imported_and_empty_cells_skipped(operator: Api):
    looked = ok_json(operator.post("/api/inventory/import", json={"csv": FACTS}))
    assert [fact["name"] for fact in looked["rows"][0]["facts"]] == [
        "widthInches", "depthInches", "weightPounds", "bulbs", "watts", "slot", "cost", "replacementPrice"
    ]  # fmt: skip
    assert looked["rows"][0]["facts"][6] == {"name": "cost", "before": None, "after": 120.5}
    assert [len(row["facts"]) for row in looked["rows"]] == [8, 2, 0]

    ok_json(operator.post("/api/inventory/import", json={"csv": FACTS, "apply": True}))
    a, b, c = facts_by_letter(operator).values()
    assert (a["widthInches"], a["depthInches"], a["weightPounds"], a["bulbs"], a["watts"]) == (35, 7.5, 38, 31, 31)
    assert (a["slot"], a["cost"], a["replacementPrice"], a["estimated"]) == ("Rack 3", 120.5, 380, [])
    assert (b["widthInches"], b["weightPounds"], b["estimated"]) == (34, 40, ["depthInches", "bulbs", "watts"])
    assert len(c["estimated"]) == 5


def test_changed_attributes_are_listed(operator: Api):
    ok_json(operator.post("/api/inventory/import", json={"csv": FACTS, "apply": True}))
    csv = "Letter,Size,Quantity,Slot,Weight\nA,4ft,2,Rack 3,38\nB,4ft,1,Rack 4,40\nC,4ft,5,,\n"
    again = ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True}))
    assert [row["action"] for row in again["rows"]] == ["same", "change", "change"]
    assert again["rows"][1]["facts"] == [{"name": "slot", "before": None, "after": "Rack 4"}]
    found = facts_by_letter(operator)
    assert (found["A"]["widthInches"], found["B"]["slot"], found["C"]["quantity"]) == (35, "Rack 4", 5)


@pytest.mark.parametrize(
    "cell, sentence",
    [
        ("width,wide", "Width must be a number of inches above 0, at most 1000"),
        ("width,0", "Width must be a number of inches above 0, at most 1000"),
        ("depth,1001", "Depth must be a number of inches above 0, at most 1000"),
        ("weight,-3", "Weight must be a number of pounds above 0, at most 10000"),
        ("bulbs,2.5", "Bulbs must be a whole number, at most 10000"),
        ("bulbs,-1", "Bulbs must be a whole number, at most 10000"),
        ("watts,1e9", "Watts must be a number, at most 100000"),
        (f"slot,{'A' * 41}", "Slot can have at most 40 characters"),
        ("cost,1.234", "Cost must be an amount from 0 to 1000000 with at most two decimals"),
        ("replacement,-1", "Replacement price must be an amount from 0 to 1000000 with at most two decimals"),
    ],
)
def test_row_with_invalid_attribute_is_rejected_and_other_rows_are_imported(cell: str, sentence: str, operator: Api):
    column, text = cell.split(",")
    csv = f"Letter,Size,Quantity,Finish,{column}\nA,4ft,1,standard,{text}\nB,4ft,1,standard,\n"
    seen = ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "partial": True}))
    assert [row["sentence"] for row in seen["rows"]] == [sentence, None]
    assert seen["rows"][0]["facts"] == []
    header, line = seen["refusedCsv"].removeprefix("\ufeff").split("\r\n")[:2]
    assert header.startswith("Letter,Size,Quantity,Price Per Day,Finish,")
    assert text in line
    assert list(facts_by_letter(operator)) == ["B"]


def test_entered_attributes_survive_export_and_import(operator: Api, other_operator: Api):
    ok_json(operator.post("/api/inventory/import", json={"csv": FACTS, "apply": True}))
    text = operator.get("/api/inventory.csv").text
    assert ok_json(operator.post("/api/inventory/import", json={"csv": text}))["rows"][0]["action"] == "same"
    ok_json(other_operator.post("/api/inventory/import", json={"csv": text, "apply": True}))
    told = [{k: v for k, v in row.items() if k not in {"id", "userId"}} for row in facts_by_letter(operator).values()]
    copied = facts_by_letter(other_operator).values()
    assert [{k: v for k, v in row.items() if k not in {"id", "userId"}} for row in copied] == told


def test_json_rows_accept_attributes(operator: Api):
    rows = [{"letter": "A", "size": "4ft", "quantity": 1, "slot": "S1", "weightPounds": 30}]
    ok_json(operator.post("/api/inventory/import", json={"rows": rows, "apply": True}))
    assert (facts_by_letter(operator)["A"]["slot"], facts_by_letter(operator)["A"]["weightPounds"]) == ("S1", 30)
    wrong = operator.post("/api/inventory/import", json={"rows": [rows[0] | {"bulbs": -1}]})
    assert wrong.status_code == 422


def test_quantity_below_holds_is_a_row_error(operator: Api):
    operator.add_letters({"L": 3, "O": 3})
    operator.book(message="LOLO", deliveryDate="2027-06-01", pickupDate="2027-06-02")
    rows = [{"letter": "L", "size": "4ft", "quantity": 1}, {"letter": "O", "size": "4ft", "quantity": 2}]

    seen = ok_json(operator.post("/api/inventory/import", json={"rows": rows, "apply": True}))

    assert not seen["applied"]
    assert [row["action"] for row in seen["rows"]] == ["refused", "change"]
    assert "June 1, 2027" in seen["rows"][0]["sentence"]
    assert {row["quantity"] for row in operator.get("/api/inventory").json()} == {3}


def test_file_without_header_reports_missing_columns(operator: Api):
    answer = operator.post("/api/inventory/import", json={"csv": "A,4ft,3\n"})
    assert answer.status_code == 422
    assert answer.json()["fields"]["csv"].startswith("The first line must name the columns")
    assert operator.post("/api/inventory/import", json={}).status_code == 422


def test_example_of_the_guide_can_be_imported(operator: Api):
    (body,) = re.findall(r"inventory/import -d '(.*)'", GUIDE.read_text())
    assert ok_json(operator.post("/api/inventory/import", json=json.loads(body)))["applied"]
    assert [(row["letter"], row["quantity"]) for row in operator.get("/api/inventory").json()] == [("A", 3), ("B", 2)]


@pytest.mark.parametrize(
    "csv",
    [
        "Letter,Size,Quantity,Price\rA,4ft,3,25\rB,4ft,2,25\r",
        "sep=;\r\nLetter;Size;Qty;Price\r\nA;4 ft;3;25\r\nB;4FT;2;25\r\n",
        "Our letters\n\nLetter,Size,Quantity on hand,Price per Day\nA,4',3.0,$25.00\nB,4’,2,25 USD\n",
        'Letter,Size,Qty,Price\nA,48 in,3 pcs,25.0\nB,"4 feet",2,USD 25\n',
        "Letter,Size,Qty,Price\nA\r,4ft,3,25\nB\u200b,4ft,2,25\n",
        "Letter,Size (ft),Total Qty,Price/Day\nA,4,3,25\nB,4.0,2,$25/day\n",
        "Letter/Number,Height (in),How many?,Rate per Day\nA,48,3,25\nB,4'0\",2,25\n",
        "sep=,\nLetter;Size;Stock Qty;Daily Rate\nA;4-foot;3;25,00\nB;4 Ft.;2;25\n",
        'Symbol,Size,# on hand,Price\nＡ,４ft,３,２５\n"=""B""",4´,2,25\n',
    ],
)
def test_spreadsheet_exports_can_be_imported(csv: str, operator: Api):
    assert ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True}))["applied"]
    stock = [
        (row["letter"], row["size"], row["quantity"], row["pricePerDay"])
        for row in operator.get("/api/inventory").json()
    ]
    assert stock == [("A", "4ft", 3, 25), ("B", "4ft", 2, 25)]


def test_common_price_formats_are_parsed(operator: Api):
    csv = 'Letter,Size,Qty,Price\nA,4ft,1,"$1,025.00"\nB,4ft,1,.50\nC,4ft,1,25.005\nD,4ft,1,free\nE,4ft,"1,000",\n'
    rows = ok_json(operator.post("/api/inventory/import", json={"csv": csv}))["rows"]
    assert [(row["pricePerDay"], row["sentence"]) for row in rows] == [
        (1025, None),
        (None, "Price must be at least 1"),
        (None, "Price per day must be a number with at most two decimals"),
        (None, "Price per day must be a number with at most two decimals"),
        (25, None),
    ]
    assert rows[4]["quantity"] == 1000


def test_duplicate_columns_are_rejected(operator: Api):
    csv = "Letter,Size,Qty,Quantity on Hand\nA,4ft,3,5\n"
    refused = operator.post("/api/inventory/import", json={"csv": csv})
    assert (refused.status_code, refused.json()["code"]) == (422, "column_twice")
    assert "“Qty” and “Quantity on Hand”" in refused.json()["fields"]["csv"]


def test_location_column_is_not_skipped(operator: Api):
    for name in ("Warehouse", "Branch", "Depot"):
        csv = f"Letter,Size,Qty,{name}\nA,4ft,3,Austin\n"
        refused = operator.post("/api/inventory/import", json={"csv": csv})
        assert (refused.status_code, refused.json()["code"]) == (422, "column_unknown")
    csv = "Letter,Size,Qty,Storage Location\nA,4ft,3,Rack 3\n"
    ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True}))
    assert facts_by_letter(operator)["A"]["slot"] == "Rack 3"


def test_unclosed_quote_is_reported_with_its_line(operator: Api):
    lines = [f'{letter},4ft,{count},"Rack {count}"' for count, letter in enumerate("ABCDEFGHIJKLMNOP", start=1)]
    lines[3] = 'D,4ft,4,"Rack 4'
    csv = "\n".join(["Letter,Size,Quantity,Slot", *lines])
    seen = ok_json(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "partial": True}))
    assert [(row["line"], row["action"]) for row in seen["rows"] if row["action"] == "refused"] == [(5, "refused")]
    assert "not closed" in seen["rows"][3]["sentence"]
    assert [row["letter"] for row in operator.get("/api/inventory").json()] == list("ABCEFGHIJKLMNOP")


@pytest.mark.parametrize(
    "csv",
    [
        'Letter,Size,Quantity\n"' + "A" * 140_000 + '",4ft,1\n',
        'Letter,Size,Quantity\nA,4ft,1\n"' + "x,4ft,1\n" * 20_000,
        "Letter,Size,Quantity\n\ufffd,4ft,1\n",
        "Letter,Size,Quantity\n\ufffe,4ft,1\n",
        "Letter,Size,Quantity\n\u3164,4ft,1\n",
    ],
    ids=["long", "open", "lost", "noncharacter", "blank"],
)
def test_unreadable_row_is_reported_with_its_line(csv: str, operator: Api):
    answer = operator.post("/api/inventory/import", json={"csv": csv, "apply": True})
    if answer.status_code == 200:
        assert not answer.json()["applied"]
        assert any(row["action"] == "refused" and row["sentence"] for row in answer.json()["rows"])
    else:
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["csv"])
    assert operator.get("/api/inventory").json() == []
