"""Alternatives for a rental that is short of letters: each has a price, and can be booked as offered."""

from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import event

from marqueedesk.kit.db.database import Database
from tests.support.api import Api

DAYS = {"deliveryDate": "2027-06-04", "pickupDate": "2027-06-05"}
NO_DAYS = {"deliveryDate": None, "pickupDate": None}
LINE = {"kind": "letters", "size": "4ft"}


def offers_for(caller: Api, who: Api, *lines: dict[str, Any]) -> list[dict[str, Any]]:
    return caller.estimate(userId=who.id, lines=list(lines), **DAYS)["offers"]


def by_kind(offers: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {offer["kind"]: offer for offer in reversed(offers)}


def book(visitor: Api, who: Api, offer: dict[str, Any]) -> dict[str, Any]:
    days = {name: offer[name] for name in ("deliveryDate", "pickupDate")}
    answer = visitor.try_to_book(
        userId=who.id, message=None, size=None, lines=offer["lines"], totalPrice=offer["total"], **days
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_six_is_offered_as_nine_if_the_business_allows_it(operator: Api, visitor: Api):
    operator.add_letters({"9": 5, "6": 3})
    operator.set_rules(turnedLetters=[{"pair": "6/9", "sizes": ["4ft"]}])
    wanted = LINE | {"text": "999999"}

    offer = by_kind(offers_for(visitor, operator, wanted))["turned"]

    assert offer["lines"][0]["turned"] == ["9"]
    assert offer["description"] == "1 9 made from 6"
    made = book(visitor, operator, offer)
    assert made["lines"][0]["turned"] == ["9"]
    # All nines and one six are taken.
    free = operator.estimate(lines=[LINE | {"text": "69"}], **DAYS)["free"]
    assert free["9"] == 0


@pytest.mark.parametrize("rules", [[], [{"pair": "6/9", "sizes": ["2ft"]}], [{"pair": "0/O", "sizes": ["4ft"]}]])
def test_letters_are_not_substituted_unless_allowed(operator: Api, visitor: Api, rules: list[Any]):
    operator.add_letters("6")
    operator.set_rules(turnedLetters=rules)

    assert "turned" not in by_kind(offers_for(visitor, operator, LINE | {"text": "9"}))
    refused = visitor.try_to_book(
        userId=operator.id, message=None, size=None, lines=[LINE | {"text": "9", "turned": ["9"]}], **DAYS
    )
    assert refused.status_code == 422
    assert list(refused.json()["fields"]) == ["lines[0].turned"]


@pytest.mark.parametrize("turned", [["X"], ["9", "9"], ["6"]])
def test_only_look_alike_letters_can_be_substituted(operator: Api, turned: list[str]):
    answer = operator.try_to_book(message=None, size=None, lines=[LINE | {"text": "9X", "turned": turned}], **DAYS)

    assert answer.status_code == 422
    assert "lines[0].turned" in answer.json()["fields"]


def test_offer_puts_one_line_in_another_size(operator: Api, visitor: Api):
    operator.add_letters("HAPY")
    operator.add_letters("30TH", size="2ft")

    offer = by_kind(offers_for(visitor, operator, LINE | {"text": "HAPPY"}, LINE | {"text": "30TH"}))["mixed"]

    assert [(line["text"], line["size"]) for line in offer["lines"]] == [("HAPPY", "4ft"), ("30TH", "2ft")]
    assert offer["description"] == "“30TH” in 2ft"
    book(visitor, operator, offer)


def test_offer_splits_a_text_between_words_into_two_sizes(operator: Api, visitor: Api):
    operator.add_letters("HAPY")
    operator.add_letters("30TH", size="2ft")

    offer = by_kind(offers_for(visitor, operator, LINE | {"text": "HAPPY 30TH"}))["mixed"]

    assert [(line["text"], line["size"]) for line in offer["lines"]] == [("HAPPY", "4ft"), ("30TH", "2ft")]


def test_offer_uses_the_shorter_wording_of_the_business(operator: Api, visitor: Api):
    operator.add_letters("HAPY30TH")
    operator.set_rules(shorterWordings=[{"long": "Happy 30th  birthday", "short": "HAPPY 30TH"}])

    offer = by_kind(offers_for(visitor, operator, LINE | {"text": "HAPPY 30TH BIRTHDAY"}))["wording"]

    assert offer["lines"][0]["text"] == "HAPPY 30TH"
    book(visitor, operator, offer)


def test_offer_removes_an_accent(operator: Api, visitor: Api):
    operator.add_letters({"A": 2, "C": 1, "E": 2, "I": 1, "N": 2, "Q": 1, "R": 1, "U": 1})
    wanted = LINE | {"text": "Quinceañera"}
    before = visitor.estimate(userId=operator.id, lines=[wanted], **NO_DAYS)
    assert [(row["letter"], row.get("day")) for row in before["shortages"]] == [("Ñ", None)]
    (offer,) = before["offers"]
    assert (offer["kind"], offer["description"], offer["total"]) == ("spelling", "“Quinceanera”", 275)
    assert (offer["deliveryDate"], offer["pickupDate"]) == (None, None)

    on_the_days = by_kind(offers_for(visitor, operator, wanted))["spelling"]
    assert on_the_days["lines"] == offer["lines"]
    assert book(visitor, operator, on_the_days)["message"] == "Quinceanera"
    # The letters are taken on these days; without dates, the spelling is still offered.
    assert "spelling" not in by_kind(offers_for(visitor, operator, wanted))
    assert visitor.estimate(userId=operator.id, lines=[wanted], **NO_DAYS)["offers"] == [offer]


@pytest.mark.parametrize("text", ["ÑAN", "AÑB", "A♥"])
def test_unaccented_letter_is_offered_only_if_enough_are_owned(text: str, operator: Api, visitor: Api):
    operator.add_letters({"A": 2, "N": 1})
    found = visitor.estimate(userId=operator.id, lines=[LINE | {"text": text}], **NO_DAYS)
    assert found["available"] is False
    assert found["offers"] == []


def test_offer_uses_another_finish_or_near_days(operator: Api, visitor: Api):
    operator.add_letters({"L": 1, "O": 1, "V": 1, "E": 1})
    operator.book(message="LOVE", size="4ft", **DAYS)

    offers = offers_for(visitor, operator, LINE | {"text": "LOVE"})

    assert [offer["kind"] for offer in offers] == ["dates", "dates"]
    assert all(offer["lines"][0]["text"] == "LOVE" for offer in offers)
    book(visitor, operator, offers[0])


def test_offers_skip_closed_days(operator: Api, visitor: Api):
    operator.add_letters({"L": 1, "O": 1, "V": 1, "E": 1, "X": 1})
    operator.book(message="LOVE", size="4ft", **DAYS)
    operator.book(message="X", size="4ft", deliveryDate="2027-06-08", pickupDate="2027-06-08")
    # The letters are available on the 6th (a Sunday) and the 2nd, then on the 7th and the 1st.
    closed = [{"from": "2027-06-02", "to": "2027-06-02"}]
    operator.set_rules(closedWeekdays=[6], closedDays=closed, maxDeliveriesPerDay=1, maxPickupsPerDay=1)

    wanted = {"lines": [LINE | {"text": "LOVE"}], **DAYS}
    found = visitor.estimate(userId=operator.id, **wanted)

    days = [(offer["deliveryDate"][-2:], offer["pickupDate"][-2:]) for offer in found["offers"]]
    assert days == [("31", "01"), ("09", "10")], "the 8th is full"
    assert {row["deliveryDate"][-2:] for row in found["alternatives"]} >= {"31", "09"}
    book(visitor, operator, found["offers"][0])

    operator.set_rules(closedWeekdays=[], closedDays=[], maxDeliveriesPerDay=None, minimumNoticeHours=24 * 365)
    assert visitor.estimate(userId=operator.id, **wanted)["alternatives"] == []
    assert operator.estimate(**wanted)["alternatives"] != [], "short notice is the business's own to give"


def test_rejected_booking_gets_the_offers_of_its_estimate(operator: Api, visitor: Api):
    operator.add_letters("6")
    operator.set_rules(turnedLetters=[{"pair": "6/9", "sizes": ["4ft"]}])
    lines = [LINE | {"text": "9"}]

    refused = visitor.try_to_book(userId=operator.id, lines=lines, message=None, size=None, **DAYS)

    assert refused.status_code == 409
    assert refused.json()["offers"] == offers_for(visitor, operator, *lines)
    book(visitor, operator, refused.json()["offers"][0])


def test_offers_do_not_show_counts_to_visitors(operator: Api, visitor: Api):
    operator.add_letters("6")
    operator.set_rules(turnedLetters=[{"pair": "6/9", "sizes": ["4ft"]}])

    body = visitor.estimate(userId=operator.id, lines=[LINE | {"text": "9"}], **DAYS)

    assert "free" not in body
    assert all("free" not in shortage for shortage in body["shortages"])
    assert set(body["offers"][0]) == {"kind", "description", "lines", "deliveryDate", "pickupDate", "total"}


def test_available_rental_has_no_offers(operator: Api, visitor: Api):
    operator.add_letters("LOVE")

    assert offers_for(visitor, operator, LINE | {"text": "LOVE"}) == []


class TestConflictingBookings:
    def test_conflict_names_the_booking_and_a_helpful_move(self, operator: Api):
        operator.add_letters({"L": 1, "O": 1})
        first = operator.book(message="LO", deliveryDate="2027-06-05", pickupDate="2027-06-05", customerName="Ann")

        seen = operator.estimate(message="LO", deliveryDate="2027-06-04", pickupDate="2027-06-05")["conflicts"]

        assert [(row["bookingId"], row["customerName"], row["letters"], row["move"]) for row in seen] == [
            (first["id"], "Ann", ["L", "O"], 1)
        ]

    def test_conflict_without_a_helpful_move(self, operator: Api):
        operator.add_letters({"L": 1})
        for day in ("04", "05", "06"):
            operator.book(message="L", deliveryDate=f"2027-06-{day}", pickupDate=f"2027-06-{day}")

        seen = operator.estimate(message="L", deliveryDate="2027-06-05", pickupDate="2027-06-05")["conflicts"]

        assert [row["move"] for row in seen] == [None]

    def test_conflicts_are_hidden_from_visitors(self, operator: Api, visitor: Api):
        operator.add_letters({"L": 1})
        operator.book(message="L", **DAYS)

        estimate = visitor.estimate(userId=operator.id, message="L", **DAYS)
        assert not {"conflicts", "inTheWay"} & estimate.keys()

    def test_booking_does_not_conflict_with_itself(self, operator: Api):
        operator.add_letters({"L": 1})
        own = operator.book(message="L", **DAYS)

        assert operator.estimate(message="LL", bookingId=own["id"], **DAYS)["conflicts"] == []

    def test_response_still_contains_the_former_name_of_conflicts(self, operator: Api):
        operator.add_letters({"L": 1})
        operator.book(message="L", **DAYS)

        estimate = operator.estimate(message="L", **DAYS)
        assert estimate["inTheWay"] == estimate["conflicts"] != []


def test_all_offers_use_one_stock_query(
    app: FastAPI, operator: Api, visitor: Api, database: Database, monkeypatch: pytest.MonkeyPatch
):
    """The number of queries doesn't depend on the sign's length or on how many sizes, finishes, wordings and days are
    tried.
    """
    # The installation's settings are read every two seconds; here only once.
    monkeypatch.setattr(app.state.cached_settings, "seconds", 3600)
    app.state.cached_settings.forget()
    operator.add_letters("HAPY30TBIRDMS&LOVE", quantity=2)
    operator.add_letters("HAPY30TBIRDMS&6", quantity=9, size="2ft")
    operator.set_rules(
        turnedLetters=[{"pair": "6/9", "sizes": ["4ft", "2ft"]}],
        shorterWordings=[{"long": "HAPPY 30TH BIRTHDAY", "short": "HAPPY 30"}],
    )
    visitor.estimate(userId=operator.id, lines=[LINE | {"text": "LOVE"}], **DAYS)
    seen: list[str] = []
    # An estimate reads on an autocommit connection, for which PostgreSQL has a separate engine.
    with database.autocommit_connection() as connection:
        event.listen(connection.engine, "before_cursor_execute", lambda _c, _r, text, *_: seen.append(text))

    def reads(*texts: str) -> tuple[int, set[str]]:
        seen.clear()
        found = offers_for(visitor, operator, *[LINE | {"text": text} for text in texts])
        return len(seen), {offer["kind"] for offer in found}

    free, none = reads("LOVE")
    short, some = reads("HAPPY 30TH BIRTHDAY")
    long, _ = reads("HAPPY 30TH BIRTHDAY", "MR & MRS", "HAPPY 69", "HATS")

    assert none == set()
    assert {"mixed", "wording", "size"} <= some
    assert short == long == free + 1
