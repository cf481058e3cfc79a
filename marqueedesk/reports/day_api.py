"""Routes for a working day: its stops, and the load list. Staff see no money (A5)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, TypedDict
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings.goods import assignments, at_risk, borrowing, day_stops, handovers
from marqueedesk.bookings.goods.assignments_api import AssigneeOut
from marqueedesk.bookings.goods.day_stops import Brought
from marqueedesk.bookings.models import BACK, CANCELED, COMPLETED, PARTLY_BACK, PENDING, Booking
from marqueedesk.bookings.serializers import goods_of
from marqueedesk.customer_pages import queries as portal
from marqueedesk.customer_pages.crew import crew_lines
from marqueedesk.customer_pages.models import CrewNotes
from marqueedesk.delivery.rules import rules_of
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.outage_schemas import BorrowedOut, RiskOut
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.shelf_order import shelf_order
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.payments.door.collecting import reported_on
from marqueedesk.payments.door.schemas import CollectedOut
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import DEFAULT_COLOR, PriceList, rate
from marqueedesk.rentals.line_serializers import color_label
from marqueedesk.rentals.lines import ItemLine
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.rentals.stops import Stop
from marqueedesk.reports.day_schemas import (
    ItemToBringOut,
    ItemToPackOut,
    LentOut,
    LoadedOut,
    LoadListOut,
    LoadStopOut,
    PieceToBringOut,
    PieceToPackOut,
    SiteContactOut,
    StopBookingOut,
    StopOut,
    TextToBringOut,
    WorkingDayOut,
)
from marqueedesk.reports.not_back import not_back
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import SiteAccessOut

router = APIRouter(tags=["day"], responses=errors(401, 403))
Day = Annotated[str | None, Query(max_length=10)]
BookingIds = Annotated[str | None, Query(alias="bookingIds", max_length=4000)]


@router.get("/api/day", response_model_exclude_unset=True)
def day(
    db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], on: Annotated[Day, Query(alias="date")] = None
) -> WorkingDayOut:
    """Get the deliveries and pickups of a day (default: today) in order of time, and the packing list."""
    operator = caller.operator
    now = clock.now()
    today = clock.local_day(now, ZoneInfo(operator.time_zone))
    wanted = read_day(on, "date") if on else today
    body = working_day(db, operator, wanted, now=now, collects=caller.may(SEE_MONEY))
    body.not_back = not_back(db, read_operator(db.connection(), operator.id), now)
    if caller.may(HANDLE_BOOKINGS):
        body.team = [AssigneeOut(id=row.id, name=row.name) for row in assignments.team(db, operator.id)]
    return body


def working_day(db: Session, operator: Operator, wanted: date, *, now: datetime, collects: bool) -> WorkingDayOut:
    """Return a day's stops and packing list. With ``collects``, each stop includes the balance due."""
    zone = ZoneInfo(operator.time_zone)
    order = day_stops.driving_order(db, wanted)
    stops = order.stops
    bookings = list({booking.id: booking for _, booking in stops}.values())
    site = _site(db, bookings)
    prices = pricing.price_list(db)
    needs = day_stops.packed_together(bookings)
    known = day_stops.letters_of_inventory(db, needs.keys())
    rules = rules_of(operator.rules)
    crew = assignments.assignees(db, operator.id, [row.id for row in bookings])
    risks = at_risk.risks_of(db, read_operator(db.connection(), operator.id), now, bookings, prices)
    reports = reported_on(db, wanted, [row.id for row in bookings]) if collects else {}
    # Pieces are only missing from goods that have come back at least in part.
    returned = [row.id for row in bookings if row.status == COMPLETED or row.goods in {PARTLY_BACK, BACK}]
    missing = handovers.missing_of(db, returned)
    loans = borrowing.of_bookings(db, [row.id for row in bookings])
    by_id = {row.id: row for row in bookings}
    borrowed: dict[int, list[BorrowedOut]] = {}
    for loan, row in zip(
        loans, borrowing.serialize(db, [(one, by_id[one.booking_id]) for one in loans], prices), strict=True
    ):
        borrowed.setdefault(loan.booking_id, []).append(row)
    shown: list[StopOut] = []
    for stop, booking in stops:
        goods, since = goods_of(booking, zone, now, rules.overdue_grace_hours)
        overdue = since.astimezone(zone).isoformat() if since else None
        entry = _stop(
            stop, booking, _booking(booking, goods, overdue, missing.get(booking.id, 0)), site, known, prices, operator
        )
        entry.borrowed = borrowed.get(booking.id, [])
        if stop.kind == "delivery":
            entry.risk = risks.get(booking.id)
        if member := crew.get((booking.id, stop.kind)):
            entry.assignee = AssigneeOut(id=member.id, name=member.name)
        if collects:
            due = units(booking.balance_cents)
            # Once a day: at the delivery if goods are picked up on the same day.
            is_second = any(earlier.booking.id == booking.id for earlier in shown)
            entry.to_collect = 0 if is_second else due
            entry.collected = [] if is_second else [CollectedOut.of_report(row) for row in reports.get(booking.id, [])]
            entry.booking.balance_due = due
        shown.append(entry)
    out = [booking for stop, booking in stops if stop.kind == "delivery"]
    waiting = (
        select(func.count())
        .select_from(Booking)
        .where(Booking.status == PENDING, or_(Booking.delivery_day == wanted, Booking.pickup_day == wanted))
    )
    return WorkingDayOut(
        date=wanted.isoformat(),
        today=clock.local_day(now, zone).isoformat(),
        stops=shown,
        reordered=order.reordered,
        packing=_packing(
            day_stops.packed_together(out),
            known,
            prices,
            [risks[row.id] for row in out if row.id in risks],
            [row for booking in out for row in borrowed.get(booking.id, [])],
        ),
        items=_items(out),
        give_back=borrowing.give_back_on(db, wanted, clock.local_day(now, zone), prices),
        not_back=[],
        requests=db.scalar(waiting) or 0,
    )


