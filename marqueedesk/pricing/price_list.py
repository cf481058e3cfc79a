"""An operator's prices: plain values with the specification's defaults, and their stored form.

All price constants of the specification's section 9 are defined here. Amounts are integer cents, percentages integer
basis points (825 is 8.25 %).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NotRequired, Self, TypedDict, cast
from unicodedata import normalize

from marqueedesk.delivery.zones import NO_ZONES, DeliveryZones, StoredZones
from marqueedesk.kit.money import smallest_step
from marqueedesk.kit.text.text_forms import name_key
from marqueedesk.pricing.sales_tax import NO_SALES_TAX, SalesTax, StoredSalesTax

BASIS_POINTS: Final = 10_000
"""Number of basis points in a whole."""

USUAL_FINISH: Final = "standard"
"""Code of the only finish of a business without named finishes."""

DEFAULT_COLOR: Final = "standard"
"""Code of the color that the price includes (specification, section 9)."""

MILLION: Final = 1_000_000
"""Number of millionths in a whole. Taxes are in millionths, which allows percentages with four decimals."""


class NotOnPriceList(ValueError):
    """The operator's price list does not have this option: `choice` is its kind, `code` its code."""

    def __init__(self, choice: str, code: str) -> None:
        """Create the error. ``choice`` is the kind of option ("size", "color", "add-on", "difficulty"), ``code`` the
        requested code.
        """
        super().__init__(f"The price list has no {choice} “{code}”")
        self.choice = choice
        self.code = code


class LetterPrice(StrEnum):
    """Source of letter prices (rule P2)."""

    FLAT = "flat"
    """One price per size."""
    INVENTORY = "inventory"
    """A price per letter from the inventory; a letter without one costs its size's flat price."""


class Charge(StrEnum):
    """Period covered by letter prices (rule P2). Add-ons are always per day."""

    DAY = "day"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Rate:
    """A row of the price list: code, label and cents."""

    code: str
    label: str
    cents: int

    def to_json(self) -> "StoredRate":
        """Serialize to the stored form."""
        return {"code": self.code, "label": self.label, "cents": self.cents}


@dataclass(frozen=True, slots=True)
class Size(Rate):
    """A letter size with its price and letter height."""

    height_inches: float = 0.0

    def __post_init__(self) -> None:
        """Derive a missing height from the code or label: "3ft" is 36 inches. 48 if neither contains one."""
        if not self.height_inches:
            height = named_height(self.code) or named_height(self.label) or USUAL_HEIGHT
            object.__setattr__(self, "height_inches", height)


@dataclass(frozen=True, slots=True)
class Color(Rate):
    """A color option. ``swatch`` is its color on screen (#rrggbb), or None if it has no visible color."""

    swatch: str | None = None

    @property
    def asks_which(self) -> bool:
        """Return true if the customer enters which color it is, as for the specification's "Custom"."""
        return self.swatch is None and ("custom" in self.label.lower() or self.code.lower() == "custom")


@dataclass(frozen=True, slots=True)
class AddOn(Rate):
    """An add-on, priced per day. ``is_stand`` means that each letter needs a floor stand at the venue."""

    is_stand: bool = False

    @property
    def lights(self) -> bool:
        """Return true if the letters are lit only with this add-on, as with the specification's "LED Lighting"."""
        return not self.is_stand and (self.code == "lighting" or _LIGHTING.fullmatch(self.label) is not None)


