"""Whether a sign fits a place: its length, height, weight and power draw, and which of them exceed a limit. Pure.

Nothing here refuses a booking. A place that is not known in some respect is not judged in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from marqueedesk.inventory.letter_facts import LetterFacts
from marqueedesk.venues.site import USUAL_VOLTS, SiteFacts

USUAL_GAP_INCHES: Final = 4.0
SPACE: Final = 0.34
"""How wide a space between words is, as a share of the letters' height."""
LOAD: Final = 0.8
"""The share of a circuit that may be drawn for hours."""
USUAL_AMPS: Final = 15.0
"""The circuits that are planned with where nobody knows how many there are."""
DOOR_HEIGHT_INCHES: Final = 80.0
CORD_FEET: Final = (25, 50, 100)
"""The cords that there are. A longer way needs two in a row, where the last letters may glow dimmer."""
# Wind presses with 0.00256 pounds per square foot and mph squared; an open letter catches about as much as a plate.
_PRESSURE: Final = 0.00256 * 1.3

FindingKind = Literal["width", "height", "door", "power", "wind", "cord"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A letter with what it measures. ``height`` is in inches."""

    letter: str
    height: float
    facts: LetterFacts


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sign as words of letters; all have the same height (inches)."""

    height: float
    words: tuple[tuple[Cut, ...], ...]

    @property
    def letters(self) -> list[Cut]:
        """Its letters in reading order."""
        return [cut for word in self.words for cut in word]


@dataclass(frozen=True, slots=True)
class Circuit:
    """A circuit with the letters that are plugged into it, in reading order; ``places`` counts them in the sign."""

    amps: float
    watts: float
    letters: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """An exceeded limit, and by how much: inches, watts, mph, or feet of a cord."""

    kind: FindingKind
    over: float


@dataclass(frozen=True, slots=True)
class SiteCheck:
    """A sign against a place. Inches, watts, pounds and mph; ``without_power`` are letters that no circuit takes.

    ``cords`` has the feet of the cord of each circuit with letters, by its place in ``circuits``.
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


def run_length(row: Row, gap: float) -> float:
    """The length of a line in inches: its letters, a gap between each two of them, and its spaces."""
    letters = row.letters
    widths = sum(cut.facts.width_inches for cut in letters)
    return widths + gap * max(0, len(letters) - 1) + SPACE * row.height * max(0, len(row.words) - 1)


def reaches(row: Row, gap: float) -> list[float]:
    """For each letter of a line, the inches from the line's left end to the letter's right edge."""
    found: list[float] = []
    at = 0.0
    for word in row.words:
        for cut in word:
            at += cut.facts.width_inches
            found.append(at)
            at += gap
        at += SPACE * row.height
    return found


def cord_ways(rows: Sequence[Row], circuits: Sequence[Circuit], outlet_feet: float, gap: float) -> dict[int, float]:
    """The feet from the outlets to the farthest letter of each circuit that has letters, by its place in ``circuits``.

    A cord runs along the floor: the line of a letter makes no difference.
    """
    reach = [one for row in rows for one in reaches(row, gap)]
    return {
        at: outlet_feet + max(reach[place] for place in one.places) / 12
        for at, one in enumerate(circuits)
        if one.places
    }


def tips_at(cut: Cut) -> float:
    """The wind in mph in which a free-standing letter with no weight on its foot may tip over."""
    facts = cut.facts
    area, height, depth = cut.height * facts.width_inches / 144, cut.height / 12, facts.depth_inches / 12
    return sqrt(facts.weight_pounds * depth / (_PRESSURE * area * height))


def plug_in(letters: Sequence[Cut], amps: Sequence[float] | None, volts: float) -> tuple[list[Circuit], list[Cut]]:
    """Put letters on circuits in reading order, each on the first that has room for it, and say which have none.

    Without ``amps`` as many usual circuits are taken as it needs.
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


def check_site(rows: Sequence[Row], site: SiteFacts, gap: float = USUAL_GAP_INCHES) -> SiteCheck:
    """Hold a sign, line below line, against a place; ``gap`` is between letters and between lines, in inches."""
    letters = [cut for row in rows for cut in row.letters]
    widths = tuple([_round(run_length(row, gap)) for row in rows])
    width = max(widths, default=0.0)
    height = _round(sum(row.height for row in rows) + gap * max(0, len(rows) - 1))
    circuits, left = plug_in(letters, site.circuits, site.volts or USUAL_VOLTS)
    stands = _round(min(tips_at(cut) for cut in letters)) if letters else None
    found: list[Finding] = []

    def judge(kind: FindingKind, figure: float, limit: float | None) -> None:
        if limit is not None and _round(figure - limit) > 0:
            found.append(Finding(kind, _round(figure - limit)))

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
        tuple(found),
        tuple([(at, next((cord for cord in CORD_FEET if way <= cord), CORD_FEET[-1])) for at, way in ways.items()]),
    )


def _through(cut: Cut, door: float) -> float:
    """By how many inches a letter is too big for a door: it is carried edge first, upright or on its side."""
    narrow = min(cut.height, cut.facts.width_inches)
    return max(cut.facts.depth_inches - door, narrow - DOOR_HEIGHT_INCHES, 0.0)


def _round(figure: float) -> float:
    return round(figure, 1)