@router.get("/api/load-list", responses=errors(404))
def load_list(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    on: Annotated[Day, Query(alias="date")] = None,
    booking_ids: BookingIds = None,
) -> LoadListOut:
    """Get the load list for the van, in loading order: a day's deliveries, or the given bookings in the order of their
    stops.
    """
    operator = caller.operator
    if on and booking_ids:
        raise Invalid(fields={"bookingIds": "Give a date or bookings, not both"})
    if booking_ids:
        bookings = _named(db, _ids(booking_ids))
    else:
        today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
        stops = day_stops.stops_on(db, read_day(on, "date") if on else today)
        bookings = [booking for stop, booking in stops if stop.kind == "delivery"]
    return loading(db, bookings, pricing.price_list(db))


def loading(db: Session, bookings: Sequence[Booking], prices: PriceList) -> LoadListOut:
    """Return the load list for deliveries in the order of their stops."""
    needs = day_stops.packed_together(bookings)
    known = day_stops.letters_of_inventory(db, needs.keys())
    gear = day_stops.gear_of(bookings, prices, _said(_site(db, bookings), bookings))
    return LoadListOut.of_row(
        gear,
        load=[
            LoadedOut(**_kept(piece, known, prices), booking_id=booking.id)
            for piece, booking in day_stops.load_order(bookings)
        ],
        items=_items(bookings),
        weight_pounds=day_stops.weight_of(needs, known, prices),
        stops=[LoadStopOut.of_row(row) for row in bookings],
    )


def _ids(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 0 < len(part) <= 18 for part in parts):  # noqa: PLR2004 - 64 bits.
        raise Invalid(fields={"bookingIds": "Enter booking ids separated by commas, for example 12,15"})
    return list(dict.fromkeys(int(part) for part in parts))


def _named(db: Session, ids: list[int]) -> list[Booking]:
    found = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(ids)))}
    if len(found) != len(ids):
        raise NotFound("This booking does not exist.")
    canceled = [row for row in found.values() if row.status == CANCELED]
    if canceled:
        raise Invalid(fields={"bookingIds": f"Booking #{canceled[0].number} is canceled. Remove it from the list."})
    return [found[booking_id] for booking_id in ids]


_Site = tuple[Mapping[int, Venue], Mapping[int, CrewNotes]]


def _site(db: Session, bookings: Collection[Booking]) -> _Site:
    """Return the bookings' venues by ID, and the customers' notes for the crew by booking."""
    if not bookings:
        return {}, {}
    wanted = {row.venue_id for row in bookings if row.venue_id is not None}
    venues = {row.id: row for row in db.scalars(select(Venue).where(Venue.id.in_(wanted)))} if wanted else {}
    return venues, portal.crew_notes_of(db, [row.id for row in bookings])


def _said(site: _Site, bookings: Collection[Booking]) -> dict[int, list[str | None]]:
    """Return the texts about each booking's site, by booking ID: venue, notes, and the venue's access notes."""
    venues, crew = site
    said: dict[int, list[str | None]] = {}
    for row in bookings:
        venue, notes = venues.get(row.venue_id or 0), crew.get(row.id)
        texts = [row.venue_name, row.notes, row.operator_notes]
        texts += [venue.notes, venue.load_in_instructions] if venue else []
        texts += [notes.access, notes.notes] if notes else []
        said[row.id] = texts
    return said


