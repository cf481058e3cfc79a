"""Letters owned: one row per operator, size and letter, even if added concurrently, and visible only to the
operator.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from marqueedesk.inventory import queries, service
from marqueedesk.inventory.errors import LetterTaken, UnknownLetter
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import LetterChange
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from tests.support.api import Api, ok_json

SIZES = ("2ft", "4ft")


@pytest.fixture
def add(database: Database) -> Callable[..., int]:
    def add(owner: Api, letter: str, *, size: str = "4ft", quantity: int = 3, cents: int = 2500) -> int:
        with database.write() as db:
            set_operator(db, owner.id)
            item = service.add_letter(
                db, Piece(size, letter), quantity=quantity, price_per_day_cents=cents, sizes=SIZES
            )
            return item.id

    return add


def change(database: Database, owner: Api, item_id: int, **fields: Any) -> None:
    with database.write() as db:
        set_operator(db, owner.id)
        service.change_letter(queries.letter_for_change(db, item_id), LetterChange.model_validate(fields), 48)


def test_inventory_list_has_prices_in_currency_units(operator: Api, add: Callable[..., int]):
    first, second = add(operator, "A"), add(operator, "❤", size="2ft", quantity=0, cents=1999)
    shown = ("id", "letter", "size", "quantity", "pricePerDay", "userId")
    assert [{name: row[name] for name in shown} for row in operator.get("/api/inventory").json()] == [
        {"id": first, "letter": "A", "size": "4ft", "quantity": 3, "pricePerDay": 25, "userId": operator.id},
        {"id": second, "letter": "❤", "size": "2ft", "quantity": 0, "pricePerDay": 19.99, "userId": operator.id},
    ]


def test_letters_of_other_operators_are_hidden(
    operator: Api, other_operator: Api, visitor: Api, add: Callable[..., int]
):
    add(operator, "A")
    assert other_operator.get("/api/inventory").json() == []
    assert visitor.get("/api/inventory").status_code == 401
    assert visitor.get("/api/inventory", params={"userId": operator.id}).status_code == 401


def test_inventory_pages_contain_each_letter_once(operator: Api, add: Callable[..., int]):
    ids = [add(operator, letter) for letter in "ABCDE"]
    assert [item["id"] for item in operator.every("/api/inventory", limit=2)] == ids
    for wrong in ({"limit": 0}, {"limit": 201}, {"limit": "x"}, {"limit": 2, "cursor": "x"}):
        assert operator.get("/api/inventory", params=wrong).status_code == 422


def test_letter_is_unique_per_size_and_operator(operator: Api, other_operator: Api, add: Callable[..., int]):
    add(operator, "A")
    add(operator, "A", size="2ft")
    add(other_operator, "A")
    with pytest.raises(LetterTaken, match="already has the letter A in 4ft"):
        add(operator, "A")
    assert len(operator.get("/api/inventory").json()) == 2


def test_concurrent_adds_create_one_row(operator: Api, add: Callable[..., int]):
    start = Barrier(10)

    def attempt(_: int) -> str:
        start.wait()
        try:
            add(operator, "A")
        except LetterTaken:
            return "taken"
        return "added"

    with ThreadPoolExecutor(10) as pool:
        outcomes = sorted(pool.map(attempt, range(10)))
    assert outcomes == ["added"] + ["taken"] * 9
    assert len(operator.get("/api/inventory").json()) == 1


def test_transaction_is_still_usable_after_a_letter_was_rejected(operator: Api, database: Database):
    with database.write() as db:
        set_operator(db, operator.id)
        for letter in ("A", "A", "B"):
            try:
                service.add_letter(db, Piece("4ft", letter), quantity=1, price_per_day_cents=100, sizes=SIZES)
            except LetterTaken:
                continue
    assert [item["letter"] for item in operator.get("/api/inventory").json()] == ["A", "B"]


def test_letter_in_unlisted_size_is_rejected(operator: Api, add: Callable[..., int]):
    with pytest.raises(Invalid) as refused:
        add(operator, "A", size="3ft")
    assert refused.value.fields == {"size": "Size must be one of: 2ft, 4ft"}


def test_patch_of_a_letter_updates_only_the_fields_sent(operator: Api, database: Database, add: Callable[..., int]):
    item_id = add(operator, "A")
    change(database, operator, item_id, quantity=7)
    change(database, operator, item_id, pricePerDay=30.5)
    change(database, operator, item_id)
    [item] = operator.get("/api/inventory").json()
    assert (item["quantity"], item["pricePerDay"]) == (7, 30.5)


def test_inventory_row_can_be_sent_back_but_letter_and_size_cannot_change(
    operator: Api, database: Database, add: Callable[..., int]
):
    item_id = add(operator, "A")
    [read] = operator.get("/api/inventory").json()
    # The route has converted the code of the finish to its stored form.
    before = {**read, "finish": ""}
    change(database, operator, item_id, **before)
    for field, value in (("letter", "B"), ("size", "2ft"), ("letter", "")):
        with pytest.raises(Invalid) as refused:
            change(database, operator, item_id, **{**before, "quantity": 9, field: value})
        assert list(refused.value.fields or {}) == [field]
    assert operator.get("/api/inventory").json() == [read]


def test_inventory_row_of_another_operator_is_not_found(
    operator: Api, other_operator: Api, database: Database, add: Callable[..., int]
):
    item_id = add(operator, "A")
    for owner, wanted in ((other_operator, item_id), (operator, item_id + 1)):
        with pytest.raises(UnknownLetter):
            change(database, owner, wanted, quantity=0)
    assert operator.get("/api/inventory").json()[0]["quantity"] == 3


def test_removed_letter_can_be_added_again(operator: Api, database: Database, add: Callable[..., int]):
    item_id = add(operator, "A")
    with database.write() as db:
        set_operator(db, operator.id)
        service.remove_letter(db, queries.letter_for_change(db, item_id))
    assert operator.get("/api/inventory").json() == []
    assert add(operator, "A") != 0


def test_letter_price_updates_the_price_list_on_request(operator: Api, visitor: Api):
    """P8: a price entered with a letter either updates the price that customers pay, or the response says that it
    doesn't.
    """
    ok_json(operator.post("/api/inventory", json={"letter": "A", "size": "4ft", "quantity": 9, "pricePerDay": 75}))
    assert visitor.estimate(userId=operator.id, message="A")["breakdown"]["pricePerLetter"] == 25

    body = {"letter": "B", "size": "4ft", "quantity": 9, "pricePerDay": 75, "setListPrice": True}
    letter = ok_json(operator.post("/api/inventory", json=body))
    assert visitor.estimate(userId=operator.id, message="A")["breakdown"]["pricePerLetter"] == 75
    deed = operator.get("/api/activity").json()["items"][0]
    assert (deed["action"], deed["subject"], deed["details"]) == ("settings.changed", "prices", {"changed": ["sizes"]})

    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"pricePerDay": 60, "setListPrice": True}))
    ok_json(operator.patch(f"/api/inventory/{letter['id']}", json={"quantity": 8, "setListPrice": True}))
    prices = operator.get("/api/price-list").json()["sizes"]
    assert [(row["code"], row["price"]) for row in prices] == [("2ft", 15), ("4ft", 60)]


def test_quantity_below_repairs_lists_the_repairs(operator: Api):
    item = operator.add_letter("A", 3)["id"]
    repair = {"count": 2, "firstDay": "2027-06-01", "lastDay": "2027-06-03", "reason": "Bulbs"}
    outage = ok_json(operator.post(f"/api/inventory/{item}/outages", json=repair))
    assert outage.pop("atRisk") == []

    answer = operator.patch(f"/api/inventory/{item}", json={"quantity": 1})

    assert answer.status_code == 409
    told = answer.json()
    assert told["message"] == "2 × A are in repair on June 1, 2027, 1 more than the 1 you would own."
    assert (told["bookings"], told["repairs"]) == ([], [outage])
    assert operator.patch(f"/api/inventory/{item}", json={"quantity": 0}).json()["repairs"] == [outage]
    assert operator.patch(f"/api/inventory/{item}", json={"quantity": 2}).status_code == 200
