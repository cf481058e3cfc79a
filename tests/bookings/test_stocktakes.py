"""Stocktaking: letters are counted along the shelves, and differences become losses, repairs or quantities."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from marqueedesk.bookings.goods.stocktakes.counting import MOST_OPEN
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

TODAY = "2027-06-05"
AT = f"{TODAY}T12:00:00Z"


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock before any user signs in."""
    clock.set(f"{TODAY}T11:00:00+00:00")


class Shelves:
    """Letters on the shelves of a business: 3 L, 2 O and 2 V in 4ft, and one L in 2ft."""

    def __init__(self, owner: Api) -> None:
        self.owner = owner
        owner.set_rules(timeZone="UTC")
        self.letters = {letter: owner.add_letter(letter, quantity=count) for letter, count in (("L", 3), ("O", 2))}
        self.letters["V"] = owner.add_letter("V", quantity=2)
        for letter, slot in (("L", "A16"), ("O", "A2")):
            self.change(letter, slot=slot, replacementPrice=50)
        owner.add_letter("L", size="2ft")

    def change(self, letter: str, **fields: Any) -> None:
        ok_json(self.owner.patch(f"/api/inventory/{self.letters[letter]['id']}", json=fields))

    def quantity(self, letter: str) -> int:
        rows = ok_json(self.owner.get("/api/inventory"))
        return next(row["quantity"] for row in rows if row["id"] == self.letters[letter]["id"])

    def outages(self) -> list[tuple[str, str, int]]:
        return [(row["kind"], row["name"], row["count"]) for row in ok_json(self.owner.get("/api/outages"))]

    def take_out(self, letter: str, count: int, kind: str) -> None:
        body = {"count": count, "firstDay": TODAY, "lastDay": None, "kind": kind}
        ok_json(self.owner.post(f"/api/inventory/{self.letters[letter]['id']}/outages", json=body))

    def start(self, *sizes: str) -> "Stocktake":
        return Stocktake(self, ok_json(self.owner.post("/api/stocktakes", json={"sizes": list(sizes) or None}))["id"])


class Stocktake:
    def __init__(self, shelves: Shelves, stocktake_id: int) -> None:
        self.shelves, self.owner, self.path = shelves, shelves.owner, f"/api/stocktakes/{stocktake_id}"

    def count(self, letter: str, counted: int, *, by: Api | None = None, **more: Any) -> httpx.Response:
        count = {"letter": letter, "size": "4ft", "finish": None, "counted": counted, "clientId": letter, "at": AT}
        return (by or self.owner).put(f"{self.path}/counts", json={"counts": [count | more]})

    def rows(self, by: Api | None = None) -> list[dict[str, Any]]:
        return ok_json((by or self.owner).get(self.path))["rows"]

    def row(self, letter: str) -> tuple[Any, ...]:
        return next(
            (row["expected"], row["counted"], row["difference"], row["value"])
            for row in self.rows()
            if row["letter"] == letter and row["size"] == "4ft"
        )

    def finish(self, differences: str = "loss") -> httpx.Response:
        return self.owner.post(f"{self.path}/finish", json={"differences": differences})


@pytest.fixture
def shelves(operator: Api) -> Shelves:
    return Shelves(operator)


def test_letters_are_listed_along_the_shelves(shelves: Shelves):
    assert [(row["size"], row["slot"], row["letter"]) for row in shelves.start("4ft").rows()] == [
        ("4ft", "A2", "O"),
        ("4ft", "A16", "L"),
        ("4ft", None, "V"),
    ]
    assert {row["size"] for row in shelves.start().rows()} == {"4ft", "2ft"}
    refused = shelves.owner.post("/api/stocktakes", json={"sizes": ["9ft"]})
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["sizes"])


def test_number_of_open_stocktakes_is_limited(shelves: Shelves):
    stocktakes = [shelves.start("4ft"), *(shelves.start() for _ in range(MOST_OPEN - 1))]
    assert shelves.owner.post("/api/stocktakes", json={}).json()["code"] == "too_many_open"
    ok_json(stocktakes[0].count("O", 1))
    shown = ok_json(shelves.owner.get("/api/crew"))["stocktakes"]
    assert [len(row["rows"]) for row in shown] == [4, 4, 4, 4, 3], "latest first, each with its own sizes"
    counted = [row["counted"] for each in shown for row in each["rows"] if row["letter"] == "O"]
    assert counted == [None, None, None, None, 1]
    ok_json(stocktakes[0].finish())
    shelves.start()


