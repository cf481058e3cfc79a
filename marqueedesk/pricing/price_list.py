"""An operator's prices: plain values with the specification's defaults, and their stored form.

Every constant of section 9 that prices a rental is defined here once. All amounts are integer cents, all percentages
integer basis points (825 is 8.25 %).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NotRequired, Self, TypedDict
from unicodedata import normalize

from marqueedesk.delivery.zones import NO_ZONES, DeliveryZones, StoredZones
from marqueedesk.kit.text.text_forms import name_key
from marqueedesk.pricing.sales_tax import NO_SALES_TAX, SalesTax, StoredSalesTax

BASIS_POINTS: Final = 10_000
"""The basis points of a whole."""

USUAL_FINISH: Final = "standard"
"""The code of the one finish of a business that has named none."""

DEFAULT_COLOR: Final = "standard"
"""The color option that is included (specification, section 9)."""

MILLION: Final = 1_000_000
"""The parts of a whole that a tax is kept in: a percentage with four decimals."""


class NotOnPriceList(ValueError):
    """A choice that the operator's price list does not have; `choice` and `code` say which."""

    def __init__(self, choice: str, code: str) -> None:
        """Name the kind of choice ("size", "color", "add-on", "difficulty") and the code that was asked for."""
        super().__init__(f"The price list has no {choice} “{code}”")
        self.choice = choice
        self.code = code


class LetterPrice(StrEnum):
    """Where the price of a letter comes from (rule P2)."""

    FLAT = "flat"
    """One price by size."""
    INVENTORY = "inventory"
    """Each letter's own price; a letter without one costs the flat price of its size."""


class Charge(StrEnum):
    """The period that a letter's price covers (rule P2). The add-ons are per day either way."""

    DAY = "day"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Rate:
    """One row of the price list: its code on the wire, how people call it, and its cents."""

    code: str
    label: str
    cents: int


@dataclass(frozen=True, slots=True)
class Size(Rate):
    """A size of letters, with its price and the height of its letters."""

    height_inches: float = 0.0

    def __post_init__(self) -> None:
        """A height that is not given is read from the code, or else the label: "3ft" is 36 inches high, a name 48."""
        if not self.height_inches:
            height = named_height(self.code) or named_height(self.label) or USUAL_HEIGHT
            object.__setattr__(self, "height_inches", height)


@dataclass(frozen=True, slots=True)
class Color(Rate):
    """A color option. ``swatch`` is its color on the screen (#rrggbb); None where it changes nothing to look at."""

    swatch: str | None = None


@dataclass(frozen=True, slots=True)
class AddOn(Rate):
    """An add-on, per day. ``is_stand`` says that each of its letters takes a floor stand to the venue."""

    is_stand: bool = False


@dataclass(frozen=True, slots=True)
class Finish:
    """The material or light of letters: warm white, RGB, neon. Stock is counted separately for each finish."""

    code: str
    label: str


USUAL_HEIGHT: Final = 48.0
_HEIGHT: Final = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{1,2})?) ?(ft|foot|feet|'|in|inch|inches|\"|cm|m)(?![a-z])", re.IGNORECASE
)
_FEET_AND_INCHES: Final = str.maketrans(
    dict.fromkeys("\u2019\u2032\u2018\u00b4`", "'") | dict.fromkeys("\u201d\u2033\u201c", '"')
)
_FEET_THEN_INCHES: Final = re.compile(
    r"([0-9]{1,2}) ?(?:ft|foot|feet|') ?([0-9]{1,2}) ?(?:in|inch|inches|\")?", re.IGNORECASE
)
_INCHES_EACH: Final = {"ft": 12, "foot": 12, "feet": 12, "'": 12, "cm": 1 / 2.54, "m": 100 / 2.54}


