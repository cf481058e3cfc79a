"""Delivery zones: what bringing letters to a ZIP code costs. Plain values, no database."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Self, TypedDict

LONGEST_CODE: Final = 10
_SIGNS: Final = re.compile(r"[ -]")
_CODE: Final = re.compile(r"[0-9A-Z]+(?: [0-9A-Z]+)?")
# ZIP+4, and codes that other countries write with a hyphen: 00-950, 100-0001, 1000-001, 01310-100.
_HYPHENATED: Final = re.compile(r"\d{5}-\d{4}|\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|\d{5}-\d{3}")
_RANGE: Final = re.compile(r"(\d{1,10}) ?- ?(\d{1,10})")


class NoZipCodes(ValueError):
    """A text is no ZIP code, no beginning of one and no range; says why, for a person."""


@dataclass(frozen=True, slots=True)
class ZipCodes:
    """ZIP codes from one to another by their beginnings, both included: "787", or "78701-78799"."""

    first: str
    last: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what somebody has typed. Raises NoZipCodes."""
        typed = text.strip().upper()
        span = None if _HYPHENATED.fullmatch(typed) else _RANGE.fullmatch(typed)
        if span is None:
            code = normal_zip(typed)
            if len(code) > LONGEST_CODE or not (_HYPHENATED.fullmatch(typed) or _CODE.fullmatch(typed)):
                raise NoZipCodes(f"“{text}” must be a ZIP code, its beginning, or a range such as 78701-78799")
            return cls(code, code)
        first, last = span.groups()
        if len(first) != len(last):
            raise NoZipCodes(f"Both ends of “{text}” must have the same number of digits")
        if first > last:
            raise NoZipCodes(f"“{text}” must begin with the lower of its two ZIP codes")
        return cls(first, last)

    def has(self, zip_code: str) -> bool:
        """Whether a ZIP code, as `normal_zip` writes it, is one of them."""
        return len(zip_code) >= len(self.first) and self.first <= zip_code[: len(self.first)] <= self.last


def normal_zip(text: str) -> str:
    """A ZIP code as codes are compared: without spaces and hyphens, in upper case."""
    return _SIGNS.sub("", text.strip().upper())


class StoredZone(TypedDict):
    """`Zone` as JSON."""

    name: str
    zip_codes: list[str]
    fee_cents: int
    minimum_order_cents: int | None
    free_above_cents: int | None
    quote_only: bool


class StoredZones(TypedDict):
    """`DeliveryZones` as JSON."""

    zones: list[StoredZone]
    other_fee_cents: int | None


@dataclass(frozen=True, slots=True)
class Zone:
    """A delivery zone. Amounts in cents; ``zip_codes`` are as they were typed."""

    name: str
    zip_codes: tuple[str, ...]
    fee_cents: int
    minimum_order_cents: int | None = None
    free_above_cents: int | None = None
    quote_only: bool = False

    def has(self, zip_code: str) -> bool:
        """Whether a normal ZIP code is in it."""
        return any(_read(text).has(zip_code) for text in self.zip_codes)


@lru_cache(maxsize=20_000)
def _read(text: str) -> ZipCodes:
    return ZipCodes.read(text)


@dataclass(frozen=True, slots=True)
class Delivery:
    """The cost of a delivery to one place: the fee in place of the price list's, the zone's own minimum order, and from
    which sum of lines it is free. ``is_open``: the price is not final before somebody has looked at the place.
    """

    fee_cents: int
    minimum_order_cents: int = 0
    free_above_cents: int | None = None
    zone: str | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class DeliveryZones:
    """A business's zones, of which the first match wins, and the fee for any other ZIP code.

    Where there are none, the price list's fee holds.
    """

    zones: tuple[Zone, ...] = ()
    other_fee_cents: int | None = None

    @property
    def are_set(self) -> bool:
        """Whether the place decides what a delivery costs."""
        return bool(self.zones) or self.other_fee_cents is not None

    def delivery(self, zip_code: str | None, usual_fee_cents: int) -> Delivery | None:
        """The cost of a delivery to a ZIP code; None if there are no zones.

        ``usual_fee_cents`` is the price list's fee, from which the price starts where the place is not known.
        """
        if not self.are_set:
            return None
        code = normal_zip(zip_code or "")
        if code:
            zone = next((zone for zone in self.zones if zone.has(code)), None)
            if zone is not None:
                return Delivery(
                    zone.fee_cents,
                    zone.minimum_order_cents or 0,
                    zone.free_above_cents,
                    zone.name,
                    is_open=zone.quote_only,
                )
            if self.other_fee_cents is not None:
                return Delivery(self.other_fee_cents)
        return Delivery(usual_fee_cents, is_open=True)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self:
        """Read the stored form."""
        if not stored:
            return cls()
        return cls(tuple([_zone(row) for row in stored["zones"]]), stored["other_fee_cents"])

    def to_json(self) -> StoredZones:
        """The stored form."""
        rows: list[StoredZone] = [
            {
                "name": zone.name,
                "zip_codes": list(zone.zip_codes),
                "fee_cents": zone.fee_cents,
                "minimum_order_cents": zone.minimum_order_cents,
                "free_above_cents": zone.free_above_cents,
                "quote_only": zone.quote_only,
            }
            for zone in self.zones
        ]
        return {"zones": rows, "other_fee_cents": self.other_fee_cents}


def _zone(row: Mapping[str, Any]) -> Zone:
    return replace(Zone(**row), zip_codes=tuple(row["zip_codes"]))


NO_ZONES: Final = DeliveryZones()
