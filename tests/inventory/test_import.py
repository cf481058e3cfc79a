"""Many letters at once: a look first, then all or nothing."""

from tests.support.api import Api, made


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


def test_a_bad_row_is_named_and_nothing_changes(operator: Api):
    csv = (
        "Letter;Size;Quantity;Price Per Day\nA;4ft;3;25\nAB;4ft;1;25\nB;3ft;1;25\nC;4ft;x;25\nD;4ft;1;0.5\nA;4ft;9;25\n"
    )
    seen = made(operator.post("/api/inventory/import", json={"csv": csv, "apply": True}))

    assert not seen["applied"]
    assert [(row["line"], row["action"]) for row in seen["rows"]] == [
        (2, "add"),
        (3, "refused"),
        (4, "refused"),
        (5, "refused"),
        (6, "refused"),
        (7, "refused"),
    ]
    sentences = [row["sentence"] for row in seen["rows"]]
    assert "single letter" in sentences[1]
    assert sentences[2] == "Size must be one of: 2ft, 4ft"
    assert sentences[3] == "Quantity must be a whole number"
    assert sentences[4] == "Price must be at least 1"
    assert sentences[5] == "A in 4ft stands in the list twice"
    assert operator.get("/api/inventory").json() == []


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
