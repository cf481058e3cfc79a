"""Tax exemptions of customers, stored once with the business's sales tax, by email address (`pricing.sales_tax`).

Bookings and quotes look them up by address, and *Settings > Tax Exemptions* lists the same rows.
"""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy.orm import Session

from marqueedesk.customer_records.schemas import CustomerInput
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.sales_tax import Exemption
from marqueedesk.pricing.tax_places import set_exemption

Exemptions = Mapping[str, Exemption]
"""The business's exemptions by key of the email address (`SalesTax.exemptions`)."""


def exemptions_of(db: Session) -> Exemptions:
    """Return the exemptions of the session's business."""
    return pricing.price_list(db).sales_tax.exemptions


def exemption_of(emails: Iterable[str], exemptions: Exemptions) -> Exemption | None:
    """Return the exemption of a customer with these email addresses: that of the first one with an exemption."""
    found = (exemptions.get(code_key(email)) for email in emails)
    return next((exemption for exemption in found if exemption is not None), None)


def apply_exemption(
    db: Session, body: CustomerInput, name: str, emails: Sequence[str], emails_before: Sequence[str] = ()
) -> bool:
    """Exempt all email addresses of a customer if an exemption was sent. New addresses of an exempt customer are exempt
    too; removed ones stay exempt until they are removed in the settings. Returns false if nothing changed.

    Raises Invalid on an exemption without an email address.
    """
    exemptions = exemptions_of(db)
    current = exemption_of(emails_before, exemptions)
    exemption = body.tax_exemption.value if body.tax_exemption else None
    if "tax_exemption" not in body.model_fields_set or exemption == current:
        added = [email for email in emails if email not in emails_before and code_key(email) not in exemptions]
        return current is not None and set_exemption(db, added, current, name)
    if exemption is not None and not emails:
        raise Invalid(fields={"taxExemption": "Enter an email address too: tax exemptions are looked up by it"})
    return set_exemption(db, emails, exemption, name or None)
