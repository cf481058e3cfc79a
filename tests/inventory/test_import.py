"""Many letters at once: a look first, then all or nothing."""

import json
import re
from pathlib import Path

from tests.support.api import Api, made

GUIDE = Path(__file__).parents[2] / "docs" / "operator-guide.md"


def test_a_whole_set_is_added_at_once(operator: Api):
    rows = [{"letter": letter, "size": "4ft", "quantity": 2} for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&"]

    seen = made(operator.post("/api/inventory/import", json={"rows": rows}))
    assert not seen["applied"]
    assert {row["action"] for row in seen["rows"]} == {"add"}
    assert operator.get("/api/inventory").json() == []

    assert made(operator.post("/api/inventory/import", json={"rows": rows, "apply": True}))["applied"]
    stock = operator.get("/api/inventory").json()
    assert len(stock) == 37
    assert {row["pricePerDay"] for row in stock} == {25}, "the price list's price for the size"


MIXED = (
    "Letter;Size;Quantity;Price Per Day\nA;4ft;3;25\nAB;4ft;1;25\nB;3ft;1;25\nC;4ft;x;25\nD;4ft;1;0.5\nA;4ft;9;25\n"
    "E;4ft;-1;25\nF;4ft;1;-25\n"
)


def test_a_bad_row_is_named_and_nothing_changes(operator: Api):
    seen = made(operator.post("/api/inventory/import", json={"csv": MIXED, "apply": True}))

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
    assert sentences[5] == "A in 4ft appears twice in the list"
    assert sentences[6] == "Quantity must be 0 or more"
    assert sentences[7] == "Price must be at least 1"
    assert operator.get("/api/inventory").json() == []


def test_the_good_rows_are_taken_and_the_others_come_back_as_a_file(operator: Api):
    seen = made(operator.post("/api/inventory/import", json={"csv": MIXED, "apply": True, "partial": True}))

    assert seen["applied"]
    assert [(row["letter"], row["quantity"]) for row in operator.get("/api/inventory").json()] == [("A", 3)]
    lines = seen["refusedCsv"].removeprefix("\ufeff").split("\r\n")
    assert lines[0] == "Letter,Size,Quantity,Price Per Day,Problem"
    assert lines[3] == "C,4ft,x,25,Quantity must be a whole number"
    assert len(lines) == 9

    mended = seen["refusedCsv"].replace("C,4ft,x", "C,4ft,4").replace("AB,", "B,")
    again = made(operator.post("/api/inventory/import", json={"csv": mended, "apply": True, "partial": True}))
    assert [row["action"] for row in again["rows"]].count("add") == 2
    assert [row["letter"] for row in operator.get("/api/inventory").json()] == ["A", "B", "C"]


def test_without_a_good_row_nothing_is_applied(operator: Api):
    csv = "Letter,Size,Quantity\nA,4ft,-1\n"
    seen = made(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "partial": True}))
    assert (seen["applied"], seen["rows"][0]["sentence"]) == (False, "Quantity must be 0 or more")


def test_prices_of_a_file_can_become_the_price_lists(operator: Api):
    csv = "Letter,Size,Quantity,Price\nA,4ft,3,30\nB,4ft,2,30\nC,4ft,2,\nA,2ft,2,15\n"
    looked = made(operator.post("/api/inventory/import", json={"csv": csv}))
    assert looked["sizePrices"] == [{"size": "4ft", "before": 25, "price": 30}]
    assert not looked["pricesIgnored"]
    assert operator.get("/api/price-list").json()["sizes"][1]["price"] == 25

    made(operator.post("/api/inventory/import", json={"csv": csv, "apply": True, "setListPrice": True}))
    assert [row["price"] for row in operator.get("/api/price-list").json()["sizes"]] == [15, 30]


def test_prices_that_disagree_are_said_to_be_of_no_use(operator: Api):
    csv = "Letter,Size,Quantity,Price\nA,4ft,3,30\nB,4ft,2,35\n"
    looked = made(operator.post("/api/inventory/import", json={"csv": csv}))
    assert (looked["sizePrices"], looked["pricesIgnored"]) == ([], True)

    operator.set_prices(letterPrice="inventory")
    looked = made(operator.post("/api/inventory/import", json={"csv": csv}))
    assert (looked["sizePrices"], looked["pricesIgnored"]) == ([], False)


def test_what_is_exported_can_be_imported_again(operator: Api):
    for letter in ("A", "+", "=", "'", "É"):
        operator.add_letter(letter, 3, price=12.5)
    text = operator.get("/api/inventory.csv").text
    assert "'=" in text

    seen = made(operator.post("/api/inventory/import", json={"csv": text, "apply": True}))

    assert seen["applied"]
    assert {row["action"] for row in seen["rows"]} == {"same"}


def test_a_quantity_below_what_is_promised_is_refused_in_its_row(operator: Api):
    operator.add_letters({"L": 3, "O": 3})
    operator.book(message="LOLO", deliveryDate="2027-06-01", pickupDate="2027-06-02")
    rows = [{"letter": "L", "size": "4ft", "quantity": 1}, {"letter": "O", "size": "4ft", "quantity": 2}]

    seen = made(operator.post("/api/inventory/import", json={"rows": rows, "apply": True}))

    assert not seen["applied"]
    assert [row["action"] for row in seen["rows"]] == ["refused", "change"]
    assert "June 1, 2027" in seen["rows"][0]["sentence"]
    assert {row["quantity"] for row in operator.get("/api/inventory").json()} == {3}


def test_a_file_without_a_header_says_what_is_missing(operator: Api):
    answer = operator.post("/api/inventory/import", json={"csv": "A,4ft,3\n"})
    assert answer.status_code == 422
    assert answer.json()["fields"]["csv"].startswith("The first line must name the columns")
    assert operator.post("/api/inventory/import", json={}).status_code == 422


def test_the_guides_example_imports(operator: Api):
    (body,) = re.findall(r"inventory/import -d '(.*)'", GUIDE.read_text())
    assert made(operator.post("/api/inventory/import", json=json.loads(body)))["applied"]
    assert [(row["letter"], row["quantity"]) for row in operator.get("/api/inventory").json()] == [("A", 3), ("B", 2)]
