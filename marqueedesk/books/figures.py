"""Figures of entries for the reports: what an amount is about, and by how much it changes the reports. Pure."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from marqueedesk.books.models import StoredFigures

Part = Literal["rental", "charge", "cancellation", "reduction", "received"]
"""What figures count: sales when they are made or reduced, or, for tax on a cash basis, the money received for them."""


class SalePlace(NamedTuple):
    """A delivery location for sales tax; all fields are empty if it is unknown."""

    state: str = ""
    city: str = ""
    zip_code: str = ""
    jurisdiction: str = ""
    """The business's name for the place whose tax applies; empty if one rate applies everywhere."""
    ppm: int = 0
    """The agreed rate in millionths."""


class About(NamedTuple):
    """What was rented, for the groups of the revenue report."""

    size: str = ""
    venue: str = ""
    event: str = ""
    phrase: str = ""


class Subject(NamedTuple):
    """What figures are about."""

    part: Part
    place: SalePlace
    about: About


class Sums(NamedTuple):
    """Amounts in cents, and the number of bookings. ``sales`` are without tax, ``income`` without tips too."""

    bookings: int = 0
    sales: int = 0
    income: int = 0
    taxable: int = 0
    tax: int = 0
    exempt: int = 0
    to_confirm: int = 0

    def plus(self, other: "Sums") -> "Sums":
        """Return the sum of both."""
        return Sums(*[mine + theirs for mine, theirs in zip(self, other, strict=True)])

    def minus(self, other: "Sums") -> "Sums":
        """Return the difference."""
        return Sums(*[mine - theirs for mine, theirs in zip(self, other, strict=True)])


UNKNOWN_PLACE: Final = SalePlace()
NOTHING: Final = Sums()
Figures = Mapping[Subject, Sums]


def added(rows: Iterable[tuple[Subject, Sums]]) -> dict[Subject, Sums]:
    """Add up the figures of each subject."""
    found: dict[Subject, Sums] = {}
    for subject, sums in rows:
        found[subject] = found.get(subject, NOTHING).plus(sums)
    return found


def difference(wanted: Figures, present: Figures) -> dict[Subject, Sums]:
    """Return what has to be added to ``present`` to get ``wanted``, without subjects that stay the same."""
    found: dict[Subject, Sums] = {}
    for subject in {**present, **wanted}:
        change = wanted.get(subject, NOTHING).minus(present.get(subject, NOTHING))
        if change != NOTHING:
            found[subject] = change
    return found


def stored(figures: Figures) -> list[StoredFigures]:
    """Serialize figures for storage."""
    return [
        {
            "part": subject.part,
            "place": _plain_place(subject.place),
            "about": _plain_about(subject.about),
            "bookings": sums.bookings,
            "sales": sums.sales,
            "income": sums.income,
            "taxable": sums.taxable,
            "tax": sums.tax,
            "exempt": sums.exempt,
            "to_confirm": sums.to_confirm,
        }
        for subject, sums in figures.items()
    ]


def read(rows: Iterable[StoredFigures]) -> dict[Subject, Sums]:
    """Parse and add up stored figures."""
    found: dict[tuple[Part, tuple[str, str, str, str, int], tuple[str, str, str, str]], list[int]] = {}
    for row in rows:
        sums = found.setdefault((row["part"], _place_of(row), _about_of(row)), [0] * len(Sums._fields))
        sums[0] += row["bookings"]
        sums[1] += row["sales"]
        sums[2] += row["income"]
        sums[3] += row["taxable"]
        sums[4] += row["tax"]
        sums[5] += row["exempt"]
        sums[6] += row["to_confirm"]
    return {
        Subject(part, SalePlace(*place), About(*about)): Sums(*sums) for (part, place, about), sums in found.items()
    }


def _place_of(row: StoredFigures) -> tuple[str, str, str, str, int]:
    # JSON has lists, which can't be keys.
    state, city, zip_code, jurisdiction, ppm = row["place"]
    return state, city, zip_code, jurisdiction, ppm


def _about_of(row: StoredFigures) -> tuple[str, str, str, str]:
    size, venue, event, phrase = row["about"]
    return size, venue, event, phrase


def _plain_place(place: SalePlace) -> tuple[str, str, str, str, int]:
    return place.state, place.city, place.zip_code, place.jurisdiction, place.ppm


def _plain_about(about: About) -> tuple[str, str, str, str]:
    return about.size, about.venue, about.event, about.phrase
