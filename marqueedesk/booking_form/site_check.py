"""Check whether a sign fits its location: length, height, weight and power draw against the location's limits. Pure
functions.

The result is for information only. Unknown limits are skipped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from marqueedesk.inventory.letter_facts import LetterFacts
from marqueedesk.venues.site import USUAL_VOLTS, SiteFacts

USUAL_GAP_INCHES: Final = 4.0
SPACE: Final = 0.34
"""Width of a space between words, as a share of the letters' height."""
LOAD: Final = 0.8
"""Share of a circuit's capacity for continuous loads."""
USUAL_AMPS: Final = 15.0
"""Circuit capacity in amps assumed if the location's is unknown."""
DOOR_HEIGHT_INCHES: Final = 80.0
CORD_FEET: Final = (25, 50, 100)
"""Available cord lengths. A longer distance needs two cords in a row, which may dim the last letters."""
# Wind pressure is 0.00256 psf per mph squared; an open letter catches about as much as a plate.
_PRESSURE: Final = 0.00256 * 1.3

FindingKind = Literal["width", "height", "door", "power", "wind", "cord"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A letter with its measurements in inches."""

    letter: str
    height: float
    facts: LetterFacts


@dataclass(frozen=True, slots=True)
class SignRow:
    """A line of the sign as words of letters, all of the same height (inches)."""

    height: float
    words: tuple[tuple[Cut, ...], ...]

    @property
    def letters(self) -> list[Cut]:
        """Return the line's letters in reading order."""
        return [cut for word in self.words for cut in word]


@dataclass(frozen=True, slots=True)
class Circuit:
    """A circuit with its letters in reading order; ``places`` are their indexes in the sign."""

    amps: float
    watts: float
    letters: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """An exceeded limit, and by how much: inches, watts, mph, or feet of cord."""

    kind: FindingKind
    over: float


@dataclass(frozen=True, slots=True)
class SiteCheck:
    """Result of checking a sign against a location, in inches, watts, pounds and mph; ``without_power`` are letters
    that no circuit has capacity for.

    ``cords`` maps each circuit with letters, by index in ``circuits``, to the cord length it needs in feet.
    """

    widths: tuple[float, ...]
    width: float
    height: float
    watts: float
    pounds: float
    stands_mph: float | None
    circuits: tuple[Circuit, ...]
    without_power: tuple[str, ...]
    findings: tuple[Finding, ...]
    cords: tuple[tuple[int, int], ...] = ()


def run_length(row: SignRow, gap: float) -> float:
    """Return the length of a line in inches: letters, gaps between them, and spaces."""
    letters = row.letters
    widths = sum(cut.facts.width_inches for cut in letters)
    return widths + gap * max(0, len(letters) - 1) + SPACE * row.height * max(0, len(row.words) - 1)


def reaches(row: SignRow, gap: float) -> list[float]:
    """Return the distance in inches from the line's left end to the right edge of each letter."""
    distances: list[float] = []
    at = 0.0
    for word in row.words:
        for cut in word:
            at += cut.facts.width_inches
            distances.append(at)
            at += gap
        at += SPACE * row.height
    return distances


def cord_ways(rows: Sequence[SignRow], circuits: Sequence[Circuit], outlet_feet: float, gap: float) -> dict[int, float]:
    """Return the distance in feet from the outlets to the farthest letter of each circuit, by index in ``circuits``.

    Cords run along the floor, so it doesn't matter which line a letter is on.
    """
    reach = [one for row in rows for one in reaches(row, gap)]
    return {
        at: outlet_feet + max(reach[place] for place in one.places) / 12
        for at, one in enumerate(circuits)
        if one.places
    }


def tips_at(cut: Cut) -> float:
    """Return the wind speed in mph at which a free-standing letter without weights may tip over."""
    facts = cut.facts
    area, height, depth = cut.height * facts.width_inches / 144, cut.height / 12, facts.depth_inches / 12
    return sqrt(facts.weight_pounds * depth / (_PRESSURE * area * height))


def plug_in(letters: Sequence[Cut], amps: Sequence[float] | None, volts: float) -> tuple[list[Circuit], list[Cut]]:
    """Assign letters to circuits in reading order, each to the first with capacity. Also returns the letters that don't
    fit on any circuit.

    Without ``amps``, as many default circuits as needed are assumed.
    """
    room: list[float] = [volts * one * LOAD for one in amps or ()]
    sizes: list[float] = list(amps or ())
    taken: list[list[int]] = [[] for _ in sizes]
    left: list[Cut] = []
    for place, cut in enumerate(letters):
        need = cut.facts.watts
        at = next((index for index, free in enumerate(room) if need <= free + 1e-9), None)
        if at is None and amps is None and need <= volts * USUAL_AMPS * LOAD:
            room.append(volts * USUAL_AMPS * LOAD)
            sizes.append(USUAL_AMPS)
            taken.append([])
            at = len(room) - 1
        if at is None:
            left.append(cut)
            continue
        room[at] -= need
        taken[at].append(place)
    circuits = [
        Circuit(
            one,
            _round(sum(letters[place].facts.watts for place in places)),
            tuple([letters[place].letter for place in places]),
            tuple(places),
        )
        for one, places in zip(sizes, taken, strict=True)
    ]
    return circuits, left


def check_site(rows: Sequence[SignRow], site: SiteFacts, gap: float = USUAL_GAP_INCHES) -> SiteCheck:
    """Check a sign line by line against a location; ``gap`` is between letters and between lines, in inches."""
    letters = [cut for row in rows for cut in row.letters]
    widths = tuple([_round(run_length(row, gap)) for row in rows])
    width = max(widths, default=0.0)
    height = _round(sum(row.height for row in rows) + gap * max(0, len(rows) - 1))
    circuits, left = plug_in(letters, site.circuits, site.volts or USUAL_VOLTS)
    stands = _round(min(tips_at(cut) for cut in letters)) if letters else None
    findings: list[Finding] = []

    def judge(kind: FindingKind, figure: float, limit: float | None) -> None:
        if limit is not None and _round(figure - limit) > 0:
            findings.append(Finding(kind, _round(figure - limit)))

    judge("width", width, site.wall_width_inches)
    judge("height", height, site.ceiling_inches)
    if letters and site.door_width_inches is not None:
        over = max(_through(cut, site.door_width_inches) for cut in letters)
        judge("door", over, 0)
    judge("power", sum(cut.facts.watts for cut in left), 0)
    if stands is not None and site.outdoors and site.wind_limit_mph is not None:
        judge("wind", site.wind_limit_mph, stands)
    ways = {} if site.outlet_feet is None else cord_ways(rows, circuits, site.outlet_feet, gap)
    judge("cord", max(ways.values(), default=0.0), CORD_FEET[-1])
    return SiteCheck(
        widths,
        width,
        height,
        _round(sum(cut.facts.watts for cut in letters)),
        _round(sum(cut.facts.weight_pounds for cut in letters)),
        stands,
        tuple(circuits),
        tuple([cut.letter for cut in left]),
        tuple(findings),
        tuple([(at, next((cord for cord in CORD_FEET if way <= cord), CORD_FEET[-1])) for at, way in ways.items()]),
    )


def _through(cut: Cut, door: float) -> float:
    """Return how many inches too big a letter is for a door if carried edge first, upright or on its side."""
    narrow = min(cut.height, cut.facts.width_inches)
    return max(cut.facts.depth_inches - door, narrow - DOOR_HEIGHT_INCHES, 0.0)


def _round(figure: float) -> float:
    return round(figure, 1)
