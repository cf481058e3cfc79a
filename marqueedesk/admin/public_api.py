"""Public information about the installation: name, contact and defaults (G1)."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from marqueedesk.accounts.dependencies import Db
from marqueedesk.instance_settings import queries
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.money import units

router = APIRouter(tags=["site"])


class SiteTerms(ResponseModel):
    """Terms of the installation."""

    url: str
    version: str


class SiteOut(ResponseModel):
    """GET /api/site."""

    name: str
    email: str | None
    phone: str | None
    address: str | None
    date_format: str
    letter_price: Annotated[float | None, Field(description="Default price of a new letter; null if not set")]
    email_works: Annotated[bool, Field(description="Whether a mail server is configured")]
    surcharge_percent: Annotated[float, Field(description="Default venue surcharge, in percent")]
    terms: Annotated[SiteTerms | None, Field(description="Must be accepted on registration, with `termsVersion`")] = (
        None
    )


@router.get("/api/site")
def site(request: Request, db: Db) -> SiteOut:
    """Return the installation's name, contact details and form defaults."""
    platform = effective(db, request.app.state.settings)
    chosen = "default_letter_pricing" in queries.stored(db)
    return SiteOut(
        name=platform.site_name,
        email=platform.company_email,
        phone=platform.company_phone,
        address=platform.company_address,
        date_format=platform.date_format,
        letter_price=units(platform.letter_price_cents) if chosen else None,
        email_works=platform.smtp is not None,
        surcharge_percent=units(platform.surcharge_basis_points),
        terms=SiteTerms(url=platform.terms.url, version=platform.terms.version) if platform.terms else None,
    )
