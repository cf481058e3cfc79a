"""Comparable forms of names, email addresses and phone numbers, by which customers are matched. Pure functions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import orjson
import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, ValidationResult

from marqueedesk.customers.models import StoredPhone
from marqueedesk.kit.text import search
from marqueedesk.kit.text.countries import country_of
from marqueedesk.kit.text.text_forms import bare, folded
from marqueedesk.pricing.payment_terms import StoredTerms

LONGEST_NAME_KEY: Final = 200
_SPACE: Final = re.compile(r"\s+")
_BETWEEN_NUMBERS: Final = re.compile(r"[;,/|&]|\bor\b|\band\b", re.IGNORECASE)
_SHORTEST_NUMBER: Final = 7
"""Minimum number of digits in each of several numbers in one field, and in an unparseable number to compare by."""
_MOST_REMEMBERED: Final = 2048
DEFAULT_REGION: Final = "US"
_NORTH_AMERICA: Final = frozenset({"US", "CA"})
_PLAIN_NUMBER: Final = re.compile(r"(?:\+?1[ .-]?)?\(?([2-9][0-9]{2})\)?[ .-]?([2-9][0-9]{2})[ .-]?([0-9]{4})")


@dataclass(frozen=True, slots=True)
class CustomerTerms:
    """What a business agreed with a customer, for new bookings that it enters and for quotes: a usual discount in basis
    points, and payment terms in place of its own. None if there is none.
    """

    discount_basis_points: int | None = None
    payment_terms: StoredTerms | None = None

    @classmethod
    def from_row(cls, discount_basis_points: int | None, payment_terms: str | None) -> "CustomerTerms":
        """Parse the columns of `matching.TERMS`."""
        return cls(discount_basis_points, orjson.loads(payment_terms) if payment_terms else None)


NO_TERMS: Final = CustomerTerms()


@dataclass(frozen=True, slots=True)
class CustomerContact:
    """The name and contact details given with a booking, quote or waiting entry. ``email`` is empty if there is none.

    ``customer_id`` is the customer if one was chosen; otherwise the customer is matched. ``address`` and ``notes`` are
    those of a customer's row in an imported file. ``terms`` are those of a chosen customer.
    """

    name: str
    email: str
    phone: str | None = None
    customer_id: int | None = None
    address: str | None = None
    notes: str | None = None
    terms: CustomerTerms = NO_TERMS

    @property
    def name_key(self) -> str:
        """Return the name for comparison."""
        return name_key_of(self.name)

    def match_keys(self, region: str) -> list[str]:
        """Return the keys of the email address and the phone numbers, in this order."""
        keys = [email_key(self.email)] if self.email else []
        keys += [key for phone in self.phones(region) if (key := phone_key(phone)) is not None]
        return list(dict.fromkeys(keys))

    def has_more(self, region: str) -> bool:
        """Return true if there are details besides those in the keys."""
        return bool(self.address or self.notes) or any(phone["extension"] for phone in self.phones(region))

    def phones(self, region: str) -> Sequence[StoredPhone]:
        """Return the phone numbers."""
        return read_phones(self.phone, region) if self.phone else ()


def region_of(time_zone: str) -> str:
    """Return the country in whose form a business's phone numbers are read: that of its time zone."""
    return country_of(time_zone) or DEFAULT_REGION


def name_key_of(name: str) -> str:
    """Normalize a name for matching: without case and spaces. Accents and punctuation count."""
    return _SPACE.sub("", bare(name).casefold())[:LONGEST_NAME_KEY]


def email_key(email: str) -> str:
    """Normalize an email address for matching: lower case, without a plus-tag. Dots count."""
    local, at, domain = bare(email).lower().rpartition("@")
    return f"{local.partition('+')[0] or local}{at}{domain}"


def phone_key(phone: StoredPhone) -> str | None:
    """Return the key of a phone number; None if it is too short to compare by, such as "911"."""
    if phone["e164"]:
        return phone["e164"]
    digits = search.digits(phone["number"])
    return f"tel:{digits[:40]}" if len(digits) >= _SHORTEST_NUMBER else None


@lru_cache(maxsize=_MOST_REMEMBERED)
def e164_of(text: str, region: str) -> tuple[str, str | None] | None:
    """Parse one phone number into its E.164 form and its extension; None if it isn't a possible number."""
    typed = text.strip()
    if region in _NORTH_AMERICA and (plain := _PLAIN_NUMBER.fullmatch(typed)):
        # Fast path for bookings: parsing takes several times as long.
        return "+1" + "".join(plain.groups()), None
    parsed = _possible(typed, region)
    if parsed is None and typed.startswith("00"):
        # The international prefix of most countries, also typed where the prefix is another one.
        parsed = _possible(f"+{typed[2:]}", region)
    if parsed is None:
        return None
    return phonenumbers.format_number(parsed, PhoneNumberFormat.E164), parsed.extension or None


def _possible(text: str, region: str) -> phonenumbers.PhoneNumber | None:
    try:
        parsed = phonenumbers.parse(text, region)
    except NumberParseException:
        return None
    reason = phonenumbers.is_possible_number_with_reason(parsed)
    return parsed if reason == ValidationResult.IS_POSSIBLE else None


def read_phones(text: str, region: str) -> list[StoredPhone]:
    """Parse the content of a phone field: usually one number, sometimes several. Text that isn't a number is kept."""
    parsed = e164_of(text, region)
    if parsed is None:
        parts = [part.strip() for part in _BETWEEN_NUMBERS.split(text)]
        if len(parts) > 1 and all(len(search.digits(part)) >= _SHORTEST_NUMBER for part in parts):
            return [_stored(part, e164_of(part, region)) for part in parts]
    return [_stored(text.strip(), parsed)]


def _stored(number: str, parsed: tuple[str, str | None] | None) -> StoredPhone:
    e164, extension = parsed or (None, None)
    return {"number": number, "e164": e164, "extension": extension}


def with_emails(emails: Sequence[str], more: Iterable[str]) -> list[str]:
    """Append the addresses that aren't in the list yet."""
    merged, keys = list(emails), {email_key(email) for email in emails}
    for email in more:
        if email and email_key(email) not in keys:
            keys.add(email_key(email))
            merged.append(email)
    return merged


def with_phones(phones: Sequence[StoredPhone], more: Iterable[StoredPhone]) -> list[StoredPhone]:
    """Append the numbers that aren't in the list yet. A number without an extension gets that of the same number."""
    merged = list(phones)
    for phone in more:
        key = phone_key(phone) or phone["number"]
        same = [at for at, row in enumerate(merged) if (phone_key(row) or row["number"]) == key]
        extension = phone["extension"]
        if not same:
            merged.append(phone)
        elif extension and all(merged[at]["extension"] != extension for at in same):
            free = next((at for at in same if not merged[at]["extension"]), None)
            if free is None:
                merged.append(phone)
            else:
                merged[free] = {**merged[free], "extension": extension}
    return merged


def search_text_of(
    name: str, emails: Iterable[str], phones: Iterable[StoredPhone], address: str | None, tags: Iterable[str]
) -> str:
    """Build a customer's search text. Phone numbers are in it as typed, as digits and in E.164 form."""
    numbers = [part for row in phones for part in (row["number"], search.digits(row["number"]), row["e164"]) if part]
    parts = (name, *emails, *numbers, address or "", *tags)
    return _SPACE.sub(" ", folded(" ".join(parts))).strip()
