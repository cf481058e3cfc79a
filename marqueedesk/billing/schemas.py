"""Request and response models of plans and subscriptions."""

import json
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.instance_settings.schemas import FEE_SENTENCES, FeeFixed, FeePercent
from marqueedesk.kit.http.schemas import (
    AtMost,
    Cents,
    CurrencyAmount,
    CurrencyUnits,
    Id,
    Instant,
    OptionalBlock,
    RequestModel,
    RequiredText,
    ResponseModel,
)

USUAL_MEGABYTES = 200
"""Default picture storage of a business, with or without a plan."""
MOST_MEGABYTES = 100_000
LONGEST_TRIAL_DAYS = 730
"""Limit for the length of a trial, set by the provider."""
MOST_FEATURES = 50
_LONGEST_FEATURE = 200
Interval = Literal["monthly", "quarterly", "annual"]
Status = Literal["active", "trial", "past_due", "canceled", "incomplete", "incomplete_expired"]


def features_of(value: Any) -> list[str]:
    """Parse features: a list or an object with a list of items (both also as JSON text), or comma-separated text. Empty
    entries are dropped.
    """
    if isinstance(value, str):
        text = value.strip()
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            if text.startswith(("{", "[")):
                raise PydanticCustomError("json", "is not complete JSON") from None
            value = text.split(",")
        if isinstance(value, str | int | float):
            value = str(value).split(",")
    if value is None:
        return []
    if isinstance(value, dict):
        named = cast("dict[str, object]", value)
        value = (named.get("items") or []) if "items" in named or not named else named
    if not isinstance(value, list):
        raise PydanticCustomError("features", "must be a list of strings")
    entries = cast("list[Any]", value)
    if not all(isinstance(entry, str) for entry in entries):
        raise PydanticCustomError("features", "must be a list of strings")
    return [text for entry in cast("list[str]", entries) if (text := entry.strip())]


def _name(value: Any) -> Any:
    if isinstance(value, str) and len(value.strip()) < 3:  # noqa: PLR2004 - the error message states it.
        raise PydanticCustomError("short", "Name must be at least 3 characters")
    return value


Feature = Annotated[RequiredText, AtMost(_LONGEST_FEATURE)]
Features = Annotated[
    list[Feature],
    Field(max_length=MOST_FEATURES),
    BeforeValidator(features_of, json_schema_input_type=list[str] | dict[str, list[str]] | str | None),
]
PlanName = Annotated[RequiredText, AtMost(100), BeforeValidator(_name, json_schema_input_type=str)]
TrialDays = Annotated[int, Field(ge=0, le=LONGEST_TRIAL_DAYS)]
StorageMegabytes = Annotated[
    int,
    Field(
        ge=USUAL_MEGABYTES,
        le=MOST_MEGABYTES,
        description=f"Picture storage in megabytes; null is the default of {USUAL_MEGABYTES}",
    ),
]
_STORAGE_RANGE = f"Picture storage must be between {USUAL_MEGABYTES} and {MOST_MEGABYTES:,} MB"

_PLAN_SENTENCES: dict[str, dict[str, str]] = {
    **FEE_SENTENCES,
    "name": {"short": "Name must be at least 3 characters", "missing": "Name must be at least 3 characters"},
    "price": {"greater_than_equal": "Price must be a positive number"},
    "storageMegabytes": {"*": _STORAGE_RANGE},
    "features": {
        "features": "Features must be a list of strings",
        "json": 'Features look like JSON but are incomplete. Write {{"items": ["One", "Two"]}}, or use commas',
    },
}


