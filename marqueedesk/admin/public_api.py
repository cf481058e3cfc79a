"""What the installation says of itself to everybody: its name, how to reach it, and what new things start with (G1)."""

from typing import Annotated

from fastapi import Request
from pydantic import Field

from marqueedesk.accounts.access import database
from marqueedesk.instance_settings import queries
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.http.http import Json
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.money import units

router = Router(tags=["site"])


class SiteTerms(ResponseModel):
    """The terms of those who run the installation."""

    url: str
    version: str


class SiteOut(ResponseModel):
    """GET /api/site."""

    name: str
    email: str | None
    phone: str | None
    address: str | None
    date_format: str
    letter_price: Annotated[
        float | None, Field(description="Default price of a new letter; null until somebody has set it")
    ]
    email_works: Annotated[bool, Field(description="Whether a mail server is set up, so that emails can be sent")]
    surcharge_percent: Annotated[float, Field(description="Default venue surcharge, in percent")]
    terms: Annotated[SiteTerms | None, Field(description="Accepted by whoever registers, with `termsVersion`")] = None


@router.get("/api/site")
def site(request: Request) -> Json[SiteOut]:
    """The installation's name and contact, and the values that forms are prefilled with."""
    with database(request).read() as db:
        platform = effective(db, request.app.state.settings)
        chosen = "default_letter_pricing" in queries.stored(db)
    return Json(
        SiteOut(
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
    )
