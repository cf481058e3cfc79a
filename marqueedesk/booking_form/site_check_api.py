"""Route that checks whether a sign fits its location. For information only."""

from typing import Annotated, ClassVar, Literal

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import SEE_STOCK
from marqueedesk.booking_form.site_check import USUAL_GAP_INCHES, Cut, SignRow, check_site
from marqueedesk.inventory.letter_facts import LetterFacts, estimated, facts_of
from marqueedesk.inventory.message import MessageRefused, split_message
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import Id, RequestModel, ResponseModel
from marqueedesk.kit.text.countries import usual_volts
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList, height_in
from marqueedesk.rentals.catalog import read_catalog, read_given_lines
from marqueedesk.rentals.line_schemas import LINE_SENTENCES, LettersLineInput, LinesInput
from marqueedesk.rentals.lines import LettersLine, letters_lines
from marqueedesk.venues import queries as venues
from marqueedesk.venues.errors import UnknownVenue
from marqueedesk.venues.site import SiteFacts

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


class SiteCheckInput(RequestModel):
    """POST /api/site-check: a sign and its location. ``site`` overrides the venue's details."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines", "site"})
    sentences: ClassVar[dict[str, dict[str, str]]] = LINE_SENTENCES

    lines: LinesInput
    gap_inches: Annotated[float, Field(ge=0, le=100)] = USUAL_GAP_INCHES
    site: SiteFacts | None = None
    venue_id: Id | None = None


class CircuitOut(ResponseModel):
    """A circuit and its letters."""

    amps: float
    watts: float
    letters: list[str]


class CordOut(ResponseModel):
    """The cord from the outlets to a circuit's farthest letter."""

    circuit: Annotated[int, Field(description="Index in `circuits`, from 0")]
    feet: int


class FindingOut(ResponseModel):
    """An exceeded limit, and by how much: inches, watts, miles per hour, or feet of cord."""

    kind: Literal["width", "height", "door", "power", "wind", "cord"]
    over: float


class SignLineOut(ResponseModel):
    """Length and height of a line of letters."""

    text: str
    width_inches: float
    height_inches: float


class SiteCheckOut(ResponseModel):
    """A sign checked against a location."""

    width_inches: float
    height_inches: float
    watts: float
    weight_pounds: float
    circuits: list[CircuitOut]
    cords: Annotated[list[CordOut], Field(description="Empty if `outletFeet` is unknown")]
    fits: bool
    findings: list[FindingOut]
    lines: list[SignLineOut]
    without_power: Annotated[list[str], Field(description="Letters without a circuit")]
    stands_mph: Annotated[float | None, Field(description="Wind at which a free-standing letter may tip over")]
    estimated: Annotated[list[str], Field(description="Letters with estimated measurements")]
    site: Annotated[SiteFacts | None, Field(description="Known details of the location")]


@router.post("/api/site-check", responses=errors(404))
def site_check(db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)], body: SiteCheckInput) -> SiteCheckOut:
    """Check a sign's length, height, weight and power draw against a location. Nothing is saved."""
    operator = caller.operator
    prices = pricing.price_list(db)
    catalog = read_catalog(db.connection(), operator.id, body.lines, for_visitor=False)
    lines = letters_lines(read_given_lines(body.lines, catalog))
    sizes = {size.code for size in prices.sizes}
    owned = _owned(db, lines)
    _refuse_unknown_sizes(body, sizes | {piece.size for piece in owned})
    site = _site(db, body)
    rows = [_row(line, owned, prices) for line in lines]
    outlets = site if site.volts else site.model_copy(update={"volts": float(usual_volts(operator.time_zone))})
    check = check_site(rows, outlets, float(body.gap_inches))
    guessed = [
        cut.letter
        for line, row in zip(lines, rows, strict=True)
        for cut in row.letters
        if _is_estimate(owned.get(Piece(line.size, cut.letter, line.finish)))
    ]
    return SiteCheckOut(
        width_inches=check.width,
        height_inches=check.height,
        watts=check.watts,
        weight_pounds=check.pounds,
        circuits=[CircuitOut(amps=one.amps, watts=one.watts, letters=list(one.letters)) for one in check.circuits],
        cords=[CordOut(circuit=at, feet=feet) for at, feet in check.cords],
        fits=not check.findings,
        findings=[FindingOut(kind=one.kind, over=one.over) for one in check.findings],
        lines=[
            SignLineOut(text=line.text, width_inches=width, height_inches=row.height)
            for line, row, width in zip(lines, rows, check.widths, strict=True)
        ],
        without_power=list(check.without_power),
        stands_mph=check.stands_mph,
        estimated=list(dict.fromkeys(guessed)),
        site=site if site.is_known else None,
    )


def _owned(db: Session, lines: list[LettersLine]) -> dict[Piece, InventoryItem]:
    letters = {letter for line in lines for letter in line.letters}
    return {row.piece: row for row in db.scalars(select(InventoryItem).where(InventoryItem.letter.in_(letters)))}


def _refuse_unknown_sizes(payload: SiteCheckInput, sizes: set[str]) -> None:
    for at, line in enumerate(payload.lines):
        if isinstance(line, LettersLineInput) and line.size not in sizes:
            raise Invalid(fields={f"lines[{at}].size": f"Choose one of: {', '.join(sorted(sizes))}"})


def _site(db: Session, payload: SiteCheckInput) -> SiteFacts:
    """Return the location's details; those in the request override the venue's. Raises UnknownVenue."""
    facts: dict[str, object] = {}
    if payload.venue_id is not None:
        venue = venues.venue(db, payload.venue_id)
        if venue is None:
            raise UnknownVenue
        facts = venue.site_facts.model_dump(exclude_none=True)
    if payload.site is not None:
        facts |= payload.site.model_dump(exclude_none=True)
    return SiteFacts.model_validate(facts)


def _row(line: LettersLine, owned: dict[Piece, InventoryItem], prices: PriceList) -> SignRow:
    height = height_in(prices, line.size)

    def cut(letter: str) -> Cut:
        return Cut(letter, height, _facts(owned.get(Piece(line.size, letter, line.finish)), letter, height))

    words = [tuple([cut(letter) for letter in _letters(word)]) for word in line.text.split()]
    return SignRow(height, tuple([word for word in words if word]))


def _letters(word: str) -> list[str]:
    """Return a word's letters; an empty list for invisible text."""
    try:
        return split_message(word)
    except MessageRefused:
        return []


def _facts(item: InventoryItem | None, letter: str, height: float) -> LetterFacts:
    return estimated(letter, height) if item is None else facts_of(item, height)


def _is_estimate(item: InventoryItem | None) -> bool:
    return item is None or None in {item.width_inches, item.weight_pounds, item.watts}