class PlanInput(RequestModel):
    """Body of POST /api/admin/subscription-plans. ``price`` is in cents.

    ``feePercent`` and ``feeFixed`` (in currency units) are the platform's fee on card payments to businesses with this
    plan; null uses the installation's.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = _PLAN_SENTENCES

    name: PlanName
    description: Annotated[OptionalBlock, AtMost(2000)] = None
    price: Cents
    interval: Interval = "monthly"
    features: Features = Field(default_factory=list[str])
    trial_days: TrialDays = 0
    is_active: bool = True
    fee_percent: FeePercent | None = None
    fee_fixed: FeeFixed | None = None
    storage_megabytes: StorageMegabytes | None = None


class PlanChange(PlanInput):
    """Body of PATCH /api/admin/subscription-plans/{id}. Omitted fields stay the same."""

    name: PlanName = ""
    price: Cents = 0


class PlanStatus(RequestModel):
    """Body of PATCH /api/admin/subscription-plans/{id}/status."""

    is_active: bool


class SubscribeInput(RequestModel):
    """The plan to subscribe to."""

    plan_id: Id


class TakePlanInput(SubscribeInput):
    """Body of POST /api/subscription."""

    ends_trial: Annotated[
        bool, Field(description="Whether a running free trial of another plan may end; otherwise 409 `trial_running`")
    ] = False


class PlanChangeInput(SubscribeInput):
    """Body of POST /api/subscription/change. ``at`` and ``dueNow`` (in cents) come from the preview."""

    at: Instant
    due_now: Cents


class EndingInput(RequestModel):
    """Body of POST /api/subscription/cancel. ``cancelAtPeriodEnd`` false resumes a canceled subscription (S4)."""

    cancel_at_period_end: bool = True


LEAST_CENTS, MOST_CENTS = 50, 99_999_999


def _payable(cents: int) -> int:
    if not LEAST_CENTS <= cents <= MOST_CENTS:
        raise PydanticCustomError("amount", "must be between 0.50 and 999,999.99")
    return cents


class PaymentIntentInput(RequestModel):
    """Body of POST /api/create-payment-intent. ``amount`` is in currency units (S0)."""

    amount: Annotated[CurrencyAmount, AfterValidator(_payable)]
    description: Annotated[RequiredText, AtMost(500)] = "Subscription"


class PlanFeatures(ResponseModel):
    """A plan's features in the format of the admin page."""

    items: list[str]


class SubscribedPlan(ResponseModel):
    """A subscription's plan at the agreed price, in cents."""

    id: int
    name: str
    description: str | None
    price: int
    interval: Interval
    features: PlanFeatures


class PlanOut(SubscribedPlan):
    """A plan that a business can subscribe to; ``price`` in cents."""

    is_active: bool
    trial_days: int
    storage_megabytes: Annotated[
        int | None, Field(description=f"Picture storage in megabytes; null is the default of {USUAL_MEGABYTES}")
    ]


class PublicPlans(ResponseModel):
    """The plans available to everyone."""

    plans: list[PlanOut]
    currency: str


class AdminPlanOut(PlanOut):
    """A plan as administrators see it."""

    stripe_product_id: str | None
    stripe_price_id: str | None
    fee_percent: Annotated[CurrencyUnits | None, Field(description="Percent; null uses the installation's")]
    fee_fixed: Annotated[CurrencyUnits | None, Field(description="Per payment; null uses the installation's")]
    created_at: datetime
    updated_at: datetime


class SubscriptionFields(ResponseModel):
    """A subscription's status and dates."""

    id: int
    plan_id: int
    status: Status
    current_period_start: datetime | None
    current_period_end: datetime | None
    cancel_at_period_end: bool
    trial_start: datetime | None
    trial_end: datetime | None
    canceled_at: datetime | None
    created_at: datetime


class PlanCardOut(ResponseModel):
    """Displayable details of a card; ``kind`` is the provider's type ("card", "link", …)."""

    kind: str
    brand: str | None = None
    last4: str | None = None
    exp_month: int | None = None
    exp_year: Annotated[int | None, Field(description="Four digits")] = None


