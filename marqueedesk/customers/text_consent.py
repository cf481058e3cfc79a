"""Consent of customers to texts: given in words that are kept, never implied by a phone number (rules.md, T3)."""

from datetime import datetime
from typing import Final, Literal, cast

from sqlalchemy import Connection, Table, bindparam, update

from marqueedesk.customers.models import Customer
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

_customers = cast("Table", Customer.__table__)
_RECORD = assert_tenant_filtered(
    update(_customers)
    .where(_customers.c.operator_id == bindparam("operator"), _customers.c.id == bindparam("customer"))
    .values(text_consent=bindparam("consent", type_=_customers.c.text_consent.type))
)

ConsentByHand = Literal["by phone", "in person", "in writing"]
"""How a customer gave or withdrew consent that a team member recorded."""
ConsentSource = Literal["booking form", "customer page", "text", "operator"] | ConsentByHand
"""Where a customer gave or withdrew consent."""
WORDING: Final = (
    "Text me about my booking. Message and data rates may apply, message frequency varies. "
    "Reply STOP to end or HELP for help. Consent is not a condition of the booking."
)
"""The label of the box on the form and on the customer's page."""
WITHDRAWAL: Final = "Send me no more texts."
"""Stored when a team member records that a customer wants no more texts."""


def phone_of(customer: Customer) -> str | None:
    """Return the first number of a customer that can get texts, in E.164 form. Numbers with an extension can't."""
    return next((row["e164"] for row in customer.phones if row["e164"] and not row["extension"]), None)


def has_consent(customer: Customer) -> bool:
    """Return true if the customer agreed to get texts and did not withdraw that."""
    return customer.text_consent is not None and customer.text_consent["given"]


def give(customer: Customer | None, now: datetime, *, wording: str, source: ConsentSource) -> None:
    """Store that a customer agrees to texts. Consent that was given before keeps its wording and time."""
    if customer is not None and not (customer.text_consent and customer.text_consent["given"]):
        customer.text_consent = {"given": True, "at": now.isoformat(), "wording": wording, "source": source}


def withdraw(customer: Customer | None, now: datetime, *, wording: str, source: ConsentSource) -> None:
    """Store that a customer wants no texts."""
    if customer is not None and (customer.text_consent is None or customer.text_consent["given"]):
        customer.text_consent = {"given": False, "at": now.isoformat(), "wording": wording, "source": source}


def record(
    connection: Connection,
    operator_id: int,
    customer_id: int,
    now: datetime,
    *,
    source: ConsentSource,
    wording: str = WORDING,
) -> None:
    """Store that a customer agrees to texts, in the transaction that creates their booking."""
    consent = {"given": True, "at": now.isoformat(), "wording": wording, "source": source}
    connection.execute(_RECORD, {"operator": operator_id, "customer": customer_id, "consent": consent})
