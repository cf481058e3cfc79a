"""Request and response models of the five settings groups (G1)."""

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, LiteralString, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.kit.clock import is_time_zone
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    Percentage,
    RequestModel,
    ResponseModel,
    web_host,
)
from marqueedesk.kit.text.formats import DateFormat
from marqueedesk.settings import is_text_sender

CurrencyCode = Literal[
    "USD", "CAD", "AUD", "NZD", "GBP", "EUR", "CHF", "DKK", "NOK", "SEK", "MXN", "BRL", "CLP", "SGD", "JPY", "KRW",
    "KWD", "ZAR",
]  # fmt: skip
CURRENCIES: tuple[CurrencyCode, ...] = get_args(CurrencyCode)
"""Supported currencies. Those without two decimals are listed in `kit.money`."""
_WHOLE = 10_000
"""100 percent in basis points."""
HIGHEST_FEE_BASIS_POINTS, HIGHEST_FEE_CENTS = 5_000, 10_000
LONGEST_FREE_CANCELLATION_HOURS = 24 * 365
_NOT_NEGATIVE = {"greater_than_equal": "Must be a positive number", "amount": "Must be a positive number"}


def _site(text: str | None) -> str | None:
    """Validate a site URL without a path, used for links in emails and documents."""
    page = _page(text)
    if page is None:
        return None
    parts = urlsplit(page)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise PydanticCustomError("url", "must be a URL")
    return page.rstrip("/")


def _page(text: str | None) -> str | None:
    """Validate the URL of a web page."""
    if text is not None and not web_host(text):
        raise PydanticCustomError("url", "must be a URL")
    return text


def _host(text: str | None) -> str | None:
    if text is not None and any(letter.isspace() or letter in "/@:<>\"'\\" for letter in text):
        raise PydanticCustomError("host", "must be the name of a mail server")
    return text


def _zone(text: str | None) -> str | None:
    if text is not None and not is_time_zone(text):
        raise PydanticCustomError("zone", "is not known")
    return text


def _moment(text: str | None) -> str | None:
    """Return an instant with an offset as text in UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            return moment.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        pass
    raise PydanticCustomError("moment", "is not a date and time with a UTC offset")


def _text_sender(text: str | None) -> str | None:
    if text is not None and not is_text_sender(text):
        raise PydanticCustomError("sender", "must be a number or a messaging service")
    return text


def _starting(*prefixes: str) -> AfterValidator:
    def check(text: str | None) -> str | None:
        if text is not None and not text.startswith(prefixes):
            raise PydanticCustomError("prefix", "must start with {first}", {"first": prefixes[0]})
        return text

    return AfterValidator(check)


def _not_negative(cents: int) -> int:
    if cents < 0:
        raise PydanticCustomError("greater_than_equal", "negative")
    return cents


def _up_to(most: int, refusal: LiteralString) -> AfterValidator:
    def check(value: int) -> int:
        if not 0 <= value <= most:
            raise PydanticCustomError(refusal, "out of range")
        return value

    return AfterValidator(check)


def _unless_shown(value: Any) -> Any:
    return None if value == SHOWN else value


SHOWN = "set"
"""Placeholder for a stored secret in responses; sending it back changes nothing."""

Secret = Annotated[OptionalText, AtMost(500), BeforeValidator(_unless_shown)]
"""A secret as entered. If empty, the stored one is kept (G6)."""


_MOMENT = "Enter a date and time with a UTC offset, such as 2027-06-01T22:00:00Z"


class GeneralSettings(RequestModel):
    """PATCH /api/admin/settings/general."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "siteUrl": {"*": "Please enter a valid URL"},
        "companyEmail": {"*": "Please enter a valid email"},
        "termsUrl": {"*": "Please enter a valid URL"},
        "maintenanceFrom": {"*": _MOMENT},
        "maintenanceUntil": {"*": _MOMENT},
    }

    site_name: Annotated[OptionalText, AtMost(60)] = None
    site_url: Annotated[OptionalText, AtMost(200), AfterValidator(_site)] = None
    landing_claim: Annotated[
        OptionalText,
        AtMost(60),
        Field(description="Shown on the landing page in place of *100+ rental businesses*"),
    ] = None
    company_address: Annotated[OptionalBlock, AtMost(500)] = None
    company_phone: Annotated[OptionalPhone, AtMost(50)] = None
    company_email: OptionalEmail = None
    # Page with the terms that users accept when they register, and the current version of the terms.
    terms_url: Annotated[OptionalText, AtMost(500), AfterValidator(_page)] = None
    terms_version: Annotated[OptionalText, AtMost(60)] = None
    maintenance_mode: bool = False
    # Planned start, announced with a countdown, and expected end. Neither switches maintenance mode.
    maintenance_from: Annotated[OptionalText, AtMost(40), AfterValidator(_moment)] = None
    maintenance_until: Annotated[OptionalText, AtMost(40), AfterValidator(_moment)] = None
    # True if an administrator must approve new businesses.
    review_new_businesses: bool = False