@lru_cache(maxsize=256)
def named_height(name: str) -> float | None:
    """The height in inches that a code or label names: "3 ft", "36 in", "90cm", "1.2 m"; None if it names none."""
    found = _HEIGHT.match(name)
    return round(float(found[1]) * _INCHES_EACH.get(found[2].lower(), 1), 2) or None if found else None


def height_of(code: str) -> float:
    """The height in inches that a size's code names; 48 for one that names none."""
    return named_height(code) or USUAL_HEIGHT


class StoredWaiver(TypedDict):
    """`DamageWaiver` as JSON."""

    cents: int
    basis_points: int
    opt_out: bool


class StoredTips(TypedDict):
    """`Tips` as JSON."""

    suggestions: list[int]
    is_taxable: bool


@dataclass(frozen=True, slots=True)
class DamageWaiver:
    """A fee that frees customers from paying for damage: an amount in cents, or a share of the order in basis points.
    One of the two is 0.
    """

    cents: int = 0
    basis_points: int = 0
    opt_out: bool = False
    """Whether an order has it unless the customer declines; otherwise it has it only if the customer asks."""

    @classmethod
    def from_json(cls, stored: StoredWaiver | None) -> "DamageWaiver | None":
        """Read the stored form."""
        return cls(**stored) if stored else None

    def to_json(self) -> StoredWaiver:
        """The stored form."""
        return {"cents": self.cents, "basis_points": self.basis_points, "opt_out": self.opt_out}


@dataclass(frozen=True, slots=True)
class Tips:
    """Whether and how customers can add a tip."""

    suggestions: tuple[int, ...] = ()
    """Shares of the order that are offered, in basis points; any other amount can be given too."""
    is_taxable: bool = False

    @classmethod
    def from_json(cls, stored: StoredTips | None) -> "Tips | None":
        """Read the stored form."""
        return cls(tuple(stored["suggestions"]), stored["is_taxable"]) if stored else None

    def to_json(self) -> StoredTips:
        """The stored form."""
        return {"suggestions": list(self.suggestions), "is_taxable": self.is_taxable}


class PriceListDocument(TypedDict):
    """`PriceList` as JSON. Its rows are those of `Size`, `Finish`, `Color` and `Rate`."""

    sizes: list[Mapping[str, object]]
    finishes: list[Mapping[str, object]]
    colors: list[Mapping[str, object]]
    add_ons: list[Mapping[str, object]]
    difficulties: list[Mapping[str, object]]
    unverified_venue_deposit_cents: int
    letter_price: str
    charge: str
    venue_surcharge_basis_points: int
    minimum_order_cents: int
    delivery_fee_cents: int
    sales_tax_ppm: int
    deposit_basis_points: int
    deposit_flat_cents: int
    zones: StoredZones | None
    waiver: NotRequired[StoredWaiver | None]
    tips: NotRequired[StoredTips | None]
    sales_tax: NotRequired[StoredSalesTax | None]


