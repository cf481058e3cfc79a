"""Sales tax by place: rates by address, and exemptions. Plain values, no database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NotRequired, Self, TypedDict

from marqueedesk.delivery.zones import typed_codes, zip_codes
from marqueedesk.kit.text.text_forms import code_key, place_key, zip_key
from marqueedesk.kit.text.us_states import state_of_zip

LETTERS: Final = "letters"
ADD_ONS: Final = "addOns"
PACKAGES: Final = "packages"
SURCHARGE: Final = "venueSurcharge"
EXTRAS: Final = "extras"
DELIVERY: Final = "delivery"
WAIVER: Final = "damageWaiver"
KINDS: Final = (LETTERS, ADD_ONS, PACKAGES, SURCHARGE, EXTRAS, DELIVERY, WAIVER)
"""Kinds of lines that may be taxed, by their API names. Items each have their own setting; the tax on tips is set in
the payment policy.
"""

ELSEWHERE: Final = "Everywhere else"


@dataclass(frozen=True, slots=True)
class TaxAddress:
    """Parts of an address that determine its tax. Unknown parts are empty."""

    state: str | None = None
    city: str | None = None
    zip_code: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Return a key for comparison: addresses with the same key have the same tax."""
        return *place_key(self.state or "", self.city or ""), zip_key(self.zip_code or "")


NO_TAX_ADDRESS: Final = TaxAddress()
"""An unknown address."""


class StoredTaxPlace(TypedDict):
    """`TaxPlace` as JSON."""

    ppm: int
    state: str | None
    county: str | None
    city: str | None
    zip_codes: list[str]


class StoredExemption(TypedDict):
    """`Exemption` as JSON."""

    certificate: str
    expires_on: str | None
    # Present only for reverse charge.
    reverse_charge: NotRequired[bool]


class StoredExemptCustomer(StoredExemption):
    """`ExemptCustomer` as JSON."""

    email: str
    name: str | None


class StoredSalesTax(TypedDict):
    """`SalesTax` as JSON."""

    places: list[StoredTaxPlace]
    other_ppm: int | None
    untaxed: list[str]
    customers: NotRequired[list[StoredExemptCustomer]]


@dataclass(frozen=True, slots=True)
class TaxPlace:
    """A place with its combined tax rate in millionths. It matches by ZIP codes if it has any, else by city, else by
    state.
    """

    ppm: int
    state: str | None = None
    county: str | None = None
    city: str | None = None
    zip_codes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the place's display name: "Austin, Travis County, TX"."""
        county = self.county
        if county and not county.casefold().endswith(("county", "parish", "borough")):
            county = f"{county} County"
        said = ", ".join([part for part in (self.city, county, self.state) if part])
        return said or ", ".join(self.zip_codes[:3])

    @property
    def key(self) -> tuple[str, str]:
        """Return the normalized state and city."""
        return place_key(self.state or "", self.city or "")

    @property
    def identity(self) -> tuple[str, ...]:
        """Return the normalized state, city and ZIP codes, which together identify the place."""
        codes = {f"{codes.first}-{codes.last} {codes.inward or ''}" for codes in map(zip_codes, self.zip_codes)}
        return *self.key, *sorted(codes)

    def rank(self, address: TaxAddress, code: str) -> tuple[int, int, int] | None:
        """Return how specifically the place matches an address (higher is more specific), or None if it doesn't match.

        ``code`` is the address's ZIP code, one of `typed_codes`. Places never match across states. Raises NotKnownYet
        if the address lacks the part that decides.
        """
        state, city, _ = address.key
        own_state, own_city = self.key
        if self.zip_codes:
            return self._rank_by_zip(state, city, code)
        if own_state and own_state != (state or state_of_zip(code) or own_state):
            return None
        if own_city:
            if not city:
                raise NotKnownYet
            return (2, 0, 0) if city == own_city else None
        if not state:
            raise NotKnownYet
        return 1, 0, 0

    def _rank_by_zip(self, state: str, city: str, code: str) -> tuple[int, int, int] | None:
        own_state, own_city = self.key
        if state and own_state and state != own_state:
            return None
        if not code:
            if city and own_city and city != own_city:
                return None
            raise NotKnownYet
        matching = [codes for text in self.zip_codes if (codes := zip_codes(text)).has(code)]
        if not state and own_state and state_of_zip(code) not in {None, own_state}:
            # Some ZIP codes cross state borders, so a full code entered for this state is accepted.
            matching = [codes for codes in matching if codes.first == codes.last == code]
        if not matching:
            return None
        longest = max(len(codes.first) * 2 + (codes.first == codes.last) for codes in matching)
        return 3, longest, 2 if city and city == own_city else 0 if own_city else 1


class NotKnownYet(Exception):
    """An address lacks the part that decides whether a place's tax applies."""


@dataclass(frozen=True, slots=True)
class Exemption:
    """A tax exemption: the certificate number and the last day it is valid.

    With ``reverse_charge``, the customer accounts for the tax, and the certificate is their VAT ID.
    """

    certificate: str
    expires_on: date | None = None
    reverse_charge: bool = False

    def holds_on(self, day: date | None) -> bool:
        """Return true if the exemption is valid on a delivery day, or if that day is unknown."""
        return day is None or self.expires_on is None or day <= self.expires_on

    @classmethod
    def from_json(cls, stored: StoredExemption | None) -> Self | None:
        """Parse the stored form."""
        if not stored:
            return None
        expires = stored["expires_on"]
        day = date.fromisoformat(expires) if expires else None
        return cls(stored["certificate"], day, stored.get("reverse_charge", False))

    def to_json(self) -> StoredExemption:
        """Serialize to the stored form."""
        stored: StoredExemption = {
            "certificate": self.certificate,
            "expires_on": self.expires_on.isoformat() if self.expires_on else None,
        }
        if self.reverse_charge:
            stored["reverse_charge"] = True
        return stored


