"""Delivery zones: delivery fee by ZIP code. Plain values, no database."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self, TypedDict
from unicodedata import normalize

from marqueedesk.kit.text.text_forms import DASHES, LONGEST_ZIP, bare, with_lost_zeros, zip_key
from marqueedesk.kit.text.us_states import STATE_CODES

_DASHES: Final = re.compile(f"[{DASHES}]")
_HYPHENATED: Final = re.compile(r"\d{5}-\d{4}|\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|\d{5}-\d{3}")
"""ZIP+4, and postal codes of other countries with a hyphen: 00-950, 100-0001, 1000-001, 01310-100."""
RANGE: Final = re.compile(r"(\d{1,10}) ?(?:-|~|\.{2,}|TO|THROUGH|THRU) ?(\d{1,10})")
"""A range as normalized by `written`."""
_WILDCARD: Final = re.compile(r"(?<=[0-9A-Z]) ?[*%]$")
_AREAS_TEXT: Final = (
    "A AB B BA BB BD BH BL BN BR BS BT C CB CF CH CM CR CV CW D DA DD DG DH DL DN DT DY E EC EH EN EX F FK FY "
    "G GL GY H HA HD HG HP HR HS HU HX IG IM IP IV J JE K KA KT KW KY L LD LE LL LN LS LU M ML N NG NN NP "
    "NR NW OL OX P PE PH PL PO R RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY T TA TF TQ TR TS TW UB "
    "V W WC WD WF WN WR WS WV X Y YO ZE"
)
_AREAS: Final = frozenset(_AREAS_TEXT.split())
"""Letters that postal codes start with: British areas, Canadian provinces, Irish routing keys. Excludes US state codes.
"""
_BRITISH_AREA: Final = "|".join(sorted(_AREAS | {"AL", "CA", "CO", "CT", "DE", "GU", "LA", "ME", "NE", "PA"}))
_POSSIBLE: Final = re.compile(
    r"\d{1,10}"  # American ones, and those of most countries
    r"|\d{4}(?!X+$)[A-Z]{1,2}"  # Dutch
    r"|[A-Z]\d(?:[A-Z](?:\d(?:[A-Z]\d?)?)?)?"  # Canadian
    rf"|(?:{_BRITISH_AREA})\d[A-Z\d]?(?:\d(?:[A-Z]{{1,2}})?)?"  # British
    r"|[A-Z]\d[\dW][A-Z\d]{0,4}"  # Irish
    rf"|(?!{'|'.join(sorted(STATE_CODES))}|US)[A-Z]{{2,3}}\d{{2,5}}"  # Andorra, Barbados, Malta, and others
    r"|[A-Z]\d{4}(?:[A-Z]{3})?"  # Argentina
)
_BRITISH: Final = re.compile(r"([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})?")
_BRITISH_PARTS: Final = re.compile(r"([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{0,2})")
_SHORT: Final = re.compile(r"\d{3,4}")
_BETWEEN: Final = re.compile(
    r"[,;|\n\uff0c\uff1b\u3001]|(?<=\d{3}) ?(?:[/&+]|\b(?:and|or)\b) ?(?=\d{3})", re.IGNORECASE
)
_NEXT: Final = re.compile(r"(?<=[\d*])[ \t]+(?=\d{3})")
"""A space between two codes, as opposed to one inside a code."""
_PLUS_FOUR: Final = re.compile(r"\b(\d{5}) (\d{4})\b")
_ZIP_DIGITS: Final = 5
_FEWEST_BESIDE_WORDS: Final = 3
"""Shortest prefix allowed next to a word, as in "TX 787". In "SE 1" and "Zone 1", the digits belong to
something else.
"""


class NoZipCodes(ValueError):
    """The text isn't a ZIP code, prefix or range. The message explains why."""


@dataclass(frozen=True, slots=True)
class ZipCodes:
    """A range of ZIP code prefixes, inclusive: "787", or "78701-78799".

    ``inward`` is set for a British code typed with its space: "SE1 1" isn't a prefix of "SE11".
    """

    first: str
    last: str
    inward: str | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse a code, a prefix ("787*") or a range ("78701–78799") as typed. Raises NoZipCodes."""
        typed = " ".join(written(text).split())
        span = None if _HYPHENATED.fullmatch(typed) else RANGE.fullmatch(typed)
        if span is None:
            if len(separated(typed)) > 1:
                raise NoZipCodes(f"“{text}” must be a single ZIP code or range. Enter each one separately")
            typed = _WILDCARD.sub("", typed)
            code = _code(typed)
            if (
                typed.strip("-") != typed
                or len(code) > LONGEST_ZIP
                or not (_POSSIBLE.fullmatch(code) or code in _AREAS)
            ):
                raise NoZipCodes(
                    f"“{text}” must be a ZIP code, the first digits of one, or a range such as 78701-78799"
                )
            parts = _BRITISH_PARTS.fullmatch(typed)
            return cls(parts[1], parts[1], parts[2]) if parts else cls(code, code)
        first, last = span.groups()
        if len(first) != len(last):
            raise NoZipCodes(f"Both ends of “{text}” must have the same number of digits")
        if first > last:
            raise NoZipCodes(f"“{text}” must start with the lower ZIP code")
        return cls(first, last)

    def has(self, zip_code: str) -> bool:
        """Return true if the range contains a ZIP code normalized by `zip_key`."""
        if zip_code[:1].isalpha() and (british := _BRITISH.fullmatch(zip_code)):
            return self._has_british(british[1], british[2] or "")
        if self.inward is not None:
            return zip_code.startswith(self.first + self.inward)
        return len(zip_code) >= len(self.first) and self.first <= zip_code[: len(self.first)] <= self.last

    def _has_british(self, outward: str, inward: str) -> bool:
        """Compare a British code, whose first part is a unit: SE1 doesn't match SE10, but SW1 matches SW1A."""
        if self.inward is not None:
            return outward == self.first and inward.startswith(self.inward)
        if self.first.isalpha():
            return outward.startswith(self.first) and not outward[len(self.first)].isalpha()
        return self.first in {outward, outward + inward} or (outward[:-1] == self.first and outward[-1].isalpha())


