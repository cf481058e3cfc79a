"""Sales tax by place: which rate an address has, and who does not pay it. Plain values, no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NotRequired, Self, TypedDict

from marqueedesk.pricing.zones import ZipCodes, normal_zip

LETTERS: Final = "letters"
ADD_ONS: Final = "addOns"
PACKAGES: Final = "packages"
SURCHARGE: Final = "venueSurcharge"
EXTRAS: Final = "extras"
DELIVERY: Final = "delivery"
WAIVER: Final = "damageWaiver"
KINDS: Final = (LETTERS, ADD_ONS, PACKAGES, SURCHARGE, EXTRAS, DELIVERY, WAIVER)
"""The kinds of lines that are sold with or without tax, by their names on the wire. Items say so themselves; of tips
the payment policy says it.
"""

ELSEWHERE: Final = "Everywhere else"
_STATE_NAMES: Final = """
alabama:al alaska:ak arizona:az arkansas:ar california:ca colorado:co connecticut:ct delaware:de florida:fl georgia:ga
hawaii:hi idaho:id illinois:il indiana:in iowa:ia kansas:ks kentucky:ky louisiana:la maine:me maryland:md
massachusetts:ma michigan:mi minnesota:mn mississippi:ms missouri:mo montana:mt nebraska:ne nevada:nv newhampshire:nh
newjersey:nj newmexico:nm newyork:ny northcarolina:nc northdakota:nd ohio:oh oklahoma:ok oregon:or pennsylvania:pa
rhodeisland:ri southcarolina:sc southdakota:sd tennessee:tn texas:tx utah:ut vermont:vt virginia:va washington:wa
westvirginia:wv wisconsin:wi wyoming:wy districtofcolumbia:dc puertorico:pr
"""
_STATES: Final = {name: code for name, _, code in (pair.partition(":") for pair in _STATE_NAMES.split())}


def _normal(text: str | None) -> str:
    """A name as names are compared: without case, dots, apostrophes and spaces."""
    return "".join(sign for sign in (text or "").casefold() if sign.isalnum())


def normal_state(text: str | None) -> str:
    """A state as states are compared: "Texas" and "TX" are one."""
    name = _normal(text)
    return _STATES.get(name, name)


@dataclass(frozen=True, slots=True)
class TaxAddress:
    """The parts of an address that its tax depends on. Unknown parts are empty."""

    state: str | None = None
    city: str | None = None
    zip_code: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Addresses with the same key have the same tax."""
        return normal_state(self.state), _normal(self.city), normal_zip(self.zip_code or "")


NO_TAX_ADDRESS: Final = TaxAddress()
"""Where nothing is known of the address."""


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
    """A place with its whole rate, in millionths. ZIP codes decide where it has some, else the city, else the state."""

    ppm: int
    state: str | None = None
    county: str | None = None
    city: str | None = None
    zip_codes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The place in words: "Austin, Travis County, TX"."""
        county = self.county
        if county and not county.casefold().endswith(("county", "parish", "borough")):
            county = f"{county} County"
        said = ", ".join([part for part in (self.city, county, self.state) if part])
        return said or ", ".join(self.zip_codes[:3])

    def rank(self, address: TaxAddress) -> tuple[int, int, int] | None:
        """How exactly it matches an address, higher for more exact; None where it does not. Raises NotKnownYet where
        the address lacks the part that decides.
        """
        state, city, code = address.key
        own_state, own_city = normal_state(self.state), _normal(self.city)
        other_state = bool(state and own_state and state != own_state)
        if self.zip_codes:
            if not code:
                if other_state or (city and own_city and city != own_city):
                    return None
                raise NotKnownYet
            found = [read for text in self.zip_codes if (read := ZipCodes.read(text)).has(code)]
            if not found:
                return None
            longest = max(len(read.first) * 2 + (read.first == read.last) for read in found)
            return 3, longest, 2 if city and city == own_city else 0 if own_city else 1
        if other_state:
            return None
        if own_city:
            if not city:
                raise NotKnownYet
            return (2, 0, 0) if city == own_city else None
        if not state:
            raise NotKnownYet
        return 1, 0, 0


class NotKnownYet(Exception):
    """An address lacks the part that decides whether a place's tax is due there."""


