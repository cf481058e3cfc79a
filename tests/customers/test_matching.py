"""A booking's customer is found by name and contact details, or created, in the transaction of the booking."""

from typing import Any

from tests.support.api import Api, booking_body, ok_json


def customers(operator: Api, **query: Any) -> list[dict[str, Any]]:
    return ok_json(operator.get("/api/customers", params=query))["items"]


def book(operator: Api, name: str, email: str | None = None, phone: str | None = None) -> int:
    return operator.book(customerName=name, customerEmail=email, customerPhone=phone, asRequest=True)["customerId"]


def test_number_in_other_notations_is_the_same_customer(operator: Api):
    ids = {book(operator, "Ana", phone=phone) for phone in ("+1 (914) 555-0100", "914.555.0100 x2", "1-914-555-0100")}

    (found,) = customers(operator)
    assert ids == {found["id"]}
    assert found["phones"] == [{"number": "+1 (914) 555-0100", "e164": "+19145550100", "extension": "2"}]
    assert found["bookings"] == 3


def test_address_with_tag_and_capitals_is_the_same_customer(operator: Api):
    first = book(operator, "Ana", "ana+wed@x.example")

    assert book(operator, "ANA", "Ana@x.example") == first


def test_other_name_at_the_same_address_is_another_customer(operator: Api):
    first = book(operator, "Ana", "home@x.example")

    assert book(operator, "Bob", "home@x.example") != first
    assert len(customers(operator)) == 2


def test_new_details_of_a_known_customer_are_added(operator: Api):
    first = book(operator, "Ana", "ana@x.example")
    second = book(operator, "Ana", "ana@x.example", "914 555 0100")
    third = book(operator, "Ana", "other@x.example", "+1 914 555 0100")

    assert first == second == third
    (found,) = customers(operator)
    assert found["emails"] == ["ana@x.example", "other@x.example"]
    assert book(operator, "Ana", "other@x.example") == first


def test_customer_without_usable_details_is_a_customer_of_its_own(operator: Api):
    ids = {book(operator, "Ana", phone=phone) for phone in ("call after 5", "911", "911")}

    assert len(ids) == 3
    assert {row["phones"][0]["e164"] for row in customers(operator)} == {None}


def test_visitors_are_customers_too_and_see_no_customer_id(operator: Api, visitor: Api):
    made = visitor.book(userId=operator.id, customerName="Ana", customerEmail="ana@x.example")

    assert "customerId" not in made
    assert book(operator, "Ana", "ana@x.example") == customers(operator)[0]["id"]


def test_operator_books_for_an_existing_customer(operator: Api):
    made = ok_json(
        operator.post("/api/customers", json={"name": "Ana", "emails": ["ana@x.example"], "phones": ["914 555 0100"]})
    )
    body = booking_body(customerId=made["id"])
    for name in ("customerName", "customerEmail", "customerPhone"):
        body.pop(name, None)

    booking = ok_json(operator.post("/api/bookings", json=body))

    assert booking["customerId"] == made["id"]
    assert (booking["customerName"], booking["customerEmail"]) == ("Ana", "ana@x.example")
    assert booking["customerPhone"] == "914 555 0100"


def test_unknown_and_foreign_customers_are_404(operator: Api, visitor: Api):
    other = visitor.register()
    foreign = ok_json(other.post("/api/customers", json={"name": "Ana"}))["id"]

    for customer_id in (foreign, 987_654_321):
        response = operator.post("/api/bookings", json=booking_body(customerId=customer_id))
        assert response.status_code == 404
        quote = {"message": "LOVE", "size": "4ft", "customerId": customer_id}
        assert operator.post("/api/quotes", json=quote).status_code == 404
        assert operator.get(f"/api/customers/{customer_id}").status_code == 404


def test_visitor_cannot_name_a_customer(operator: Api, visitor: Api):
    known = ok_json(operator.post("/api/customers", json={"name": "Ana", "emails": ["ana@x.example"]}))["id"]
    body = booking_body(customerId=known, userId=operator.id)

    visitor.post("/api/bookings", json=body)
    refused = visitor.post("/api/bookings", json=body | {"customerName": ""})

    assert ok_json(operator.get(f"/api/customers/{known}"))["bookings"] == 0
    assert refused.status_code == 422
    assert "customerName" in refused.json()["fields"]


def test_edit_of_name_keeps_the_customer_and_another_person_is_found_anew(operator: Api):
    booking = operator.book(customerName="Ana", customerEmail="ana@x.example")
    path = f"/api/bookings/{booking['id']}"

    renamed = ok_json(operator.patch(path, json={"customerName": "Ana Maria"}))
    other = ok_json(operator.patch(path, json={"customerName": "Bob", "customerEmail": "bob@x.example"}))

    assert renamed["customerId"] == booking["customerId"]
    assert other["customerId"] != booking["customerId"]
    assert ok_json(operator.get(f"/api/customers/{booking['customerId']}"))["bookings"] == 0
    assert ok_json(operator.get(f"/api/customers/{other['customerId']}"))["bookings"] == 1


def test_quote_and_its_booking_are_the_same_customers(operator: Api):
    body = {
        "message": "LOVE",
        "size": "4ft",
        "customerEmail": "ana@x.example",
        "deliveryDate": "2028-06-01",
        "pickupDate": "2028-06-02",
        "address": {"street": "1 Main Street", "city": "Springfield"},
    }
    operator.add_letters("LOVE", 9)
    quote = ok_json(operator.post("/api/quotes", json=body))
    named = ok_json(operator.patch(f"/api/quotes/{quote['id']}", json={"customerName": "Ana"}))
    booked = ok_json(operator.post(f"/api/quotes/{quote['id']}/book", json={}))

    assert quote["customerId"] == named["customerId"]
    found = ok_json(operator.get(f"/api/customers/{quote['customerId']}"))
    assert (found["name"], found["quotes"], found["bookings"]) == ("Ana", 1, 1)
    assert booked
