"""Routes for business details, for owners and managers."""

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import (
    Caller,
    reading,
    record_action,
    record_settings_change,
    require,
    writing,
)
from marqueedesk.accounts.call_limits import UPLOADS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.picture_storage import check_upload, owner_must_confirm, storage_use, within_quota
from marqueedesk.accounts.rights import ADD_NOTES, CHANGE_SETTINGS
from marqueedesk.business import queries, service
from marqueedesk.business.document_rules import rules_of
from marqueedesk.business.errors import LogoOfAnotherType, NoLogo
from marqueedesk.business.invoice_numbers import scheme_answer
from marqueedesk.business.logo import logo_address, uploaded_logo
from marqueedesk.business.models import BusinessDetails
from marqueedesk.business.public_api import LOGO, logo_response
from marqueedesk.business.schemas import (
    BusinessDetailsChange,
    BusinessDetailsOut,
    LogoOut,
    PictureStorageOut,
    TermsField,
)
from marqueedesk.business.terms import DEFAULT_TERMS, FIELDS
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Described, UploadedBytes, content_type, errors
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["business"], responses=errors(401, 403))
_IMAGES = ("image/png", "image/jpeg")
_UPLOAD: Described = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in _IMAGES},
    }
}


def details_answer(db: Session, operator: Operator, details: BusinessDetails) -> BusinessDetailsOut:
    """Serialize a business's details."""
    country, prices = queries.document_country(details, operator), pricing.price_list(db)
    rules = rules_of(country)
    logo = None
    if details.logo_tag and details.logo_width and details.logo_height:
        logo = LogoOut(
            url=logo_address(operator.public_key, details.logo_tag),
            width=details.logo_width,
            height=details.logo_height,
        )
    return BusinessDetailsOut.of_row(
        details,
        company_name=accounts.owner_of(db, operator.id).company_name or "",
        logo=logo,
        default_terms=DEFAULT_TERMS,
        terms_fields=[TermsField.of_row(row) for row in FIELDS],
        invoice_numbers=scheme_answer(db, _today(operator)),
        document_country=country,
        tax_name=rules.tax,
        vat_id_name=rules.number,
        prices_include="tax" if prices.includes_tax else "nothing",
        small_business=prices.is_small_business,
    )


def _today(operator: Operator) -> date:
    return clock.now().astimezone(ZoneInfo(operator.time_zone)).date()


@router.get("/api/business-details")
def business_details(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> BusinessDetailsOut:
    """Get the business's details on quotes, confirmations and invoices."""
    operator = caller.operator
    return details_answer(db, operator, queries.details(db))


@router.patch("/api/business-details")
def change_business_details(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: BusinessDetailsChange
) -> BusinessDetailsOut:
    """Update the fields in the body; the others stay the same."""
    operator = caller.operator
    record_settings_change(db, caller, "business details", body)
    return details_answer(db, operator, service.change_details(db, operator, body, clock.now(), _today(operator)))


@router.get("/api/business-details/logo", responses=errors(404) | LOGO)
def own_logo(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> Response:
    """Get the business's logo."""
    found = queries.logo(db)
    if found is None:
        raise NoLogo
    return logo_response(found[1], {})


@router.put("/api/business-details/logo", openapi_extra=_UPLOAD, responses=errors(400, 409, 415, 422, 429))
def set_logo(request: Request, raw: UploadedBytes) -> BusinessDetailsOut:
    """Set the business's logo from an image (D3). The image is re-encoded, and nothing else in the file is kept."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        check_upload(request, db, caller)
    if content_type(request) not in _IMAGES:
        raise LogoOfAnotherType
    UPLOADS.spend(request, caller)
    logo = uploaded_logo(raw)
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        with within_quota(request, db):
            details = service.set_logo(db, logo, clock.now())
        answer = details_answer(db, operator, details)
        record_action(db, caller, "settings.changed", (None, "logo"))
    return answer


@router.delete("/api/business-details/logo", status_code=204, responses=errors(404))
def remove_logo(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> None:
    """Remove the business's logo."""
    service.remove_logo(db, clock.now())
    record_action(db, caller, "settings.changed", (None, "logo"), removed=True)


@router.get("/api/picture-storage")
def picture_storage(request: Request, db: Db, caller: Annotated[Caller, Requires(ADD_NOTES)]) -> PictureStorageOut:
    """Get the used and available storage for the business's pictures."""
    use = storage_use(request, db)
    waits = owner_must_confirm(request, db, caller)
    allowed = use.allowed if request.app.state.limits_on else None
    return PictureStorageOut(used_bytes=use.used, allowed_bytes=allowed, owner_must_confirm=waits)
