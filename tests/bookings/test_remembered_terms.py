"""Estimates use terms cached in the process, but never outdated ones."""

from typing import Any

import httpx
import pytest
from sqlalchemy import event, update

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import operator_lock
from marqueedesk.kit.db.database import Database
from tests.support.api import Api, booking_body

FORM = booking_body(message="LOVE", deliveryDate="2027-06-01T10:00", pickupDate="2027-06-04T10:00")


@pytest.fixture(autouse=True)
def remembered() -> None:
    """Clear the cache of terms from other tests."""
    operator_lock.forget_terms()


def request_estimate(visitor: Api, who: str) -> httpx.Response:
    return visitor.post("/api/estimate", json=FORM | {"userId": who})


def change(database: Database, business: Api, **values: Any) -> None:
    """Change a business as another server process would, without this process noticing."""
    with database.write_connection() as connection:
        connection.execute(update(operator_lock.operators).where(Operator.id == business.id).values(**values))


def test_second_estimate_checks_its_cached_terms_in_the_same_statement(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE")
    first = request_estimate(visitor, operator.key)
    sent: list[str] = []
    event.listen(database._loose_engine, "before_cursor_execute", lambda *args: sent.append(args[2]))
    second = request_estimate(visitor, operator.key)
    assert first.json() == second.json()
    assert first.status_code == 200
    assert len(sent) == 1


def test_terms_changed_by_another_process_apply_at_once(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE", quantity=1)
    assert request_estimate(visitor, operator.key).status_code == 200

    change(database, operator, max_rental_days=1)
    refused = request_estimate(visitor, operator.key)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["pickupDate"])

    # A rejection based on cached terms is checked again with current ones.
    change(database, operator, max_rental_days=5)
    assert request_estimate(visitor, operator.key).status_code == 200

    change(database, operator, turnaround_days=5)
    operator.book(message="LOVE", deliveryDate="2027-06-05T10:00", pickupDate="2027-06-05T12:00")
    assert request_estimate(visitor, operator.key).json()["available"] is False
    change(database, operator, turnaround_days=0)
    assert request_estimate(visitor, operator.key).json()["available"] is True


def test_renewed_key_and_deleted_business_are_unknown(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE")
    old = operator.key
    by_id = visitor.post("/api/estimate", json=FORM | {"userId": operator.id})
    assert by_id.status_code == request_estimate(visitor, old).status_code == 200

    change(database, operator, public_key="renewed-elsewhere")
    assert request_estimate(visitor, old).status_code == 404

    assert visitor.post("/api/estimate", json=FORM | {"userId": operator.id}).status_code == 200
    change(database, operator, is_active=False)
    assert visitor.post("/api/estimate", json=FORM | {"userId": operator.id}).status_code == 404


def test_estimate_is_retried_when_terms_change_meanwhile(operator: Api, visitor: Api, database: Database):
    operator.add_letters("LOVE")
    changes = [{"max_rental_days": 1}]

    def change_once(*_: Any) -> None:
        if changes:
            change(database, operator, **changes.pop())

    # The first statement reads the terms, which then change before they are confirmed.
    event.listen(database._loose_engine, "after_cursor_execute", change_once)
    refused = request_estimate(visitor, operator.key)
    event.remove(database._loose_engine, "after_cursor_execute", change_once)

    assert changes == []
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["pickupDate"])


def test_terms_read_with_and_without_the_cache_are_equal(operator: Api, visitor: Api, database: Database):
    operator.set_rules(maxRentalDays=9, closedWeekdays=[0])
    operator.add_letters("LOVE")
    assert request_estimate(visitor, operator.key).status_code == 200
    with database.autocommit_connection() as connection:
        kept = operator_lock._remembered.get(operator.id)
        assert kept is not None
        assert kept.terms == operator_lock.read_operator(connection, operator.id)
        with pytest.raises(operator_lock.TermsChangedError):
            operator_lock.confirm(kept.terms, [])