@dataclass(frozen=True, slots=True)
class PriceList:
    """An operator's prices (rule P2). Built without arguments it holds the defaults of section 9."""

    sizes: tuple[Size, ...] = (Size("2ft", "2ft", 1500), Size("4ft", "4ft", 2500))
    """Cents per letter, per day or per event as `charge` says."""
    finishes: tuple[Finish, ...] = ()
    """The first is what letters have where nothing else is said. Without any there is one, `standard`."""
    colors: tuple[Color, ...] = (
        Color("standard", "Standard", 0),
        Color("premium", "Premium", 2000),
        Color("custom", "Custom", 3000),
    )
    """Cents per letter, once."""
    add_ons: tuple[AddOn, ...] = (
        AddOn("lighting", "LED Lighting", 2500),
        AddOn("stand", "Floor Stand", 1500, is_stand=True),
    )
    """Cents per day."""
    difficulties: tuple[Rate, ...] = (
        Rate("easy", "Easy", 0),
        Rate("moderate", "Moderate", 2500),
        Rate("difficult", "Difficult", 5000),
        Rate("very_difficult", "Very Difficult", 10000),
    )
    """Cents for a venue of that difficulty, once."""
    unverified_venue_deposit_cents: int = 5000

    letter_price: LetterPrice = LetterPrice.FLAT
    charge: Charge = Charge.DAY
    venue_surcharge_basis_points: int = 0
    """A share of the base price, added to the surcharge of a chosen venue."""
    minimum_order_cents: int = 0
    delivery_fee_cents: int = 0
    sales_tax_ppm: int = 0
    """In millionths: 8.875 % is 88750."""
    deposit_basis_points: int = 0
    """A deposit for every booking as a share of its total."""
    deposit_flat_cents: int = 0
    """A deposit for every booking, never above its total."""
    zones: DeliveryZones = NO_ZONES
    """The cost of a delivery by its ZIP code, in place of `delivery_fee_cents`."""
    waiver: DamageWaiver | None = None
    """The damage waiver that customers can take; None where the business has none."""
    tips: Tips | None = None
    """None where customers are not offered to add a tip."""
    sales_tax: SalesTax = NO_SALES_TAX
    """Rates by place, in place of `sales_tax_ppm`; what is sold without tax; and who pays none."""

    def size_name(self, code: str) -> str:
        """A size as the list calls it; its code where it is not on the list any more."""
        return next((size.label for size in self.sizes if size.code == code), code)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form. A key that the document does not know yet takes its default."""
        get = document.get
        usual = DEFAULT_PRICE_LIST
        return cls(
            sizes=tuple([Size(**row) for row in sizes]) if (sizes := get("sizes")) is not None else usual.sizes,
            finishes=tuple([Finish(**row) for row in get("finishes", ())]),
            colors=tuple([Color(**row) for row in colors]) if (colors := get("colors")) is not None else usual.colors,
            add_ons=_add_ons(get("add_ons")),
            difficulties=_rates(get("difficulties"), usual.difficulties),
            unverified_venue_deposit_cents=get("unverified_venue_deposit_cents", usual.unverified_venue_deposit_cents),
            letter_price=LetterPrice(get("letter_price", usual.letter_price)),
            charge=Charge(get("charge", usual.charge)),
            venue_surcharge_basis_points=get("venue_surcharge_basis_points", usual.venue_surcharge_basis_points),
            minimum_order_cents=get("minimum_order_cents", usual.minimum_order_cents),
            delivery_fee_cents=get("delivery_fee_cents", usual.delivery_fee_cents),
            sales_tax_ppm=get("sales_tax_ppm", get("sales_tax_basis_points", 0) * (MILLION // BASIS_POINTS)),
            deposit_basis_points=get("deposit_basis_points", usual.deposit_basis_points),
            deposit_flat_cents=get("deposit_flat_cents", usual.deposit_flat_cents),
            zones=DeliveryZones.from_json(get("zones")),
            waiver=DamageWaiver.from_json(get("waiver")),
            tips=Tips.from_json(get("tips")),
            sales_tax=SalesTax.from_json(get("sales_tax")),
        )

    def to_json(self) -> PriceListDocument:
        """Answer the stored form: JSON values only, money in cents."""
        return {
            "sizes": [asdict(row) for row in self.sizes],
            "finishes": [asdict(row) for row in self.finishes],
            "colors": [asdict(row) for row in self.colors],
            "add_ons": [asdict(row) for row in self.add_ons],
            "difficulties": [asdict(row) for row in self.difficulties],
            "unverified_venue_deposit_cents": self.unverified_venue_deposit_cents,
            "letter_price": self.letter_price.value,
            "charge": self.charge.value,
            "venue_surcharge_basis_points": self.venue_surcharge_basis_points,
            "minimum_order_cents": self.minimum_order_cents,
            "delivery_fee_cents": self.delivery_fee_cents,
            "sales_tax_ppm": self.sales_tax_ppm,
            "deposit_basis_points": self.deposit_basis_points,
            "deposit_flat_cents": self.deposit_flat_cents,
            "zones": self.zones.to_json() if self.zones.are_set else None,
            "waiver": self.waiver.to_json() if self.waiver else None,
            "tips": self.tips.to_json() if self.tips else None,
            "sales_tax": self.sales_tax.to_json() if self.sales_tax.is_set else None,
        }

    @property
    def usual_finish(self) -> str:
        """The code of the finish that letters have where nothing else is said."""
        return self.finishes[0].code if self.finishes else USUAL_FINISH

    def stored_finish(self, code: str | None) -> str | None:
        """The stored form of a finish: empty for the usual one. None for a code that the list does not have."""
        if code is None or code == self.usual_finish:
            return ""
        return code if any(row.code == code for row in self.finishes) else None


def height_in(price_list: PriceList, size: str) -> float:
    """The height of letters of a size, in inches; also of a size that has left the list."""
    return next((row.height_inches for row in price_list.sizes if row.code == size), height_of(size))


def size_code(price_list: PriceList, typed: str) -> str | None:
    """The code of the size that a file means: "4 ft", "4FT", "4'", "48 in" and "4" are "4ft"; None if the list has no
    such size.
    """
    text = normalize("NFKC", typed.translate(_FEET_AND_INCHES)).replace("-", " ").strip(" .")
    key = name_key(text)
    named = [*((size.code, size) for size in price_list.sizes), *((size.label, size) for size in price_list.sizes)]
    if by_name := next((size for name, size in named if name == typed or (key and name_key(name) == key)), None):
        return by_name.code
    heights = _heights(text)
    matching = [size.code for size in price_list.sizes if size.height_inches in heights]
    return matching[0] if len(matching) == 1 else None


def _heights(text: str) -> list[float]:
    """The heights in inches that a file can mean. A number alone is one of feet or of inches."""
    if parts := _FEET_THEN_INCHES.fullmatch(text):
        return [float(parts[1]) * 12 + float(parts[2])]
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", text):
        return [float(text) * 12, float(text)]
    height = named_height(text) if _HEIGHT.fullmatch(text) else None
    return [] if height is None else [height]


def finish_code(price_list: PriceList, typed: str) -> str:
    """The code of the finish that a file means, by its code or label in any case; any other text as it is."""
    key = name_key(typed)
    if key == name_key(price_list.usual_finish):
        return price_list.usual_finish
    return next((row.code for row in price_list.finishes if key in {name_key(row.code), name_key(row.label)}), typed)


def rate(rows: Sequence[Rate], code: str) -> Rate | None:
    """Answer the row with this code, or None when the price list has none."""
    for row in rows:
        if row.code == code:
            return row
    return None


def listed(choice: str, rows: Sequence[Rate], code: str) -> Rate:
    """Answer the row with this code. Raises NotOnPriceList, which names the ``choice`` that it was."""
    row = rate(rows, code)
    if row is None:
        raise NotOnPriceList(choice, code)
    return row


def _add_ons(rows: Sequence[Mapping[str, Any]] | None) -> tuple[AddOn, ...]:
    """Stored add-ons. One that was stored before it said whether it is a stand is what the usual one of its code is."""
    usual = DEFAULT_PRICE_LIST.add_ons
    if rows is None:
        return usual
    stands = {row.code for row in usual if row.is_stand}
    return tuple(
        [AddOn(row["code"], row["label"], row["cents"], row.get("is_stand", row["code"] in stands)) for row in rows]
    )


def _rates(rows: Sequence[Mapping[str, Any]] | None, usual: tuple[Rate, ...]) -> tuple[Rate, ...]:
    if rows is None:
        return usual
    return tuple([Rate(row["code"], row["label"], row["cents"]) for row in rows])


DEFAULT_PRICE_LIST: Final = PriceList()
"""An operator's prices until they set their own (specification, section 9)."""
