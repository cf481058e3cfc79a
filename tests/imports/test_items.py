"""Importing items other than letters."""

from typing import Any

from tests.imports.conftest import send
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

FILE = (
    "Artikel;Kategorie;Menge;Mietpreis;Abrechnung;Art;Online\n"
    "Fotowand;Wände;2;1.075,50 €;pro Tag;;ja\n"
    "Aufbau;;;90;Veranstaltung;Dienstleistung;nein\n"
)


def items(operator: Api) -> list[dict[str, Any]]:
    """All items in the order they were added."""
    return ok_json(operator.get("/api/items"))


def test_items_are_imported_once(operator: Api, other_operator: Api):
    seen = send(operator, FILE, "items")
    assert [column["field"] for column in seen["columns"]] == [
        "name",
        "category",
        "quantity",
        "price",
        "per",
        "kind",
        "public",
    ]
    assert (seen["rows"], seen["importId"], items(operator)) == ({"new": 2, "same": 0, "wrong": 0}, None, [])

    assert send(operator, FILE, "items", apply=True)["importId"]

    wall, setup = items(operator)
    assert (wall["name"], wall["category"], wall["kind"], wall["quantity"]) == ("Fotowand", "Wände", "counted", 2)
    assert (wall["price"], wall["per"], wall["public"], wall["taxable"]) == (1075.5, "day", True, True)
    assert (setup["kind"], setup["quantity"], setup["per"], setup["public"]) == ("service", 0, "event", False)
    assert items(other_operator) == []
    again = FILE.replace("Fotowand", "fotowand").replace(";2;", ";3;")
    assert send(operator, again, "items", apply=True)["rows"] == {"new": 0, "same": 2, "wrong": 0}
    assert [row["quantity"] for row in items(operator)] == [2, 0]


def test_wrong_items_are_named(operator: Api):
    ok_json(operator.post("/api/items", json={"name": "Heart", "quantity": 1, "price": 5}))
    file = (
        "Name,Quantity,Price,Per,Kind,Taxable\n"
        "heart,2,5,,,\n"
        ",2,5,,,\n"
        "Arch,,5,,,\n"
        "Arch,two,5,,,\n"
        "Arch,2,,,,\n"
        "Arch,2,5,week,,\n"
        "Arch,2,5,,food,\n"
        "Arch,2,5,,,perhaps\n"
        "Arch,2,5,per day,,no\n"
    )

    seen = send(operator, file, "items", apply=True)

    assert seen["importId"] is None
    assert [row["reason"] for row in seen["wrong"]] == [
        "You already have an item named “heart”",
        "Name is required",
        "Quantity is required, unless the kind is service",
        "Quantity “two” isn't a whole number",
        "Price is required",
        "Per “week” must be day or event",
        "Kind “food” must be counted or service",
        "Taxable “perhaps” must be yes or no",
    ]
    assert send(operator, file, "items", apply=True, partial=True)["importId"]
    assert [row["name"] for row in items(operator)] == ["Heart", "Arch"]


def test_template_can_be_imported(operator: Api):
    template = operator.get("/api/imports/template.csv?kind=items")

    seen = send(operator, template.text, "items")

    assert (seen["rows"]["new"], seen["wrong"]) == (1, [])
    assert all(column["field"] for column in seen["columns"])


def test_undo_deletes_items_that_nobody_changed_or_uses(operator: Api, clock: Clock):
    names = ["Arch", "Bench", "Curtain", "Desk"]
    file = "Name,Quantity,Price\n" + "".join(f"{name},2,5\n" for name in names)
    mine = send(operator, file, "items", apply=True)["importId"]
    _, bench, curtain, desk = items(operator)
    clock.pass_by(hours=1)
    ok_json(operator.patch(f"/api/items/{bench['id']}", json={"price": 6}))
    package = {"name": "Party", "lines": [{"kind": "item", "itemId": curtain["id"], "quantity": 1}]}
    ok_json(operator.post("/api/packages", json=package))
    operator.add_letters("LOVE")
    operator.book(
        deliveryDate="2027-06-05",
        pickupDate="2027-06-06",
        lines=[
            {"kind": "letters", "text": "LOVE", "size": "4ft"},
            {"kind": "item", "itemId": desk["id"], "quantity": 1},
        ],
    )

    answer = ok_json(operator.post(f"/api/imports/{mine}/undo"))

    assert answer["undone"] == 1
    assert [(row["line"], row["name"]) for row in answer["kept"]] == [(3, "Bench"), (4, "Curtain"), (5, "Desk")]
    assert [row["name"] for row in items(operator)] == names[1:]
    assert send(operator, file, "items")["rows"] == {"new": 1, "same": 3, "wrong": 0}