@dataclass(frozen=True, slots=True)
class Exemption:
    """Why somebody pays no sales tax: the number of their certificate, and the last day on which it holds."""

    certificate: str
    expires_on: date | None = None

    def holds_on(self, day: date | None) -> bool:
        """Whether it holds for a delivery on a day; where no day is known yet, it does."""
        return day is None or self.expires_on is None or day <= self.expires_on

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self | None:
        """Read the stored form."""
        if not stored:
            return None
        expires = stored["expires_on"]
        return cls(stored["certificate"], date.fromisoformat(expires) if expires else None)

    def to_json(self) -> StoredExemption:
        """The stored form."""
        return {
            "certificate": self.certificate,
            "expires_on": self.expires_on.isoformat() if self.expires_on else None,
        }


@dataclass(frozen=True, slots=True)
class ExemptCustomer:
    """A customer who pays no sales tax, found by their email address."""

    email: str
    exemption: Exemption
    name: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceTax:
    """The tax of a delivery. ``place`` is None where the business has one rate for all; ``is_open`` says that the
    place, or its rate, is not known yet.
    """

    ppm: int
    place: str | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class SalesTax:
    """The rates of a business by place, the kinds of lines it sells without tax, and its exempt customers.

    Without places the one rate of the price list holds everywhere.
    """

    places: tuple[TaxPlace, ...] = ()
    other_ppm: int | None = None
    """The rate of any other place; None: it is settled by hand."""
    untaxed: tuple[str, ...] = ()
    customers: tuple[ExemptCustomer, ...] = ()

    @property
    def is_set(self) -> bool:
        """Whether there is more to it than the one rate of the price list."""
        return bool(self.places or self.untaxed or self.customers) or self.other_ppm is not None

    def tax(self, address: TaxAddress, usual_ppm: int) -> PlaceTax:
        """The tax of a delivery to an address; ``usual_ppm`` is the one rate of a business without places.

        The most exact place counts, and of equals the first. An address that lacks what would decide is open.
        """
        if not self.places and self.other_ppm is None:
            return PlaceTax(usual_ppm)
        best: tuple[tuple[int, int, int], TaxPlace] | None = None
        open_from = 0
        for place in self.places:
            try:
                rank = place.rank(address)
            except NotKnownYet:
                open_from = max(open_from, 3 if place.zip_codes else 2 if place.city else 1)
                continue
            if rank is not None and (best is None or rank > best[0]):
                best = rank, place
        if best is not None and best[0][0] >= open_from:
            return PlaceTax(best[1].ppm, best[1].name)
        if best is None and not open_from and self.other_ppm is not None and any(address.key):
            return PlaceTax(self.other_ppm, ELSEWHERE)
        return PlaceTax(0, is_open=True)

    def exemption_of(self, email: str | None) -> Exemption | None:
        """The exemption of the customer with an email address."""
        wanted = (email or "").strip().casefold()
        return next((row.exemption for row in self.customers if wanted and row.email.casefold() == wanted), None)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self:
        """Read the stored form."""
        if not stored:
            return cls()
        return cls(
            tuple([_place(row) for row in stored["places"]]),
            stored["other_ppm"],
            tuple(stored["untaxed"]),
            _customers(stored.get("customers", ())),
        )

    def to_json(self) -> StoredSalesTax:
        """The stored form."""
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


def _place(row: Mapping[str, Any]) -> TaxPlace:
    return replace(TaxPlace(**row), zip_codes=tuple(row["zip_codes"]))


def _customers(rows: Sequence[Mapping[str, Any]]) -> tuple[ExemptCustomer, ...]:
    found: list[ExemptCustomer] = []
    for row in rows:
        exemption = Exemption.from_json(row)
        if exemption is not None:
            found.append(ExemptCustomer(row["email"], exemption, row["name"]))
    return tuple(found)


NO_SALES_TAX: Final = SalesTax()