def test_expected_leaves_out_what_is_out_or_missing(shelves: Shelves):
    booking = shelves.owner.book(message="L", asRequest=False, deliveryDate=TODAY, pickupDate="2027-06-07")
    lines = [{"letter": "L", "size": "4ft", "count": 1}]
    body = {"clientId": "out", "kind": "out", "at": f"{TODAY}T10:00:00Z", "lines": lines}
    ok_json(shelves.owner.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    shelves.take_out("O", 1, "missing")
    shelves.take_out("V", 1, "repair")
    stocktake = shelves.start()
    assert [stocktake.row(letter)[0] for letter in "LOV"] == [2, 1, 2]


def test_counts_have_a_difference_and_a_value(shelves: Shelves):
    stocktake = shelves.start()
    assert stocktake.row("L") == (3, None, None, 0)
    ok_json(stocktake.count("l", 1))
    ok_json(stocktake.count("V", 1))
    assert stocktake.row("L") == (3, 1, -2, 100)
    assert stocktake.row("V") == (2, 1, -1, None), "no replacement price is known"
    assert ok_json(shelves.owner.get("/api/stocktakes"))[0]["state"] == "open"


def test_report_is_exported_along_the_shelves(shelves: Shelves):
    stocktake = shelves.start("4ft")
    ok_json(stocktake.count("L", 1))
    ok_json(stocktake.count("V", 1))
    answer = shelves.owner.get(f"{stocktake.path}/report.csv")
    assert answer.headers["content-disposition"].startswith('attachment; filename="stocktake-2027-06-05')
    header, *lines = answer.text.removeprefix("\ufeff").splitlines()
    who = shelves.owner.user["username"]
    assert header == "slot,letter,size,finish,expected,counted,difference,countedBy,value"
    assert lines == [
        "A2,O,4ft,standard,2,,,,0",
        f"A16,L,4ft,standard,3,1,-2,{who},100",
        f",V,4ft,standard,2,1,-1,{who},",
    ]


def test_finished_report_is_exported_as_it_was(shelves: Shelves):
    stocktake = shelves.start("4ft")
    ok_json(stocktake.count("L", 1))
    before = shelves.owner.get(f"{stocktake.path}/report.csv").text
    ok_json(stocktake.finish())
    shelves.change("L", quantity=9)
    assert shelves.owner.get(f"{stocktake.path}/report.csv").text == before


def test_pieces_sent_out_after_a_count_make_no_difference(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 3))
    booking = shelves.owner.book(message="L", asRequest=False, deliveryDate=TODAY, pickupDate="2027-06-07")
    lines = [{"letter": "L", "size": "4ft", "count": 1}]
    body = {"clientId": "out", "kind": "out", "at": AT, "lines": lines}
    ok_json(shelves.owner.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    assert stocktake.row("L") == (3, 3, 0, 0)


def test_latest_count_wins_and_resent_counts_are_ignored(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 2, clientId="one", at=f"{TODAY}T10:30:00Z"))
    ok_json(stocktake.count("L", 1, clientId="late", at=f"{TODAY}T10:20:00Z"))
    assert stocktake.row("L")[1] == 2, "the phone was offline"
    ok_json(stocktake.count("L", 0, clientId="one", at=f"{TODAY}T10:50:00Z"))
    assert stocktake.row("L")[1] == 2, "it was already recorded"
    ok_json(stocktake.count("L", 3, clientId="two", at=f"{TODAY}T10:40:00Z"))
    assert stocktake.row("L")[1] == 3


def test_two_people_count_at_once(shelves: Shelves):
    stocktake = shelves.start()
    with ThreadPoolExecutor(4) as pool:
        sent = [
            pool.submit(stocktake.count, letter, 1, clientId=f"{letter} {at}") for letter in "LOV" for at in range(3)
        ]
    assert {response.result().status_code for response in sent} == {200}
    assert [stocktake.row(letter)[1] for letter in "LOV"] == [1, 1, 1]


@pytest.mark.parametrize(
    "change, field",
    [
        ({"letter": "Q"}, "counts[0].letter"),
        ({"letter": "AB"}, "counts[0].letter"),
        ({"size": "9ft"}, "counts[0].letter"),
        ({"finish": "gold"}, "counts[0].finish"),
        ({"counted": -1}, "counts[0].counted"),
        ({"clientId": ""}, "counts[0].clientId"),
        ({"at": "2027-06-09T12:00:00Z"}, "counts[0].at"),
        ({"at": TODAY}, "counts[0].at"),
    ],
)
@pytest.mark.either_database
def test_invalid_count_is_named_and_nothing_is_recorded(change: dict[str, Any], field: str, shelves: Shelves):
    stocktake = shelves.start()
    count = {"letter": "L", "size": "4ft", "counted": 1, "clientId": "a", "at": AT}
    refused = shelves.owner.put(f"{stocktake.path}/counts", json={"counts": [count | change]})
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, [field])
    assert stocktake.row("L")[1] is None


