"""Current availability of a quote, its conflicts, and held letters (Q5)."""

from typing import Any

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.rows import number, rows

JULY = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}


def fit(operator: Api, quote: dict[str, Any]) -> dict[str, Any]:
    return ok_json(operator.get(f"/api/quotes/{quote['id']}"))["fit"]


def collided(operator: Api, quote: dict[str, Any]) -> list[tuple[str, int, str]]:
    return [(row["kind"], row["id"], "".join(row["letters"])) for row in fit(operator, quote)["collisions"]]


def test_quote_without_hold_takes_no_letters(operator: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.sent_quote()

    assert number(database, "letter_holds") == 0
    assert fit(operator, quote) == {"available": True, "shortages": [], "collisions": [], "alternatives": []}
    assert operator.try_to_book().status_code == 201


def test_conflicting_bookings_and_alternatives_are_listed(operator: Api):
    operator.add_letters({"L": 1, "O": 2, "V": 2, "E": 2})
    operator.add_letters("LOVE", quantity=1, size="2ft")
    quote = operator.quote(extraLines=[{"text": "Ramp", "amount": 40}])
    booking = operator.book(customerName="Grace", message="LO")

    found = fit(operator, quote)

    assert (found["available"], found["shortages"]) == (
        False,
        [{"letter": "L", "size": "4ft", "finish": "standard", "needed": 1, "day": "2027-06-01", "free": 0}],
    )
    (collision,) = found["collisions"]
    assert (collision["kind"], collision["id"], collision["letters"]) == ("booking", booking["id"], ["L"])
    assert collision["number"] == booking["number"]
    assert (collision["customerName"], collision["status"]) == ("Grace", "pending")
    assert (found["alternatives"][0]["size"], found["alternatives"][0]["total"]) == ("2ft", 160)


def test_expired_hold_is_no_conflict(operator: Api, clock: Clock):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.quote()
    operator.book()
    clock.pass_by(days=8)
    operator.login(operator.user["email"])

    assert fit(operator, quote) == {"available": True, "shortages": [], "collisions": [], "alternatives": []}


def test_two_quotes_for_the_same_letters_list_each_other(operator: Api, visitor: Api):
    operator.add_letters("LOVE", quantity=1)
    first = operator.sent_quote(customerName="Ada")
    second = operator.sent_quote(customerName="Grace", deliveryDate="2027-06-03", pickupDate="2027-06-04")
    apart = operator.sent_quote(**JULY)
    other_letters = operator.sent_quote(message="MMM")

    assert collided(operator, first) == [("quote", second["id"], "LOVE")]
    assert collided(operator, second) == [("quote", first["id"], "LOVE")]
    assert [row["number"] for row in fit(operator, second)["collisions"]] == [first["number"]]
    assert collided(operator, apart) == []
    assert collided(operator, other_letters) == []
    booking = ok_json(visitor.accept(first["token"]))["booking"]
    assert collided(operator, second) == [("booking", booking["id"], "LOVE")]
    assert fit(operator, first)["available"], "its own booking does not stand against it"


def test_quotes_that_both_fit_do_not_conflict(operator: Api):
    operator.add_letters("LOVE", quantity=2)
    first, _ = operator.sent_quote(), operator.sent_quote()

    assert collided(operator, first) == []
    third = operator.sent_quote()
    assert len(collided(operator, third)) == 0
    operator.book()
    assert [kind for kind, *_ in collided(operator, third)] == ["quote", "quote"]


def test_holding_quote_keeps_its_letters_from_all_others(operator: Api, visitor: Api):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.send_quote(operator.quote()["id"], holdLetters=True)

    assert operator.try_to_book().status_code == 409
    assert fit(operator, quote)["available"]
    assert operator.estimate(quoteId=quote["id"])["available"]
    assert not operator.estimate()["available"]
    assert not visitor.estimate(userId=operator.id, quoteId=quote["id"])["available"], "a visitor names no quote"
    other = operator.quote()
    assert collided(operator, other) == [("quote", quote["id"], "LOVE")]
    refused = operator.post(f"/api/quotes/{other['id']}/send", json={"holdLetters": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert refused.json()["alternatives"]
    assert ok_json(operator.get(f"/api/quotes/{other['id']}"))["number"] is None


def test_held_letters_cannot_be_removed_from_stock(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.send_quote(operator.quote()["id"], holdLetters=True)
    letter = operator.get("/api/inventory").json()[0]["id"]

    refused = [
        operator.patch(f"/api/inventory/{letter}", json={"quantity": 0}),
        operator.delete(f"/api/inventory/{letter}"),
    ]
    ok_json(operator.post(f"/api/quotes/{quote['id']}/withdraw"))

    assert [answer.status_code for answer in refused] == [409, 409]
    assert operator.delete(f"/api/inventory/{letter}").status_code == 204


def test_hold_ends_when_the_quote_expires(operator: Api, clock: Clock):
    operator.add_letters("LOVE", quantity=1)
    quote = operator.send_quote(operator.quote()["id"], holdLetters=True, expiresAt="2027-03-05")
    clock.set("2027-03-06T04:59:58")
    before = operator.try_to_book().status_code
    clock.set("2027-03-06T04:59:59")

    assert (before, operator.try_to_book().status_code) == (409, 201)
    assert ok_json(operator.get(f"/api/quotes/{quote['id']}"))["status"] == "expired"


def test_hold_follows_the_sent_version_and_ends_on_withdrawal(operator: Api, database: Database):
    operator.add_letters("LOVEM")
    quote = operator.send_quote(operator.quote()["id"], holdLetters=True)
    ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"message": "MOM", **JULY}))

    def held() -> set[tuple[str, int, str]]:
        return {(row["letter"], row["count"], str(row["first_day"])) for row in rows(database, "letter_holds")}

    while_written = held()
    operator.send_quote(quote["id"])
    sent = held()
    ok_json(operator.post(f"/api/quotes/{quote['id']}/withdraw"))

    assert while_written == {(letter, 1, "2027-06-01") for letter in "LOVE"}
    assert sent == {("M", 2, "2027-07-01"), ("O", 1, "2027-07-01")}
    assert held() == set()


def test_business_setting_decides_if_quotes_hold_letters(operator: Api):
    operator.add_letters("LOVE")
    ok_json(operator.patch("/api/business-details", json={"quotesHold": True}))

    assert operator.quote()["holdLetters"]
    assert not operator.quote(holdLetters=False)["holdLetters"]


def test_without_inventory_nothing_is_short(operator: Api):
    first, second = operator.sent_quote(), operator.sent_quote()

    assert fit(operator, second) == {"available": True, "shortages": [], "collisions": [], "alternatives": []}
    assert collided(operator, first) == []


def test_availability_is_shown_for_options_removed_from_the_price_list(operator: Api):
    operator.add_letters("LOVE", quantity=1)
    venue = operator.add_venue()
    colors = operator.get("/api/price-list").json()["colors"]
    quote = operator.sent_quote(venueId=venue["id"], colorOption="premium")
    ok_json(operator.delete(f"/api/venues/{venue['id']}"))
    operator.set_prices(sizes=[{"code": "4ft", "label": "4ft", "price": 99}], colors=colors[:1])
    before = fit(operator, quote)
    operator.book()

    assert (before["available"], fit(operator, quote)["available"]) == (True, False)
    # Other dates keep the agreed price; a size without any letters never fits.
    assert {(row["kind"], row["size"], row["total"]) for row in fit(operator, quote)["alternatives"]} == {
        ("dates", "4ft", 280)
    }