@dataclass(frozen=True, slots=True)
class ExemptCustomer:
    """A tax-exempt customer, identified by email address."""

    email: str
    exemption: Exemption
    name: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceTax:
    """The tax on a delivery. ``place`` is None if one rate applies everywhere; ``is_open`` means that the place or its
    rate is still unknown.
    """

    ppm: int
    place: str | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class SalesTax:
    """A business's rates by place, untaxed kinds of lines, and exempt customers.

    Without places, the price list's rate applies everywhere.
    """

    places: tuple[TaxPlace, ...] = ()
    other_ppm: int | None = None
    """Rate for all other places; None if it has to be determined manually."""
    untaxed: tuple[str, ...] = ()
    customers: tuple[ExemptCustomer, ...] = ()

    @property
    def is_set(self) -> bool:
        """Return true if anything besides the price list's rate is set."""
        return bool(self.places or self.untaxed or self.customers) or self.other_ppm is not None

    def tax(self, address: TaxAddress, usual_ppm: int) -> PlaceTax:
        """Return the tax of a delivery to an address; ``usual_ppm`` is the rate of a business without places.

        The most specific place applies, or the first of equally specific ones. The tax is open if the address lacks the
        deciding part, or for a city without a rate in a state where cities have rates.
        """
        if not self.places and self.other_ppm is None:
            return PlaceTax(usual_ppm)
        best: tuple[tuple[int, int, int], TaxPlace] | None = None
        open_from = 0
        for code in typed_codes(address.zip_code or "", self._zip_texts()) or ("",):
            best, open_from = self._best(address, code)
            if best is not None:
                break
        if best is not None and best[0][0] >= open_from and not self._has_unmatched_city(address, best):
            return PlaceTax(best[1].ppm, best[1].name)
        if best is None and not open_from and self.other_ppm is not None and any(address.key):
            return PlaceTax(self.other_ppm, ELSEWHERE)
        return PlaceTax(0, is_open=True)

    def _zip_texts(self) -> Iterable[str]:
        return (text for place in self.places for text in place.zip_codes)

    def _best(self, address: TaxAddress, code: str) -> tuple[tuple[tuple[int, int, int], TaxPlace] | None, int]:
        """Return the most specific match, and the lowest rank that would need a missing part of the address."""
        best: tuple[tuple[int, int, int], TaxPlace] | None = None
        open_from = 0
        for place in self.places:
            try:
                rank = place.rank(address, code)
            except NotKnownYet:
                open_from = max(open_from, 3 if place.zip_codes else 2 if place.city else 1)
                continue
            if rank is not None and (best is None or rank > best[0]):
                best = rank, place
        return best, open_from

    def _has_unmatched_city(self, address: TaxAddress, best: tuple[tuple[int, int, int], TaxPlace]) -> bool:
        """Return true if a state's rate would apply even though cities in that state have their own rates.

        The address may be in one of those cities under another name, so its tax is determined manually.
        """
        is_state = not (best[1].zip_codes or best[1].city)
        return is_state and any(place.city and place.key[0] in {"", address.key[0]} for place in self.places)

    def exemption_of(self, email: str | None) -> Exemption | None:
        """Return the exemption of the customer with this email address, or None."""
        key = code_key(email or "")
        return next((row.exemption for row in self.customers if key and code_key(row.email) == key), None)

    def exempt(self, emails: Iterable[str], exemption: Exemption | None, name: str | None) -> Self:
        """Return the tax with this exemption for these email addresses; None removes theirs."""
        wanted = {code_key(email): email for email in emails}
        others = [row for row in self.customers if code_key(row.email) not in wanted]
        added = [ExemptCustomer(email, exemption, name) for email in wanted.values()] if exemption else []
        return replace(self, customers=tuple(sorted([*others, *added], key=lambda row: row.email.casefold())))

    @property
    def exemptions(self) -> dict[str, Exemption]:
        """Return the exemptions by the key of their customer's email address (`text_forms.code_key`)."""
        return {code_key(row.email): row.exemption for row in self.customers}

    @classmethod
    def from_json(cls, stored: StoredSalesTax | None) -> Self:
        """Parse the stored form."""
        if not stored:
            return cls()
        return cls(
            tuple([_place(row) for row in stored["places"]]),
            stored["other_ppm"],
            tuple(stored["untaxed"]),
            _customers(stored.get("customers", ())),
        )

    def to_json(self) -> StoredSalesTax:
        """Serialize to the stored form."""
        return {
            "places": [
                {
                    "ppm": row.ppm,
                    "state": row.state,
                    "county": row.county,
                    "city": row.city,
                    "zip_codes": list(row.zip_codes),
                }
                for row in self.places
            ],
            "other_ppm": self.other_ppm,
            "untaxed": list(self.untaxed),
            "customers": [{**row.exemption.to_json(), "email": row.email, "name": row.name} for row in self.customers],
        }


def _place(row: StoredTaxPlace) -> TaxPlace:
    return TaxPlace(row["ppm"], row.get("state"), row.get("county"), row.get("city"), tuple(row["zip_codes"]))


def _customers(rows: Sequence[StoredExemptCustomer]) -> tuple[ExemptCustomer, ...]:
    found: list[ExemptCustomer] = []
    for row in rows:
        exemption = Exemption.from_json(row)
        if exemption is not None:
            found.append(ExemptCustomer(row["email"], exemption, row["name"]))
    return tuple(found)


NO_SALES_TAX: Final = SalesTax()
