"""Reviews after a rental: the request, writing, showing and answering them (F1 to F6)."""

import base64
import json
import re

import pytest

from tests.laws.route_world import PICTURE
from tests.reviews.conftest import ReviewWorld, token_in
from tests.support.api import Api, ok_json

_STOP = re.compile(r"/api/public/follow-ups/([a-z2-7]{39})/unsubscribe")
PHOTO = "data:image/png;base64," + base64.b64encode(PICTURE).decode()


def test_customer_is_asked_the_day_after_pickup_and_reminded_once(world: ReviewWorld):
    world.rent()

    (first,) = world.next_morning()
    quiet = world.days(6)
    (second,) = world.days(1)

    assert first.to == "ada@example.com"
    assert first.one_click
    assert quiet == []
    assert token_in(second) == token_in(first)
    assert world.days(8) == []


def test_business_is_notified_of_a_review_once(world: ReviewWorld):
    token = world.asked()
    ok_json(world.write(token, stars=4))
    world.mails()
    ok_json(world.write(token))
    world.mails()

    items = ok_json(world.business.get("/api/notifications"))["items"]

    titles = [item["title"] for item in items if "review" in item["title"]]
    assert titles == ["Ada Lovelace left a review: 4 stars"]


def test_customer_who_wrote_a_review_is_not_reminded(world: ReviewWorld):
    ok_json(world.write(world.asked(), stars=1))

    assert world.days(9) == []


def test_requests_are_off_by_default(world: ReviewWorld):
    world.business.set_rules(askForReviews=False)
    world.rent()

    assert world.next_morning() == []


def test_only_customers_of_completed_bookings_with_an_email_are_asked(world: ReviewWorld):
    csv = "Name,Email,Date,Until,Text,Size,Total\nAda,ada@example.com,2027-06-01,2027-06-03,LOVE,4ft,450\n"
    imported = ok_json(world.business.post("/api/imports/bookings", json={"csv": csv, "apply": True}))
    assert imported["importId"]
    (booking,) = ok_json(world.business.get("/api/bookings"))
    ok_json(world.business.complete(booking["id"]))
    by_phone = world.business.book(asRequest=False, customerEmail=None, customerPhone="(518) 555-0142")["id"]
    ok_json(world.business.complete(by_phone))
    canceled = world.business.book(asRequest=False)["id"]
    ok_json(world.business.set_status(canceled, "canceled"))
    world.business.book(asRequest=False)

    assert world.next_morning() == []


def test_stopped_follow_up_emails_also_stop_requests_for_reviews(world: ReviewWorld):
    world.rent()
    (mail,) = world.next_morning()
    match = _STOP.search(mail.text)
    assert match is not None
    assert world.visitor.post(f"/api/public/follow-ups/{match[1]}/unsubscribe").status_code == 204

    assert world.days(9) == []


def test_booking_completed_late_is_still_asked_about(world: ReviewWorld):
    booking = world.business.book(asRequest=False)["id"]
    world.until_pickup()
    assert world.days(2) == []
    ok_json(world.business.complete(booking))

    assert len(world.days(2)) == 1


def test_link_shows_the_business_and_what_was_written(world: ReviewWorld):
    world.business.set_rules(reviewUrl="https://reviews.example/bright")
    token = world.asked(customerName="Grace Hopper")

    before = ok_json(world.visitor.get(f"/api/public/reviews/{token}"))
    after = ok_json(world.write(token, stars=4, text="  Bright  ", consent=False))

    assert (before["name"], before["stars"], before["text"]) == ("Grace", None, "")
    assert before["reviewUrl"] == "https://reviews.example/bright"
    assert (after["stars"], after["text"], after["consent"]) == (4, "Bright", False)
    assert ok_json(world.visitor.get(f"/api/public/reviews/{token}")) == after


def test_review_replaces_an_earlier_one_until_it_is_answered(world: ReviewWorld):
    token = world.asked()
    ok_json(world.write(token, stars=2))
    ok_json(world.write(token, stars=5, text="Sorry, 5 stars"))
    (review,) = world.written()
    assert (review["stars"], review["text"]) == (5, "Sorry, 5 stars")

    ok_json(world.change(answer="Thank you!"))

    refused = world.write(token, stars=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "review_answered")
    assert world.written()[0]["stars"] == 5


def test_new_version_of_a_shown_review_is_not_shown(world: ReviewWorld):
    token = world.asked()
    ok_json(world.write(token))
    ok_json(world.change(shown=True))
    assert world.shown()["count"] == 1

    ok_json(world.write(token, text="Buy cheap watches"))

    assert world.shown() == {"average": None, "count": 0, "items": []}


def test_review_without_consent_cannot_be_shown(world: ReviewWorld):
    ok_json(world.write(world.asked(), consent=False))

    refused = world.change(shown=True)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    assert world.shown()["items"] == []


def test_shown_review_has_no_personal_data_except_first_name(world: ReviewWorld):
    ok_json(world.write(world.asked(), photo=PHOTO))
    ok_json(world.change(shown=True, answer="Come again"))

    shown = world.shown()

    (item,) = shown["items"]
    photo = item.pop("photo")
    assert shown["average"] == 5.0
    assert item == {"name": "Ada", "stars": 5, "text": "Lovely", "answer": "Come again", "month": "2027-06"}
    assert world.visitor.get(photo).headers["Content-Type"] == "image/webp"
    ok_json(world.change(shown=False))
    assert world.visitor.get(photo).status_code == 404