class EmailSettings(RequestModel):
    """PATCH /api/admin/settings/email. Without ``smtpSecurity``, the port determines it: TLS for 465, otherwise
    STARTTLS.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "smtpPort": {"*": "SMTP port must be a positive integer"},
        "smtpHost": {"*": "SMTP host must be the name of a mail server"},
        "emailFrom": {"*": "Please enter a valid email"},
        "emailReplyTo": {"*": "Please enter a valid email"},
    }

    smtp_host: Annotated[OptionalText, AtMost(253), AfterValidator(_host)] = None
    smtp_port: Annotated[int | None, Field(ge=1, le=65_535)] = None
    smtp_security: Literal["starttls", "tls", "none"] | None = None
    smtp_user: Annotated[OptionalText, AtMost(254)] = None
    smtp_password: Secret = None
    email_from: OptionalEmail = None
    email_reply_to: OptionalEmail = None
    email_signature: Annotated[OptionalBlock, AtMost(1000)] = None


FeePercent = Annotated[Percentage, _up_to(HIGHEST_FEE_BASIS_POINTS, "percent")]
"""Platform fee as a percentage with two decimals; stored in basis points."""
FeeFixed = Annotated[CurrencyAmount, _up_to(HIGHEST_FEE_CENTS, "amount")]
"""Platform fee as a fixed amount per payment; stored in cents."""
FEE_SENTENCES: dict[str, dict[str, str]] = {
    "feePercent": {"*": "Must be a number from 0 to 50"},
    "feeFixed": {"*": "Must be an amount from 0 to 100"},
}


class PaymentSettings(RequestModel):
    """PATCH /api/admin/settings/payments. The platform fee on each card payment to a business consists of a percentage
    and a fixed amount; ``platformFeeOnRefund`` is true if refunds return the platform's share.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "stripePublishableKey": {"prefix": "Publishable key must start with pk_"},
        "stripeSecretKey": {"prefix": "Secret key must start with sk_"},
        "stripeWebhookSecret": {"prefix": "Webhook secret must start with whsec_"},
        "platformFeePercent": FEE_SENTENCES["feePercent"],
        "platformFeeFixed": FEE_SENTENCES["feeFixed"],
    }

    stripe_publishable_key: Annotated[OptionalText, AtMost(500), _starting("pk_")] = None
    stripe_secret_key: Annotated[Secret, _starting("sk_", "rk_")] = None
    stripe_webhook_secret: Annotated[Secret, _starting("whsec_")] = None
    test_mode: bool = True
    platform_fee_percent: FeePercent = 0
    platform_fee_fixed: FeeFixed = 0
    platform_fee_on_refund: Literal["return", "keep"] = "return"


class TextSettings(RequestModel):
    """PATCH /api/admin/settings/texts: the account at the text provider. ``smsFrom`` is a number or a messaging
    service.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "smsAccount": {"prefix": "Account SID must start with AC"},
        "smsFrom": {"sender": "Enter a number such as +15185550100, or a messaging service that starts with MG"},
    }

    sms_account: Annotated[OptionalText, AtMost(100), _starting("AC")] = None
    sms_token: Secret = None
    sms_from: Annotated[OptionalText, AtMost(100), AfterValidator(_text_sender)] = None


class SystemSettings(RequestModel):
    """PATCH /api/admin/settings/system: defaults for new businesses."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "defaultLetterPricing": _NOT_NEGATIVE,
        "defaultSurchargePercent": {**_NOT_NEGATIVE, "percent": "Must be a number from 0 to 100"},
        "freeCancellationPeriod": _NOT_NEGATIVE,
        "timeZone": {"zone": "Time zone is not known; use a name such as America/New_York"},
    }

    default_currency: CurrencyCode | None = None
    date_format: DateFormat | None = None
    time_zone: Annotated[OptionalText, AtMost(60), AfterValidator(_zone)] = None
    default_letter_pricing: Annotated[CurrencyAmount, AfterValidator(_not_negative)] = 5000
    default_surcharge_percent: Annotated[Percentage, _up_to(_WHOLE, "percent")] = 1500
    free_cancellation_period: Annotated[int, Field(ge=0, le=LONGEST_FREE_CANCELLATION_HOURS)] = 48
    booking_approval_required: bool = True


class SettingsOut(ResponseModel):
    """All current settings. Secrets are only marked as set; ``locked`` lists settings fixed by the environment, which
    cannot be changed (G2); ``unreadable`` lists secrets encrypted with a different installation secret, which must be
    entered again.
    """

    general: dict[str, object]
    email: dict[str, object]
    payments: dict[str, object]
    texts: dict[str, object]
    system: dict[str, object]
    locked: list[str]
    unreadable: list[str]