def test_missing_pieces_become_losses(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1))
    ok_json(stocktake.count("O", 2))
    finished = ok_json(stocktake.finish("loss"))
    assert finished["state"] == "finished"
    assert [(row["letter"], row["kind"], row["count"]) for row in finished["outages"]] == [("L", "missing", 2)]
    assert shelves.outages() == [("missing", "L", 2)]
    assert [shelves.quantity(letter) for letter in "LOV"] == [3, 2, 2]
    # V wasn't counted, so nothing is missing.
    assert stocktake.row("V") == (2, None, None, 0)
    assert stocktake.row("L") == (3, 1, -2, 100)


def test_missing_pieces_become_repairs(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 2))
    ok_json(stocktake.finish("repair"))
    assert shelves.outages() == [("repair", "L", 1)]


def test_missing_pieces_reduce_the_quantity(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1))
    ok_json(stocktake.count("O", 3))
    finished = ok_json(stocktake.finish("adjust"))
    assert [(row["letter"], row["before"], row["after"]) for row in finished["quantities"]] == [
        ("O", 2, 3),
        ("L", 3, 1),
    ]
    assert [shelves.quantity(letter) for letter in "LOV"] == [1, 3, 2]
    assert shelves.outages() == []


@pytest.mark.parametrize("found, left, quantity", [(1, [("missing", "L", 1)], 3), (2, [], 3), (3, [], 4)])
def test_found_pieces_close_open_losses_first(found: int, left: list[Any], quantity: int, shelves: Shelves):
    shelves.take_out("L", 2, "missing")
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1 + found))
    finished = ok_json(stocktake.finish("loss"))
    assert finished["found"] == min(found, 2)
    assert shelves.outages() == left
    assert shelves.quantity("L") == quantity


@pytest.mark.parametrize("differences", ["loss", "repair", "adjust"])
def test_missing_piece_in_repair_leaves_the_repair(differences: str, shelves: Shelves):
    shelves.take_out("L", 2, "repair")
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 0))
    ok_json(stocktake.finish(differences))
    expected = {"loss": [("missing", "L", 3)], "repair": [("repair", "L", 3)], "adjust": []}
    assert shelves.outages() == expected[differences]
    assert shelves.quantity("L") == (0 if differences == "adjust" else 3)


def test_bookings_short_of_missing_pieces_are_reported(shelves: Shelves):
    booking = shelves.owner.book(message="LOVO", asRequest=False, deliveryDate="2027-06-10", pickupDate="2027-06-11")
    stocktake = shelves.start()
    ok_json(stocktake.count("O", 1))
    finished = ok_json(stocktake.finish("adjust"))
    assert [row["bookingId"] for row in finished["atRisk"]] == [booking["id"]]


def test_finished_stocktake_accepts_nothing_more(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1))
    ok_json(stocktake.finish())
    for refused in (stocktake.finish(), stocktake.count("L", 3, clientId="late"), shelves.owner.delete(stocktake.path)):
        assert (refused.status_code, refused.json()["code"]) == (409, "finished")
    assert shelves.outages() == [("missing", "L", 2)]


def test_stocktake_finished_twice_at_once_counts_once(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1))
    with ThreadPoolExecutor(2) as pool:
        sent = [pool.submit(stocktake.finish) for _ in range(2)]
    assert sorted(response.result().status_code for response in sent) == [200, 409]
    assert shelves.outages() == [("missing", "L", 2)]


def test_discarded_stocktake_changes_nothing(shelves: Shelves):
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 0))
    assert shelves.owner.delete(stocktake.path).status_code == 204
    assert shelves.owner.get(stocktake.path).status_code == 404
    assert (shelves.outages(), shelves.quantity("L")) == ([], 3)


def test_staff_count_without_seeing_values(shelves: Shelves, new_caller: Callable[[], Api], database: Database):
    crew = new_caller().register("luis@example.com")
    rows.join_team(database, crew.id, shelves.owner.id, "staff")
    stocktake = shelves.start()
    ok_json(stocktake.count("L", 1, by=crew))
    (row,) = [row for row in stocktake.rows(crew) if row["counted"] is not None]
    assert (row["counted"], row["countedBy"], "value" in row) == (1, crew.user["username"], False)
    assert "value" not in crew.get(f"{stocktake.path}/report.csv").text.splitlines()[0]
    for refused in (
        crew.post("/api/stocktakes", json={}),
        crew.post(f"{stocktake.path}/finish", json={"differences": "loss"}),
        crew.delete(stocktake.path),
    ):
        assert refused.status_code == 403


def test_stocktake_of_another_business_is_unknown(shelves: Shelves, other_operator: Api):
    stocktake = shelves.start()
    count = {"letter": "L", "size": "4ft", "counted": 1, "clientId": "a", "at": AT}
    for refused in (
        other_operator.get(stocktake.path),
        other_operator.get(f"{stocktake.path}/report.csv"),
        other_operator.put(f"{stocktake.path}/counts", json={"counts": [count]}),
        other_operator.post(f"{stocktake.path}/finish", json={"differences": "loss"}),
        other_operator.delete(stocktake.path),
    ):
        assert refused.status_code == 404
