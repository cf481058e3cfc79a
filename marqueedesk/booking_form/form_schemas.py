"""Response schemas of the public form."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.pricing.policy_schemas import TipsOut, WaiverOut


class RateOut(ResponseModel):
    """An option with its price."""

    code: str
    label: str
    price: CurrencyUnits


class FinishOut(ResponseModel):
    """A finish to choose from."""

    code: str
    label: str


class SizeOut(RateOut):
    """A size with its price, letter height, and finishes if more than one is owned."""

    height_inches: float
    finishes: list[FinishOut]


class ColorOut(RateOut):
    """A color option with its price and appearance."""

    swatch: str | None
    asks_which: Annotated[bool, Field(description="True if the customer enters which color it is: `customColor`")]


class AddOnOut(RateOut):
    """An add-on with its price per day."""

    lights: Annotated[bool, Field(description="True if the letters are lit only with this add-on")]


class FormLogo(ResponseModel):
    """A business's logo on its form, in pixels."""

    url: str
    width: int
    height: int


class FormContact(ResponseModel):
    """A business's contact details, if its form shows them."""

    phone: str | None
    email: str | None


class FormTermsOut(ResponseModel):
    """Terms that a visitor must accept before sending: version to send with the booking, and URL of the text."""

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


class AddressNamesOut(ResponseModel):
    """What the business's country calls the parts of an address."""

    state: str
    zip_code: str


class FormOut(ResponseModel):
    """An operator's data for the public form, limited to what visitors may see."""

    user_id: int
    company_name: str | None
    currency: str
    date_format: str
    time_format: str
    measures: str
    has_states: Annotated[bool, Field(description="True if addresses in the business's country have a state")]
    address_names: Annotated[AddressNamesOut, Field(description="Labels of the state and the postal code")]
    tax_name: Annotated[str, Field(description="Name of the tax in the business's country")]
    today: str
    last_day: str
    max_rental_days: int
    approval_required: bool
    collects: Annotated[bool, Field(description="True if bookings are confirmed by a card payment right away")]
    sizes: list[SizeOut]
    colors: list[ColorOut]
    add_ons: list[AddOnOut]
    event_types: list[str]
    required_fields: Annotated[list[str], Field(description="Fields that this business requires")]
    any_address: Annotated[bool, Field(description="True if customers can enter their own address")]
    listed_venues: Annotated[bool, Field(description="True if the business's venues are offered")]
    minimum_notice_hours: int
    partner: Annotated[str | None, Field(description="The name of the partner with the code in `via`, if any")]
    email_prices: Annotated[bool, Field(description="True if visitors can have their price emailed a day later")]
    answer_within: Annotated[str | None, Field(description="How soon the business replies, such as `within a day`")]
    delivery_zones: Annotated[bool, Field(description="True if the delivery fee depends on the ZIP code")]
    install_times: list[str]
    install_windows: Annotated[list[WindowChoice], Field(description="Delivery windows to choose from")]
    pickup_hours: Annotated[str | None, Field(description="Pickup hours as text; null for any time")]
    suggestions: dict[str, list[str]]
    share_contact: Annotated[
        bool, Field(description="True if an embedding page receives the customer's contact details")
    ]
    keeps_stock: Annotated[
        bool, Field(description="False if the business has no letters, so availability isn't checked")
    ]
    has_catalog: Annotated[bool, Field(description="True if there are items or packages to choose from")]
    discount_codes: Annotated[
        bool, Field(description="True if the business has discount codes or gift cards, which share a field")
    ]
    policy: Annotated[list[str], Field(description="Payment and cancellation terms as sentences")]
    damage_waiver: Annotated[WaiverOut | None, Field(description="Null if not offered")]
    tips: Annotated[TipsOut | None, Field(description="Null if tips aren't accepted")]
    form_token: str
    logo: FormLogo | None
    contact: Annotated[FormContact | None, Field(description="Null unless the business shows it (`contactOnForm`)")]
    text_consent_wording: Annotated[
        str | None,
        Field(description="Label of the box for `textConsent`; null if texts are not set up"),
    ]
    terms: Annotated[FormTermsOut | None, Field(description="Null unless visitors must accept them (`termsOnForm`)")]