def test_average_counts_shown_reviews_only_and_rounds_half_up(world: ReviewWorld):
    stars = [5, 4, 4, 4, 1]
    for number in range(len(stars)):
        world.rent(f"guest{number}@example.com", customerName=f"Guest {number}")
    for mail, given in zip(world.next_morning(), stars, strict=True):
        ok_json(world.write(token_in(mail), stars=given))
    for review in world.written():
        if review["stars"] > 1:
            ok_json(world.business.patch(f"/api/reviews/{review['id']}", json={"shown": True}))

    assert (world.shown()["average"], world.shown()["count"]) == (4.3, 4)


def test_photo_stays_when_the_review_is_replaced_without_one(world: ReviewWorld):
    token = world.asked()
    ok_json(world.write(token, photo=PHOTO))
    assert ok_json(world.write(token))["hasPhoto"]
    photo = world.written()[0]["photo"]
    assert world.business.get(f"/api/photos/{photo}").status_code == 200

    assert not ok_json(world.write(token, photo=None))["hasPhoto"]


@pytest.mark.parametrize(
    "fields, named",
    [
        ({"stars": 0}, "stars"),
        ({"stars": 6}, "stars"),
        ({"stars": None}, "stars"),
        ({"text": "a" * 2001}, "text"),
        ({"consent": "maybe"}, "consent"),
        ({"photo": "https://example.com/a.png"}, "photo"),
        ({"photo": "data:image/png;base64,!!"}, "photo"),
        ({"photo": "data:image/png;base64,AAAA"}, "photo"),
    ],
)
def test_invalid_review_is_rejected_at_its_field(fields: dict[str, object], named: str, world: ReviewWorld):
    token = world.asked()

    refused = world.write(token, **fields)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, [named])


@pytest.mark.parametrize("token", ["a" * 39, "nobody", "op_" + "x" * 20, "999999999"])
def test_unknown_link_or_business_is_not_found(token: str, world: ReviewWorld):
    assert world.visitor.get(f"/api/public/reviews/{token}").status_code == 404
    assert world.write(token).status_code == 404


def test_reviews_belong_to_their_business(world: ReviewWorld, other_operator: Api):
    ok_json(world.write(world.asked()))
    review = world.written()[0]["id"]
    other_operator.login(other_operator.user["email"])

    assert ok_json(other_operator.get("/api/reviews"))["items"] == []
    assert other_operator.patch(f"/api/reviews/{review}", json={"shown": True}).status_code == 404


def test_list_of_reviews_has_pages(world: ReviewWorld):
    for number in range(3):
        world.rent(f"guest{number}@example.com")
    for mail in world.next_morning():
        ok_json(world.write(token_in(mail)))

    rows = world.business.every("/api/reviews", limit=2)

    assert len({row["id"] for row in rows}) == 3


def test_list_of_reviews_is_filtered_by_shown(world: ReviewWorld):
    for number in range(2):
        world.rent(f"guest{number}@example.com")
    for mail in world.next_morning():
        ok_json(world.write(token_in(mail)))
    shown, hidden = (row["id"] for row in world.written())
    ok_json(world.business.patch(f"/api/reviews/{shown}", json={"shown": True}))

    listed = {flag: ok_json(world.business.get("/api/reviews", params={"shown": flag}))["items"] for flag in (1, 0)}

    assert {flag: [row["id"] for row in rows] for flag, rows in listed.items()} == {1: [shown], 0: [hidden]}
    (booking,) = [row for row in ok_json(world.business.get("/api/bookings")) if row["id"] == listed[1][0]["bookingId"]]
    assert listed[1][0]["customerId"] == booking["customerId"]


def test_review_page_elsewhere_must_be_https(world: ReviewWorld):
    refused = world.business.patch("/api/booking-rules", json={"reviewUrl": "http://reviews.example/bright"})

    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["reviewUrl"])
    assert world.business.set_rules(reviewUrl="")["reviewUrl"] is None


def test_erased_customer_has_no_review_and_no_link(world: ReviewWorld):
    token = world.asked(customerName="Grace Hopper")
    ok_json(world.write(token, text="Grace was here"))
    ok_json(world.change(shown=True))
    (booking,) = ok_json(world.business.get("/api/bookings"))
    customer = booking["customerId"]
    owed = booking["totalPrice"]
    path = f"/api/bookings/{booking['id']}/payments"
    ok_json(world.business.post(path, json={"amount": owed, "kind": "cash"}))

    ok_json(world.business.post(f"/api/customers/{customer}/erase", json={"confirm": "Grace Hopper"}))

    assert world.written() == []
    assert world.shown()["items"] == []
    assert world.write(token).status_code == 404


# --- Structured data --------------------------------------------------------------------------------------------------

_STRUCTURED = re.compile(r'<script type="application/ld\+json">(.*?)</script>')


@pytest.mark.parametrize("path", ["booking", "booking-widget", "embed"])
def test_form_has_shown_reviews_as_structured_data(world: ReviewWorld, path: str):
    ok_json(world.write(world.asked(), stars=4, text='</script><script>alert("1")</script> & <!--'))
    page = f"/{path}?userId={world.business.key}"
    hidden = world.visitor.get(page)
    ok_json(world.change(shown=True))

    shown = world.visitor.get(page)

    assert "ld+json" not in hidden.text
    (data,) = _STRUCTURED.findall(shown.text)
    found = json.loads(data)
    assert found["aggregateRating"] == {"@type": "AggregateRating", "ratingValue": 4.0, "reviewCount": 1}
    (review,) = found["review"]
    assert review["reviewBody"] == '</script><script>alert("1")</script> & <!--'
    assert (review["author"]["name"], review["reviewRating"]["ratingValue"]) == ("Ada", 4)
    assert "<" not in data
    assert "'unsafe-inline'" not in shown.headers["Content-Security-Policy"].partition("script-src")[2].split(";")[0]