_LIGHTING: Final = re.compile(r" *((led|letter|warm white) )*(light|lights|lighting|bulbs|leds?) *", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Finish:
    """Material or light of letters, such as warm white, RGB or neon. Each finish has its own stock."""

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
    """Parse the height in inches from a code or label: "3 ft", "36 in", "90cm", "1.2 m"; None if there is none."""
    match = _HEIGHT.match(name)
    return round(float(match[1]) * _INCHES_EACH.get(match[2].lower(), 1), 2) or None if match else None


def height_of(code: str) -> float:
    """Return the height in inches from a size's code; 48 by default."""
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
    """A fee that exempts customers from paying for damage: either an amount in cents or a share of the order in basis
    points; the other is 0.
    """

    cents: int = 0
    basis_points: int = 0
    opt_out: bool = False
    """True if the waiver is included unless the customer declines it; false if the customer has to add it."""

    @classmethod
    def from_json(cls, stored: StoredWaiver | None) -> "DamageWaiver | None":
        """Parse the stored form."""
        return cls(**stored) if stored else None

    def to_json(self) -> StoredWaiver:
        """Serialize to the stored form."""
        return {"cents": self.cents, "basis_points": self.basis_points, "opt_out": self.opt_out}


@dataclass(frozen=True, slots=True)
class Tips:
    """Tips that customers can add."""

    suggestions: tuple[int, ...] = ()
    """Suggested shares of the order, in basis points; customers can enter any amount."""
    is_taxable: bool = False

    @classmethod
    def from_json(cls, stored: StoredTips | None) -> "Tips | None":
        """Parse the stored form."""
        return cls(tuple(stored["suggestions"]), stored["is_taxable"]) if stored else None

    def to_json(self) -> StoredTips:
        """Serialize to the stored form."""
        return {"suggestions": list(self.suggestions), "is_taxable": self.is_taxable}


class StoredFinish(TypedDict):
    """`Finish` as JSON."""

    code: str
    label: str


class StoredRate(StoredFinish):
    """`Rate` as JSON."""

    cents: int


class StoredSize(StoredRate):
    """`Size` as JSON. Older lists have no heights."""

    height_inches: NotRequired[float]


class StoredColor(StoredRate):
    """`Color` as JSON. Older lists have no swatches."""

    swatch: NotRequired[str | None]


class StoredAddOn(StoredRate):
    """`AddOn` as JSON. Older lists don't say which add-ons are stands."""

    is_stand: NotRequired[bool]


class PriceListDocument(TypedDict, total=False):
    """`PriceList` as JSON. Lists stored by older versions lack some keys, which take their defaults."""

    sizes: list[StoredSize]
    finishes: list[StoredFinish]
    colors: list[StoredColor]
    add_ons: list[StoredAddOn]
    difficulties: list[StoredRate]
    unverified_venue_deposit_cents: int
    letter_price: str
    charge: str
    venue_surcharge_basis_points: int
    minimum_order_cents: int
    delivery_fee_cents: int
    sales_tax_ppm: int
    sales_tax_basis_points: int
    """Replaces millionths in the oldest lists."""
    deposit_basis_points: int
    deposit_flat_cents: int
    zones: StoredZones | None
    waiver: StoredWaiver | None
    tips: StoredTips | None
    sales_tax: StoredSalesTax | None
    includes_tax: bool
    is_small_business: bool
    step_cents: int
    """Present only for a currency without decimals."""


@dataclass(frozen=True, slots=True)
class PriceList:
    """An operator's prices (rule P2). The defaults are those of the specification's section 9."""

    sizes: tuple[Size, ...] = (Size("2ft", "2ft", 1500), Size("4ft", "4ft", 2500))
    """Prices are per letter, per day or per event depending on `charge`."""
    finishes: tuple[Finish, ...] = ()
    """The first finish is the default. If empty, the only finish is `standard`."""
    colors: tuple[Color, ...] = (
        Color("standard", "Standard", 0),
        Color("premium", "Premium", 2000),
        Color("custom", "Custom", 3000),
    )
    """Prices are per letter, charged once."""
    add_ons: tuple[AddOn, ...] = (
        AddOn("lighting", "LED Lighting", 2500),
        AddOn("stand", "Floor Stand", 1500, is_stand=True),
    )
    """Prices are per day."""
    difficulties: tuple[Rate, ...] = (
        Rate("easy", "Easy", 0),
        Rate("moderate", "Moderate", 2500),
        Rate("difficult", "Difficult", 5000),
        Rate("very_difficult", "Very Difficult", 10000),
    )
    """Surcharges in cents for a venue of that difficulty, charged once."""
    unverified_venue_deposit_cents: int = 5000

    letter_price: LetterPrice = LetterPrice.FLAT
    charge: Charge = Charge.DAY
    venue_surcharge_basis_points: int = 0
    """Share of the base price, added to the selected venue's own surcharge."""
    minimum_order_cents: int = 0
    delivery_fee_cents: int = 0
    sales_tax_ppm: int = 0
    """Sales tax in millionths: 8.875 % is 88750."""
    deposit_basis_points: int = 0
    """A deposit for every booking as a share of its total."""
    deposit_flat_cents: int = 0
    """A deposit for every booking as an amount, limited to its total."""
    zones: DeliveryZones = NO_ZONES
    """Delivery fees by ZIP code, which replace `delivery_fee_cents`."""
    waiver: DamageWaiver | None = None
    """The damage waiver offered to customers, or None."""
    tips: Tips | None = None
    """Settings for tips; None if customers cannot add any."""
    sales_tax: SalesTax = NO_SALES_TAX
    """Tax rates by place, which replace `sales_tax_ppm`; untaxed kinds of lines; and exempt customers."""
    includes_tax: bool = False
    """True if all prices include the sales tax; otherwise it is added."""
    is_small_business: bool = False
    """True if the business charges no sales tax at all."""
    step_cents: int = 1
    """The smallest amount of the currency (`money.smallest_step`), to which prices are rounded."""

    @property
    def adds_tax(self) -> bool:
        """Return true if sales tax is added to prices and fees, at least in some places."""
        has_tax = self.sales_tax_ppm > 0 or bool(self.sales_tax.places)
        return has_tax and not self.includes_tax and not self.is_small_business

    def size_name(self, code: str) -> str:
        """Return the label of a size, or its code if it is no longer on the list."""
        return next((size.label for size in self.sizes if size.code == code), code)

    def finish_name(self, stored: str) -> str:
        """Return the label of a stored finish (`stored_finish`), or its code if it is no longer on the list."""
        code = stored or self.usual_finish
        return next((finish.label for finish in self.finishes if finish.code == code), code)

    @classmethod
    def from_json(cls, stored: PriceListDocument) -> Self:
        """Parse the stored form. Missing keys take their defaults."""
        usual = DEFAULT_PRICE_LIST
        return cls(
            sizes=tuple([Size(**row) for row in sizes]) if (sizes := stored.get("sizes")) is not None else usual.sizes,
            finishes=tuple([Finish(**row) for row in stored.get("finishes", ())]),
            colors=tuple([Color(**row) for row in colors])
            if (colors := stored.get("colors")) is not None
            else usual.colors,
            add_ons=_add_ons(stored.get("add_ons")),
            difficulties=_rates(stored.get("difficulties"), usual.difficulties),
            unverified_venue_deposit_cents=stored.get(
                "unverified_venue_deposit_cents", usual.unverified_venue_deposit_cents
            ),
            letter_price=LetterPrice(stored.get("letter_price", usual.letter_price)),
            charge=Charge(stored.get("charge", usual.charge)),
            venue_surcharge_basis_points=stored.get("venue_surcharge_basis_points", usual.venue_surcharge_basis_points),
            minimum_order_cents=stored.get("minimum_order_cents", usual.minimum_order_cents),
            delivery_fee_cents=stored.get("delivery_fee_cents", usual.delivery_fee_cents),
            sales_tax_ppm=stored.get(
                "sales_tax_ppm", stored.get("sales_tax_basis_points", 0) * (MILLION // BASIS_POINTS)
            ),
            deposit_basis_points=stored.get("deposit_basis_points", usual.deposit_basis_points),
            deposit_flat_cents=stored.get("deposit_flat_cents", usual.deposit_flat_cents),
            zones=DeliveryZones.from_json(stored.get("zones")),
            waiver=DamageWaiver.from_json(stored.get("waiver")),
            tips=Tips.from_json(stored.get("tips")),
            sales_tax=SalesTax.from_json(stored.get("sales_tax")),
            includes_tax=stored.get("includes_tax", False),
            is_small_business=stored.get("is_small_business", False),
            step_cents=stored.get("step_cents", 1),
        )

    def to_json(self) -> PriceListDocument:
        """Serialize to the stored form: JSON values only, amounts in cents."""
        stored: PriceListDocument = {
            "sizes": [{**row.to_json(), "height_inches": row.height_inches} for row in self.sizes],
            "finishes": [{"code": row.code, "label": row.label} for row in self.finishes],
            "colors": [{**row.to_json(), "swatch": row.swatch} for row in self.colors],
            "add_ons": [{**row.to_json(), "is_stand": row.is_stand} for row in self.add_ons],
            "difficulties": [row.to_json() for row in self.difficulties],
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
            "includes_tax": self.includes_tax,
            "is_small_business": self.is_small_business,
        }
        if self.step_cents != 1:
            stored["step_cents"] = self.step_cents
        return stored

    def has_fractions(self, step: int) -> bool:
        """Return true if an amount on the list is not a multiple of ``step`` cents."""
        return any(cents % step for cents in _amounts(self.to_json()))

    @property
    def usual_finish(self) -> str:
        """Return the code of the default finish."""
        return self.finishes[0].code if self.finishes else USUAL_FINISH

    def stored_finish(self, code: str | None) -> str | None:
        """Return the stored code of a finish: empty for the default, None if it is not on the list."""
        if code is None or code == self.usual_finish:
            return ""
        return code if any(row.code == code for row in self.finishes) else None


def height_in(price_list: PriceList, size: str) -> float:
    """Return the letter height of a size in inches, even if the size is no longer on the list."""
    return next((row.height_inches for row in price_list.sizes if row.code == size), height_of(size))


def size_code(price_list: PriceList, typed: str) -> str | None:
    """Return the size code for text in a file, or None. "4 ft", "4FT", "4'", "48 in" and "4" all mean "4ft"."""
    text = normalize("NFKC", typed.translate(_FEET_AND_INCHES)).replace("-", " ").strip(" .")
    key = name_key(text)
    named = [*((size.code, size) for size in price_list.sizes), *((size.label, size) for size in price_list.sizes)]
    if by_name := next((size for name, size in named if name == typed or (key and name_key(name) == key)), None):
        return by_name.code
    heights = _heights(text)
    matching = [size.code for size in price_list.sizes if size.height_inches in heights]
    return matching[0] if len(matching) == 1 else None


def _heights(text: str) -> list[float]:
    """Return the possible heights in inches for a text; a plain number may be feet or inches."""
    if parts := _FEET_THEN_INCHES.fullmatch(text):
        return [float(parts[1]) * 12 + float(parts[2])]
    if re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", text):
        return [float(text) * 12, float(text)]
    height = named_height(text) if _HEIGHT.fullmatch(text) else None
    return [] if height is None else [height]


def finish_code(price_list: PriceList, typed: str) -> str:
    """Return the finish code for text in a file, matching codes and labels in any case. Other text is returned
    unchanged.
    """
    key = name_key(typed)
    if key == name_key(price_list.usual_finish):
        return price_list.usual_finish
    return next((row.code for row in price_list.finishes if key in {name_key(row.code), name_key(row.label)}), typed)


def rate(rows: Sequence[Rate], code: str) -> Rate | None:
    """Return the row with this code, or None."""
    for row in rows:
        if row.code == code:
            return row
    return None


def listed(choice: str, rows: Sequence[Rate], code: str) -> Rate:
    """Return the row with this code. Raises NotOnPriceList with ``choice`` as the kind of option."""
    row = rate(rows, code)
    if row is None:
        raise NotOnPriceList(choice, code)
    return row


def _add_ons(rows: Sequence[StoredAddOn] | None) -> tuple[AddOn, ...]:
    """Parse stored add-ons. If ``is_stand`` is missing, it is copied from the default add-on with the same code."""
    usual = DEFAULT_PRICE_LIST.add_ons
    if rows is None:
        return usual
    stands = {row.code for row in usual if row.is_stand}
    return tuple(
        [AddOn(row["code"], row["label"], row["cents"], row.get("is_stand", row["code"] in stands)) for row in rows]
    )


def _rates(rows: Sequence[StoredRate] | None, usual: tuple[Rate, ...]) -> tuple[Rate, ...]:
    if rows is None:
        return usual
    return tuple([Rate(row["code"], row["label"], row["cents"]) for row in rows])


def _amounts(stored: object) -> Iterator[int]:
    """Find the amounts in a stored price list: all values whose key says that they are cents."""
    if isinstance(stored, Mapping):
        for key, value in cast("Mapping[str, object]", stored).items():
            if isinstance(value, int) and key.endswith("cents") and key != "step_cents":
                yield value
            else:
                yield from _amounts(value)
    elif isinstance(stored, list | tuple):
        for value in cast("Sequence[object]", stored):
            yield from _amounts(value)


DEFAULT_PRICE_LIST: Final = PriceList()


def default_price_list(currency: str) -> PriceList:
    """Return the specification's prices, in units of a currency, for an operator without a stored price list."""
    step = smallest_step(currency)
    return DEFAULT_PRICE_LIST if step == 1 else replace(DEFAULT_PRICE_LIST, step_cents=step)


"""Prices of operators who have not set their own (specification, section 9)."""
