"""The letterhead: a business's name, address and contact details, and its formats for money, days and times."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final, Self

from marqueedesk.accounts.models import Operator
from marqueedesk.business.document_rules import DocumentRules, rules_of
from marqueedesk.business.models import Company
from marqueedesk.delivery.install_windows import PickupHours
from marqueedesk.delivery.rules import rules_of as delivery_rules_of
from marqueedesk.documents.stored_document import (
    Format,
)
from marqueedesk.kit.db.detached_copy import stored_value
from marqueedesk.kit.text.countries import country_of
from marqueedesk.kit.text.formats import USUAL_DATE_FORMAT, USUAL_TIME_FORMAT, clock_time, day, money, weekday
from marqueedesk.rentals.stops import ANY_HOUR, Stop

_LONGEST_FOOTER: Final = 100


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The sender, as shown on every document."""

    name: str
    address: str | None
    email: str | None
    phone: str | None
    website: str | None
    tax_id: str | None
    currency: str
    time_zone: str
    date_format: str = USUAL_DATE_FORMAT
    time_format: str = USUAL_TIME_FORMAT
    logo_path: str | None = None
    """Path of the business's logo on this server."""
    brand_color: str | None = None
    """Color of the business's buttons, #rrggbb."""
    collects: PickupHours = ANY_HOUR
    """The business's pickup hours."""
    vat_id: str | None = None
    country: str | None = None
    """Country whose rules documents follow."""
    small_business: bool = False
    """True if the business charges no tax."""

    @classmethod
    def of(cls, company: Company, operator: Operator, currency: str) -> Self:
        """Create the letterhead from a company as `business.queries.company` returns it, or as stored with a quote."""
        return stored_value(
            cls,
            company,
            tax_id=company["taxId"],
            currency=currency,
            time_zone=operator.time_zone,
            date_format=operator.date_format,
            time_format=operator.time_format,
            logo_path=company.get("logoUrl"),
            brand_color=company.get("brandColor"),
            collects=delivery_rules_of(operator.rules).pickup_hours,
            vat_id=company.get("vatId"),
            country=company.get("documentCountry"),
            small_business=company.get("smallBusiness", False),
        )

    @property
    def rules(self) -> DocumentRules:
        """Return the rules of the business's country."""
        return rules_of(self.country)

    def rows(self) -> list[str]:
        """Return the lines below the business's name."""
        site = self.website.split("://", 1)[1].rstrip("/") if self.website else None
        tax = f"Tax ID {self.tax_id}" if self.tax_id else None
        vat = f"{self.rules.number} {self.vat_id}" if self.vat_id else None
        return [row for row in (self.address, self.phone, self.email, site, tax, vat) if row]

    def footer(self) -> str:
        """Return the business's details on one line."""
        line = " · ".join(part for part in (self.name, self.phone, self.email) if part)
        return line if len(line) <= _LONGEST_FOOTER else f"{line[: _LONGEST_FOOTER - 1]}…"

    def money(self, cents: int) -> str:
        """Format an amount in the business's currency."""
        return money(cents, self.currency)

    def day(self, value: date) -> str:
        """Format a day in the business's date format."""
        return day(value, self.date_format)

    def weekday(self, value: date) -> str:
        """Format a day with its weekday, in the business's date format."""
        return weekday(value, self.date_format)

    def clock(self, value: time | datetime) -> str:
        """Format a time in the business's 12- or 24-hour format."""
        return clock_time(value, self.time_format)

    def hours(self, stop: Stop) -> str | None:
        """Return the time or hours of a delivery or pickup as text, or None if unknown."""
        return stop.words(self.collects, self.time_format)

    def format(self) -> Format:
        """Return the business's paper size: US Letter in the United States, A4 elsewhere (D5)."""
        return "us-letter" if country_of(self.time_zone) == "US" and self.currency == "USD" else "a4"