def _code(typed: str) -> str:
    """Return a code in normalized form. Words next to it are only dropped if the code is long enough on its own."""
    code = zip_key(typed)
    is_short = len(code) < _FEWEST_BESIDE_WORDS and code.isdigit() and code != typed
    return typed.replace(" ", "") if is_short else code


_NO_CODES: Final = ZipCodes("~", "")


def written(text: str) -> str:
    """Normalize ZIP codes to upper case with plain digits and hyphens."""
    return _DASHES.sub("-", normalize("NFKC", bare(text)).upper())


def separated(text: str) -> list[str]:
    """Split a text into codes and ranges: "78701, 78702" and "78701; 787*"."""
    return [
        code
        for part in _BETWEEN.split(_NEXT.sub(",", _PLUS_FOUR.sub(r"\1-\2", text)))
        if (code := " ".join(part.split()))
    ]


def typed_codes(text: str, among: Iterable[str]) -> tuple[str, ...]:
    """Return the ZIP codes that a typed one can mean, most likely first; `among` are the codes of a business.

    Restores leading zeros that a spreadsheet or user dropped: "2134" is 02134. If the business has no five-digit codes,
    "2134" may also be a four-digit code of another country.
    """
    code = zip_key(text)
    if not code:
        return ()
    if not _SHORT.fullmatch(code):
        return (code,)
    full = with_lost_zeros(code)
    return (full,) if any(len(zip_codes(one).first) >= _ZIP_DIGITS for one in among) else (full, code)


@lru_cache(maxsize=20_000)
def zip_codes(text: str) -> ZipCodes:
    """Parse a stored text; returns no codes for texts stored before validation existed."""
    try:
        return ZipCodes.read(text)
    except NoZipCodes:
        return _NO_CODES


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
    """A delivery zone. Amounts in cents; ``zip_codes`` as typed."""

    name: str
    zip_codes: tuple[str, ...]
    fee_cents: int
    minimum_order_cents: int | None = None
    free_above_cents: int | None = None
    quote_only: bool = False

    def has(self, zip_code: str) -> bool:
        """Return true if the zone contains a ZIP code normalized by `zip_key`."""
        return any(zip_codes(text).has(zip_code) for text in self.zip_codes)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Delivery terms of a location: the fee instead of the price list's, the zone's minimum order, and the order value
    for free delivery. If ``is_open``, the fee isn't final until the business confirms it.
    """

    fee_cents: int
    minimum_order_cents: int = 0
    free_above_cents: int | None = None
    zone: str | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class DeliveryZones:
    """A business's zones, of which the first match applies, and the fee for all other ZIP codes.

    Without zones, the price list's fee applies.
    """

    zones: tuple[Zone, ...] = ()
    other_fee_cents: int | None = None

    @property
    def are_set(self) -> bool:
        """Return true if the delivery fee depends on the location."""
        return bool(self.zones) or self.other_fee_cents is not None

    def delivery(self, zip_code: str | None, usual_fee_cents: int) -> Delivery | None:
        """Return the delivery terms for a ZIP code; None if there are no zones.

        ``usual_fee_cents`` is the price list's fee, used as a starting price for an unknown location.
        """
        if not self.are_set:
            return None
        codes = typed_codes(zip_code or "", (text for zone in self.zones for text in zone.zip_codes))
        if codes:
            zone = next((zone for code in codes for zone in self.zones if zone.has(code)), None)
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
    def from_json(cls, stored: StoredZones | None) -> Self:
        """Parse the stored form."""
        if not stored:
            return cls()
        return cls(tuple([_zone(row) for row in stored["zones"]]), stored["other_fee_cents"])

    def to_json(self) -> StoredZones:
        """Return the stored form."""
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


def _zone(row: StoredZone) -> Zone:
    return Zone(
        row["name"],
        tuple(row["zip_codes"]),
        row["fee_cents"],
        row.get("minimum_order_cents"),
        row.get("free_above_cents"),
        row.get("quote_only", False),
    )


NO_ZONES: Final = DeliveryZones()
