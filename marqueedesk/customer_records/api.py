"""Routes of customers for signed-in users."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response, StreamingResponse

from marqueedesk.accounts.access import Caller, reading, record_action, writing
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.accounts.serializers import business_name
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.cards_on_file.queries import cards_of_customers
from marqueedesk.customer_records import duplicates, erasing, export, merging, queries, service
from marqueedesk.customer_records.exemptions import exemptions_of
from marqueedesk.customer_records.schemas import (
    CrewCustomerOut,
    CrewCustomerPage,
    CustomerInput,
    CustomerOut,
    CustomerPage,
    CustomerPatch,
    CustomerSort,
    DuplicateOut,
    ErasedOut,
    EraseInput,
    MergedCustomerOut,
    MergeInput,
    SplitInput,
)
from marqueedesk.customer_records.serializers import for_crew, for_office, shown_name
from marqueedesk.customer_records.up_to_date import reading_customers
from marqueedesk.customers.contacts import name_key_of, region_of
from marqueedesk.customers.models import Customer
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import Responses, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.http.streamed_response import chunks

router = APIRouter(tags=["customers"], responses=errors(401, 403))
_USUAL_PAGE = 50
_ZIP: Responses = {200: {"content": {"application/zip": {"schema": {"type": "string"}}}}}


def customer_for_update(db: Db, _terms: LockedTerms, customer_id: PathId) -> Customer:
    """Return the customer in the path under the operator's lock. Raises UnknownCustomer (404) before the body is
    read.
    """
    return queries.customer_for_change(db, customer_id)


CustomerForUpdate = Annotated[Customer, Depends(customer_for_update)]


def zone_of(caller: Caller) -> ZoneInfo:
    """Return the time zone of the caller's business."""
    return ZoneInfo(caller.operator.time_zone)


@router.get("/api/customers", response_model_exclude_unset=True, dependencies=[check_rights(SEE_BOOKINGS)])
def list_customers(
    request: Request,
    q: Annotated[
        str | None,
        Query(max_length=200, description="Name, address, phone number in any notation, tag, or a sign they had"),
    ] = None,
    tag: Annotated[str | None, Query(max_length=40)] = None,
    sort: Annotated[CustomerSort, Query()] = "name",
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = _USUAL_PAGE,
    cursor: Annotated[str | None, Query(max_length=2000)] = None,
) -> CustomerPage | CrewCustomerPage:
    """List the business's customers. ``lastEvent``, ``total`` and ``balance`` sort downwards."""
    if "\x00" in f"{q}{tag}":
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    with reading_customers(request) as (db, caller):
        if sort in queries.OF_MONEY and not caller.may(SEE_MONEY):
            raise Forbidden
        region = region_of(caller.operator.time_zone)
        words = (q or "").strip() or None
        rows, following = queries.page(db, sort, q=words, tag=tag, region=region, limit=limit, cursor=cursor)
        zone = zone_of(caller)
        exempt = exemptions_of(db)
        if not caller.may(SEE_MONEY):
            return CrewCustomerPage(items=[for_crew(row, zone, exempt) for row in rows], next_cursor=following)
        cards = cards_of_customers(db, [row.id for row in rows])
        return CustomerPage(items=[for_office(row, zone, exempt, cards) for row in rows], next_cursor=following)


@router.post("/api/customers", response_model_exclude_unset=True, status_code=201)
def add_customer(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], terms: LockedTerms, body: CustomerInput
) -> CustomerOut:
    """Add a customer."""
    customer = service.create_customer(db, terms, body, clock.now())
    record_action(db, caller, "customer.added", (customer.id, None))
    return for_office(customer, zone_of(caller), exemptions_of(db), cards_of_customers(db, [customer.id]))


# Must precede the route of one customer, whose path parameter would match this path.
@router.get("/api/customers/duplicates", dependencies=[check_rights(SEE_BOOKINGS)])
def list_duplicates(request: Request) -> list[DuplicateOut]:
    """List pairs of customers that may be the same: another name at one address or number, or a similar name at one
    postal address.
    """
    with reading_customers(request) as (db, _caller):
        return [DuplicateOut(customer_ids=list(pair), because=reasons) for pair, reasons in duplicates.duplicates(db)]