class SubscriptionOut(ResponseModel):
    """A business's subscription. ``client_secret`` is for the card form, if a first payment is due.

    ``payable`` is true if the card form can collect a payment due. A trial taken without keys becomes past due with
    nothing to pay, and is replaced by another plan. ``takes_card`` is true if a card can be added for future payments;
    ``card`` is the current one.
    """

    subscription: SubscriptionFields
    plan: SubscribedPlan
    payable: bool
    takes_card: bool
    card: PlanCardOut | None
    client_secret: str | None = None


class NextPaymentOut(ResponseModel):
    """The next payment of a subscription. ``amount`` is in cents, after credit from plan changes."""

    amount: int
    at: datetime | None


class PlanChangeLine(ResponseModel):
    """A part of a period that is charged, or credited if negative; in cents."""

    description: Annotated[str, Field(description="The provider's description")]
    amount: int


class PlanChangeOut(ResponseModel):
    """Charges and credits of a change of plan; in cents.

    ``dueNow`` is charged immediately, after existing credit ``creditUsed``. ``credited`` reduces future payments. The
    next one is ``nextPayment``, at ``nextPaymentAt``.
    """

    plan_id: int
    at: Annotated[datetime, Field(description="When the new plan would start")]
    lines: list[PlanChangeLine]
    due_now: int
    credit_used: int
    credited: int
    next_payment: int
    next_payment_at: datetime | None
    currency: str


class ClientSecretOut(ResponseModel):
    """The client secret for one payment in the provider's card form."""

    client_secret: str


class PaymentOut(ResponseModel):
    """An entry of the payment history; amounts in cents. ``status`` is `refunded` or `lost` if nothing is left.

    ``dispute`` is set if the payer's bank was asked to return the payment. ``lost`` is the amount that the bank has
    withdrawn.
    """

    id: int
    subscription_id: int | None
    amount: int
    currency: str
    status: Literal["succeeded", "pending", "failed", "void", "refunded", "lost"]
    refunded: int
    lost: int
    dispute: Literal["inquiry", "disputed", "won", "lost"] | None
    description: str | None
    invoice_url: str | None
    payment_method: str | None
    payment_method_details: dict[str, object] | None
    failure: str | None
    created_at: datetime


class AdminSubscriptionOut(SubscriptionFields):
    """A business's subscription as administrators see it, with its owner."""

    user_id: int
    email: str
    username: str
    company_name: str | None
    plan_name: str
    price: int
    interval: Interval
    stripe_subscription_id: str | None
    stripe_customer_id: str | None


class AdminPaymentOut(PaymentOut):
    """A subscription payment as administrators see it; ``refundable`` in cents."""

    refundable: int


class AdminSubscriptionDetails(AdminSubscriptionOut):
    """A subscription with all data for administrators. ``actions`` are those currently possible."""

    card: PlanCardOut | None
    customer_url: Annotated[str | None, Field(description="The provider's page of the customer")]
    payments: list[AdminPaymentOut]
    actions: list[Literal["cancelNow", "cancelAtPeriodEnd", "resume", "extendTrial", "endHere"]]
    latest_trial_end: Annotated[date | None, Field(description="The last day (UTC) that a trial can be extended to")]
    problem: Annotated[str | None, Field(description="Why this is not the provider's current state, if so")]


class CancelSubscriptionInput(RequestModel):
    """Body of POST /api/admin/subscriptions/{id}/cancel. With ``here``, the subscription ends right away and in our
    records only, because it does not exist at the provider.
    """

    when: Literal["now", "periodEnd", "here"]


class TrialInput(RequestModel):
    """Body of POST /api/admin/subscriptions/{id}/extend-trial. ``trialEnd`` is a day such as 2027-06-01, in UTC."""

    trial_end: RequiredText


class RefundPlanInput(RequestModel):
    """Body of POST /api/admin/subscriptions/{id}/payments/{paymentId}/refund. ``amount`` is in cents."""

    amount: Annotated[int, Field(ge=1, le=MOST_CENTS)]