def _booking(booking: Booking, goods: str, overdue_since: str | None, missing: int) -> StopBookingOut:
    return StopBookingOut.model_validate(
        {
            "id": booking.id,
            "number": booking.number,
            "customer_name": booking.customer_name,
            "customer_phone": booking.customer_phone,
            "message": booking.message,
            "status": booking.status,
            "goods": goods,
            "overdue_since": overdue_since,
            "missing": missing,
        }
    )


def _stop(
    stop: Stop,
    booking: Booking,
    shown: StopBookingOut,
    site: _Site,
    known: Mapping[Piece, InventoryItem],
    prices: PriceList,
    operator: Operator,
) -> StopOut:
    venue, notes = site[0].get(booking.venue_id or 0), site[1].get(booking.id)
    access = SiteAccessOut.of_venue(venue, operator.measures) if venue else None
    return StopOut(
        kind=stop.kind,
        time=stop.time.isoformat("minutes") if stop.time else None,
        booking=shown,
        window=stop.words(rules_of(operator.rules).pickup_hours, operator.time_format),
        place=booking.venue_name,
        address=booking.venue_address,
        contact=_contact(access, notes),
        site=access,
        load_in=access.load_in if access else None,
        parking=access.parking if access else None,
        site_notes=access.notes if access else None,
        bring=[_brought(row, known, prices) for row in day_stops.brought_by(booking)],
        notes=booking.notes,
        operator_notes=booking.operator_notes,
        crew=crew_lines(notes),
        assignee=None,
        risk=None,
        borrowed=[],
        done=day_stops.is_done(stop, booking),
    )


def _contact(access: SiteAccessOut | None, notes: CrewNotes | None) -> SiteContactOut | None:
    """Return the on-site contact that the customer named, or else the venue's."""
    if notes is not None and (notes.contact_name or notes.contact_phone):
        return SiteContactOut(name=notes.contact_name, phone=notes.contact_phone, email=None)
    if access is not None and (access.contact_name or access.contact_phone or access.contact_email):
        return SiteContactOut(name=access.contact_name, phone=access.contact_phone, email=access.contact_email)
    return None


def _brought(row: Brought, known: Mapping[Piece, InventoryItem], prices: PriceList) -> TextToBringOut | ItemToBringOut:
    line = row.line
    if isinstance(line, ItemLine):
        return ItemToBringOut(item=line.name, count=line.quantity)
    return TextToBringOut(
        text=line.text,
        size=line.size,
        finish=line.finish or prices.usual_finish,
        color=None if line.color == DEFAULT_COLOR else color_label(line, prices),
        add_ons=[found.label if (found := rate(prices.add_ons, code)) else code for code in line.add_ons],
        pieces=[PieceToBringOut(**_kept(piece, known, prices), count=count) for piece, count in row.pieces.items()],
    )


class _Kept(TypedDict):
    letter: str
    size: str
    finish: str
    slot: str | None


def _kept(piece: Piece, known: Mapping[Piece, InventoryItem], prices: PriceList) -> _Kept:
    """Return a letter with its storage slot."""
    row = known.get(piece)
    return {
        "letter": piece.letter,
        "size": piece.size,
        "finish": piece.finish or prices.usual_finish,
        "slot": row.slot if row else None,
    }


def _packing(
    needs: Mapping[Piece, int],
    known: Mapping[Piece, InventoryItem],
    prices: PriceList,
    risks: Iterable[RiskOut],
    borrowed: Iterable[BorrowedOut],
) -> list[PieceToPackOut]:
    """Return the packing list of all jobs together: letters by size in price list order, then by storage slot."""
    missing = Counter[tuple[str | None, str | None, str | None]]()
    for risk in risks:
        for row in risk.short:
            missing[row.size, row.letter, row.finish] += row.missing
    lent: dict[tuple[str | None, str | None, str | None], Counter[str]] = {}
    for loan in borrowed:
        for row in loan.pieces:
            lent.setdefault((row.size, row.letter, row.finish), Counter())[loan.lender] += row.count
    order = shelf_order(prices)

    def place(piece: Piece) -> tuple[object, ...]:
        return order(piece, row.slot if (row := known.get(piece)) else None)

    letters = [piece for piece in needs if piece.item_id is None]
    rows: list[PieceToPackOut] = []
    for piece in sorted(letters, key=place):
        key = piece.size, piece.letter, piece.finish or prices.usual_finish
        rows.append(
            PieceToPackOut(
                **_kept(piece, known, prices),
                count=needs[piece],
                short=missing[key],
                borrowed=[LentOut(lender=name, count=count) for name, count in lent.get(key, Counter()).items()],
            )
        )
    return rows


def _items(bookings: Collection[Booking]) -> list[ItemToPackOut]:
    names = day_stops.item_names(bookings)
    return [
        ItemToPackOut(item_id=item_id, name=names[item_id], count=count)
        for piece, count in day_stops.packed_together(bookings).items()
        if (item_id := piece.item_id) is not None
    ]
