"""Business details over the API (D1, D2)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from marqueedesk.business import queries
from marqueedesk.business.terms import DEFAULT_TERMS, FIELDS, filled, free_until, unknown_fields
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database

PATH = "/api/business-details"


def test_new_business_has_default_terms(operator: Api):
    answer = ok_json(operator.get(PATH))

    assert answer["companyName"] == operator.user["companyName"]
    assert answer["terms"] is None
    assert answer["defaultTerms"] == DEFAULT_TERMS
    assert (answer["quoteDays"], answer["quotesHold"], answer["logo"]) == (14, False, None)
    assert {name: answer[name] for name in ("address", "email", "phone", "taxId", "website", "invoiceNote")} == (
        dict.fromkeys(("address", "email", "phone", "taxId", "website", "invoiceNote"))
    )


def test_patch_changes_only_the_fields_sent(operator: Api):
    ok_json(operator.patch(PATH, json={"address": "1 Main St\nAlbany, NY", "phone": "555 0100"}))

    answer = ok_json(operator.patch(PATH, json={"phone": None, "taxId": "12-345", "quoteDays": 30, "quotesHold": True}))

    assert answer == ok_json(operator.get(PATH))
    assert answer["address"] == "1 Main St\nAlbany, NY"
    assert answer["phone"] is None
    assert (answer["taxId"], answer["quoteDays"], answer["quotesHold"]) == ("12-345", 30, True)


def test_business_details_can_be_sent_back_unchanged(operator: Api):
    read = ok_json(operator.get(PATH))

    assert ok_json(operator.patch(PATH, json=read)) == read


def test_brand_color_is_stored_and_shown_to_customers_with_readable_text(operator: Api, visitor: Api):
    booking = operator.book()["id"]
    page = f"/api/public/bookings/{operator.booking_token(booking)}"
    quote = f"/api/public/quotes/{operator.sent_quote()['token']}"
    assert ok_json(visitor.get(page))["company"]["brand"] is None

    assert ok_json(operator.patch(PATH, json={"brandColor": "#FFB648"}))["brandColor"] == "#ffb648"

    brand = {"color": "#ffb648", "text": "#000000"}
    assert ok_json(visitor.get(page))["company"]["brand"] == brand
    assert ok_json(visitor.get(quote))["company"]["brand"] is None, "quotes keep the details that they were sent with"
    later = f"/api/public/quotes/{operator.sent_quote()['token']}"
    assert ok_json(visitor.get(later))["company"]["brand"] == brand
    for none in (None, ""):
        assert ok_json(operator.patch(PATH, json={"brandColor": none}))["brandColor"] is None
    assert ok_json(visitor.get(page))["company"]["brand"] is None


@pytest.mark.parametrize(
    "color", ["4f46e5", "#4f46e", "#4f46e5a", "#45e", "indigo", "#gggggg", "rgb(1,2,3)", '#4f46e5"', "#４f46e5"]
)
def test_color_that_is_not_rrggbb_is_refused(operator: Api, color: str):
    refused = operator.patch(PATH, json={"brandColor": color})

    assert refused.status_code == 422
    assert refused.json()["fields"] == {"brandColor": "Brand color must be written as #rrggbb, for example #4f46e5"}, (
        refused.json()
    )


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("example.com", "https://example.com"),
        ("http://example.com/letters?a=1", "http://example.com/letters?a=1"),
        ("https://www.bücher.example", "https://www.bücher.example"),
        ("  ", None),
    ],
)
def test_website_is_normalized_to_a_web_address(operator: Api, typed: str, kept: str | None):
    assert ok_json(operator.patch(PATH, json={"website": typed}))["website"] == kept


@pytest.mark.parametrize(
    "field, value",
    [
        ("website", "javascript:alert(1)"),
        ("website", "javascript://example.com/%0aalert(1)"),
        ("website", "https://user:secret@example.com"),
        ("website", "https://example.com:port"),
        ("website", "my shop"),
        ("website", 'https://example.com/"onload="x'),
        ("email", "no address"),
        ("address", "x" * 501),
        ("address", "\n".join("123456789")),
        ("phone", "5" * 51),
        ("taxId", "1" * 51),
        ("terms", "x" * 20_001),
        ("terms", 5),
        ("invoiceNote", "x" * 1001),
        ("invoiceNote", "a\x00b"),
        ("quoteDays", 0),
        ("quoteDays", 366),
        ("quoteDays", "14"),
        ("quotesHold", 1),
    ],
)
def test_invalid_business_detail_is_reported_on_its_field_and_changes_nothing(operator: Api, field: str, value: Any):
    before = ok_json(operator.get(PATH))

    answer = operator.patch(PATH, json={"phone": "555 0100", field: value})

    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {field}
    assert ok_json(operator.get(PATH)) == before


class TestTerms:
    def test_terms_are_stored_verbatim(self, operator: Api):
        text = "1. {company} delivers.\n\n2. {customer} pays {total}."

        assert ok_json(operator.patch(PATH, json={"terms": text}))["terms"] == text

    def test_terms_can_be_cleared_or_reset_to_default(self, operator: Api):
        assert ok_json(operator.patch(PATH, json={"terms": ""}))["terms"] == ""
        assert ok_json(operator.patch(PATH, json={"terms": None}))["terms"] is None

    def test_error_names_unknown_fields_in_the_terms(self, operator: Api):
        answer = operator.patch(PATH, json={"terms": "{company} and {Customer} and {price} {}"})

        assert answer.status_code == 422
        assert answer.json()["fields"]["terms"] == (
            "The terms have fields that cannot be filled in: {Customer}, {price}, {}"
        )

    @pytest.mark.parametrize("field", ["{company", "company}"])
    def test_unpaired_brace_in_the_terms_is_rejected(self, field: str, operator: Api):
        answer = operator.patch(PATH, json={"terms": f"The deposit is paid to {field} at once."})

        assert answer.status_code == 422
        assert answer.json()["fields"]["terms"] == (
            f"The terms have a field with only one brace: {field}. Write it with both, such as {{company}}"
        )

    def test_all_fields_of_the_terms_are_described(self, operator: Api):
        fields = ok_json(operator.get(PATH))["termsFields"]

        assert [field["name"] for field in fields] == [field.name for field in FIELDS]
        assert all(field["meaning"] and field["sample"] for field in fields)

    def test_default_terms_use_only_known_fields(self):
        assert unknown_fields(DEFAULT_TERMS) == []

    def test_former_name_of_a_field_is_filled_in(self):
        text = "Free until {cancelation}."

        assert unknown_fields(text) == []
        assert filled(text, {"cancellation": "Friday"}) == "Free until Friday."

    def test_default_terms_state_the_free_cancellation_hours(self, operator: Api):
        def sent() -> str:
            quote = operator.sent_quote()
            return ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))["terms"]

        assert "Until 48 hours before the delivery you can cancel at no cost" in sent()
        operator.set_rules(freeCancellationHours=24 * 14)
        assert "Until 14 days before the delivery you can cancel" in sent()
        operator.set_rules(freeCancellationHours=0)
        assert "Until the delivery you can cancel" in sent()
        assert [free_until(hours) for hours in (1, 71, 72)] == [
            f"{span} before the delivery" for span in ("1 hour", "71 hours", "3 days")
        ]

    def test_default_terms_mention_a_deposit_only_if_there_is_one(self, operator: Api):
        def sent() -> str:
            quote = operator.sent_quote()
            return ok_json(operator.get(f"/api/quotes/{quote['id']}/versions/1"))["terms"]

        operator.set_prices(depositPercent=0, depositFlat=0)
        free = sent()
        assert "Payment. The total is due before the delivery." in free
        assert "you can cancel at no cost.\n" in free
        assert "deposit" not in free
        operator.set_prices(depositPercent=25)
        assert "Payment. The deposit is due when you book, and the balance before the delivery." in sent()
        assert "get the deposit back" in sent()

    def test_fields_within_inserted_values_are_not_filled_in(self):
        values = {"customer": "{total}", "total": "$5.00"}

        assert filled("{customer} pays {total} at {venue}, {{total}}", values) == (
            "{total} pays $5.00 at to be determined, {$5.00}"
        )


def test_concurrent_first_changes_of_business_details_are_both_stored(operator: Api, database: Database):
    changes: list[dict[str, Any]] = [{"phone": "555 0100"}, {"taxId": "12-345"}, {"quoteDays": 30}]
    start = Barrier(len(changes))

    def change(body: dict[str, Any]) -> int:
        start.wait()
        return operator.patch(PATH, json=body).status_code

    with ThreadPoolExecutor(len(changes)) as threads:
        statuses = list(threads.map(change, changes))

    assert statuses == [200, 200, 200]
    with database.read() as db:
        set_operator(db, operator.id)
        details = queries.details(db)
    assert (details.phone, details.tax_id, details.quote_days) == ("555 0100", "12-345", 30)