@router.post("/api/customers/merges/{merge_id}/undo", responses=errors(409))
def undo_merge(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], terms: LockedTerms, merge_id: PathId
) -> CustomerOut:
    """Undo a merge within 30 days. Returns the customer that had remained."""
    customer = merging.undo(db, terms, merge_id, clock.now())
    record_action(db, caller, "customer.merge_undone", (customer.id, None), merge=merge_id)
    return for_office(customer, zone_of(caller), exemptions_of(db), cards_of_customers(db, [customer.id]))


@router.get(
    "/api/customers/{customer_id}", response_model_exclude_unset=True, dependencies=[check_rights(SEE_BOOKINGS)]
)
def get_customer(request: Request, customer_id: PathId) -> CustomerOut | CrewCustomerOut:
    """Return a customer. Merged ones are 404."""
    with reading_customers(request) as (db, caller):
        customer, zone = queries.customer(db, customer_id), zone_of(caller)
        exempt = exemptions_of(db)
        if not caller.may(SEE_MONEY):
            return for_crew(customer, zone, exempt)
        return for_office(customer, zone, exempt, cards_of_customers(db, [customer_id]))


@router.patch("/api/customers/{customer_id}", response_model_exclude_unset=True)
def edit_customer(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    customer: CustomerForUpdate,
    body: CustomerPatch,
) -> CustomerOut:
    """Update the fields sent. Existing bookings keep the name and contact details they were made with."""
    edited = service.edit_customer(db, terms, customer, body, clock.now())
    record_action(db, caller, "customer.changed", (edited.id, None), changed=sorted(body.model_fields_set))
    return for_office(edited, zone_of(caller), exemptions_of(db), cards_of_customers(db, [edited.id]))


@router.post("/api/customers/{customer_id}/merge", responses=errors(409))
def merge_customer(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    customer: CustomerForUpdate,
    body: MergeInput,
) -> MergedCustomerOut:
    """Merge another customer into this one: bookings, quotes, contact details and everything else of the other."""
    made = merging.merge(db, terms, customer, body.other, clock.now())
    record_action(db, caller, "customer.merged", (customer.id, None), other=made.other_id)
    zone = zone_of(caller)
    until = (made.merged_at + merging.UNDO_FOR).astimezone(zone).isoformat()
    merged = for_office(customer, zone, exemptions_of(db), cards_of_customers(db, [customer.id]))
    return MergedCustomerOut.adding(merged, merge_id=made.id, undo_until=until)


@router.post("/api/customers/{customer_id}/split", status_code=201)
def split_customer(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    terms: LockedTerms,
    customer: CustomerForUpdate,
    body: SplitInput,
) -> CustomerOut:
    """Move bookings to a new customer with their name and contact details. Returns the new customer."""
    new = merging.split(db, terms, customer, body.booking_ids, clock.now())
    record_action(db, caller, "customer.split", (customer.id, None), new=new.id)
    return for_office(new, zone_of(caller), exemptions_of(db), cards_of_customers(db, [new.id]))


@router.get(
    "/api/customers/{customer_id}/export",
    responses=errors(429) | _ZIP,
    dependencies=[check_rights(HANDLE_BOOKINGS)],
)
def export_customer(request: Request, customer_id: PathId) -> Response:
    """Export everything that is stored about a customer as one archive."""
    CSV_FILES.spend_with(request, HANDLE_BOOKINGS)
    now = clock.now()
    with writing(request) as (db, caller):
        customer = queries.customer(db, customer_id)
        record_action(db, caller, "customer.exported", (customer.id, None))
    with reading(request, snapshot=True) as (db, caller):
        customer = queries.customer(db, customer_id)
        file = export.archive(db, customer, shown_name(customer), business_name(caller.user), now)
    return StreamingResponse(
        chunks(file),
        media_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="customer-{customer_id}.zip"',
            "Cache-Control": "no-store",
        },
    )


@router.post("/api/customers/{customer_id}/erase", responses=errors(409))
def erase_customer(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    _terms: LockedTerms,
    customer: CustomerForUpdate,
    body: EraseInput,
) -> ErasedOut:
    """Erase a customer: everything personal is removed, amounts and issued invoices stay. This can't be undone."""
    if name_key_of(body.confirm) != name_key_of(shown_name(customer)):
        raise Invalid(fields={"confirm": "This is not the customer's name"})
    now = clock.now()
    erasing.erase(db, customer, by=caller.user.username, now=now)
    record_action(db, caller, "customer.erased")
    return ErasedOut(erased_at=now.astimezone(zone_of(caller)).isoformat())
