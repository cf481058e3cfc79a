"""Response schemas of the public form."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.pricing.policy_schemas import TipsOut, WaiverOut


class RateOut(ResponseModel):
    """A choice with its price."""

    code: str
    label: str
    price: CurrencyUnits


class FinishOut(ResponseModel):
    """A finish that there is a choice of."""

    code: str
    label: str


class SizeOut(RateOut):
    """A size with its price, how high its letters stand, and its finishes where more than one is owned."""

    height_inches: float
    finishes: list[FinishOut]


class ColorOut(RateOut):
    """A color option with its price, and how it looks."""

    swatch: str | None


class FormLogo(ResponseModel):
    """A business's logo at its form, in pixels."""

    url: str
    width: int
    height: int


class FormContact(ResponseModel):
    """A business's contact data, if its form shows them."""

    phone: str | None
    email: str | None


class FormTermsOut(ResponseModel):
    """Terms that a visitor accepts before sending: the version that a booking names, and where the text is."""

    version: str
    url: str


class TermsOut(ResponseModel):
    """The text of the terms."""

    version: str
    text: str


class WindowChoice(ResponseModel):
    """An install window to choose from."""

    code: str
    words: str


class FormOut(ResponseModel):
    """An operator's data for the public form: only what visitors may see."""

    user_id: int
    company_name: str | None
    currency: str
    date_format: str
    time_format: str
    measures: str
    has_states: Annotated[bool, Field(description="Whether addresses in the business's country name a state")]
    today: str
    last_day: str
    max_rental_days: int
    approval_required: bool
    collects: Annotated[bool, Field(description="Whether a booking is confirmed by a card payment right after it")]
    sizes: list[SizeOut]
    colors: list[ColorOut]
    add_ons: list[RateOut]
    event_types: list[str]
    required_fields: Annotated[list[str], Field(description="Fields that this business asks for")]
    any_address: Annotated[bool, Field(description="Whether an address of the customer's own is taken")]
    listed_venues: Annotated[bool, Field(description="Whether the business's venues are offered")]
    minimum_notice_hours: int
    delivery_zones: Annotated[bool, Field(description="Whether the ZIP code decides what a delivery costs")]
    install_times: list[str]
    install_windows: Annotated[list[WindowChoice], Field(description="Hours to choose from for the delivery")]
    pickup_hours: Annotated[str | None, Field(description="When pickups are, in words; none for any hour")]
    suggestions: dict[str, list[str]]
    share_contact: Annotated[bool, Field(description="Whether an embedding page learns who has booked")]
    keeps_stock: Annotated[bool, Field(description="False where nobody has entered any letter: nothing is checked")]
    has_catalog: Annotated[bool, Field(description="Whether there are items or packages to choose from")]
    discount_codes: Annotated[bool, Field(description="Whether the business has discount codes")]
    policy: Annotated[list[str], Field(description="When customers pay, and what canceling costs, in sentences")]
    damage_waiver: Annotated[WaiverOut | None, Field(description="None where the business has none")]
    tips: Annotated[TipsOut | None, Field(description="None where no tips are taken")]
    form_token: str
    logo: FormLogo | None
    contact: Annotated[FormContact | None, Field(description="None unless the business shows it (`contactOnForm`)")]
    terms: Annotated[FormTermsOut | None, Field(description="None unless visitors must accept them (`termsOnForm`)")]
