"""Request and response schemas of payment policies."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.instance_settings.schemas import LONGEST_FREE_CANCELLATION_HOURS
from marqueedesk.kit.http.schemas import AtMost, CurrencyUnits, OptionalBlock, RequestModel, RequiredText, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text.text_forms import repeated
from marqueedesk.pricing.automatic_charges import AttemptResult
from marqueedesk.pricing.payment_terms import COLLECT, Collect, HoldTerms, LateFee, PaymentTerms, RescheduleFee
from marqueedesk.pricing.price_list import DamageWaiver, Tips
from marqueedesk.pricing.schemas import Percent, PercentAnswer, Price
from marqueedesk.pricing.ways_to_pay import MethodKind, PaymentMethod

LONGEST_DUE_DAYS = 365
MOST_INSTALMENTS = 24
MOST_TIERS = 10
MOST_SUGGESTIONS = 5
MOST_METHODS = 20
LONGEST_METHOD = 40
LONGEST_HOW_TO_PAY = 1000
_TIER = "Each cancellation tier needs days before the delivery (0 to 365) and a percentage to keep (0 to 100)"
MOST_HOLD_DAYS = 2
LONGEST_RELEASE = 30
LONGEST_GRACE = 60
_LATE = f"Enter a percentage (0 to 100) or an amount for the late fee, and a grace period of 0 to {LONGEST_GRACE} days"
_HOLD = "Enter a percentage (0 to 100) or an amount for the hold, 0 to 2 days before, and 0 to 30 days after"
_METHOD = f"Each payment method needs a name of up to {LONGEST_METHOD} characters"


class TierInput(RequestModel):
    """Percentage of the total that it costs to cancel up to this many days before the delivery day."""

    days_before: Annotated[int, Field(ge=0, le=LONGEST_DUE_DAYS)]
    keep_percent: Percent


def _once_each(tiers: list[TierInput]) -> list[TierInput]:
    known: set[int] = set()
    for tier in tiers:
        if tier.days_before in known:
            raise PydanticCustomError("twice", "{days} days before appears twice", {"days": tier.days_before})
        known.add(tier.days_before)
    return tiers


class WaiverInput(RequestModel):
    """The damage waiver: a percentage of the order, or an amount."""

    percent: Percent | None = None
    amount: Price | None = None
    opt_out: Annotated[
        bool, Field(description="Whether it is included unless the customer declines; otherwise it is optional")
    ] = False


class RescheduleFeeInput(RequestModel):
    """The fee for moving a booking to another delivery day: a percentage of the total, or an amount."""

    percent: Percent | None = None
    amount: Price | None = None
    free_days_before: Annotated[
        Annotated[int, Field(ge=0, le=LONGEST_DUE_DAYS)] | None,
        Field(description="Free until this many days before the delivery; null for never"),
    ] = None


class LateFeeInput(RequestModel):
    """The fee for overdue payments: a percentage of the overdue amount, or an amount."""

    percent: Percent | None = None
    amount: Price | None = None
    every: Annotated[
        Literal["once", "month"], Field(description="Once for each payment, or each month until it is paid")
    ] = "once"
    grace_days: Annotated[int, Field(ge=0, le=LONGEST_GRACE, description="Days after the due date without a fee")] = 5


class TipsInput(RequestModel):
    """Tips that customers can add."""

    suggestions: Annotated[
        list[Percent],
        Field(
            max_length=MOST_SUGGESTIONS,
            description="Suggested percentages of the order; customers can enter any amount",
        ),
    ] = Field(default_factory=lambda: [1000, 1500, 2000])
    taxable: bool = False


class MethodInput(RequestModel):
    """A payment method other than a card. ``kind`` is its accounting category."""

    kind: MethodKind = "other"
    name: Annotated[RequiredText, AtMost(LONGEST_METHOD)]


def _named_once(methods: list[MethodInput]) -> list[MethodInput]:
    for at in repeated([method.name for method in methods]):
        raise PydanticCustomError("twice", "“{name}” appears twice", {"name": methods[at].name})
    return methods


class HoldInput(RequestModel):
    """The security hold on the customer's card: a percentage of the total, or an amount."""

    percent: Percent | None = None
    amount: Price | None = None
    days_before: Annotated[
        int, Field(ge=0, le=MOST_HOLD_DAYS, description="Days before the delivery day when it is placed")
    ] = 1
    release_after_days: Annotated[
        int, Field(ge=0, le=LONGEST_RELEASE, description="Days after the goods are back when it is released")
    ] = 2


class PolicyInput(RequestModel):
    """Body of PATCH /api/payment-policy. Omitted fields stay the same; if sent, the tiers replace all existing ones."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "collectAtBooking": {"*": f"Collect at booking must be one of: {', '.join(COLLECT)}"},
        "balanceDueDays": {"*": f"Enter 0 to {LONGEST_DUE_DAYS} days before the delivery"},
        "instalments": {"*": f"Enter 1 to {MOST_INSTALMENTS} payments"},
        "cancellation": {
            "*": _TIER,
            "twice": "{days} days before appears twice",
            "too_long": f"You can enter at most {MOST_TIERS} cancellation tiers",
        },
        "cancellation.daysBefore": {"*": _TIER},
        "cancellation.keepPercent": {"*": _TIER},
        "freeCancellationHours": {"*": f"Enter 0 to {LONGEST_FREE_CANCELLATION_HOURS} hours before the delivery"},
        "rescheduleFee": {
            "*": "Enter a percentage (0 to 100) or an amount for rescheduling, and from 0 to 365 days before"
        },
        "lateFee": {"*": _LATE},
        "hold": {"*": _HOLD},
        "damageWaiver": {"*": "Enter a percentage (0 to 100) or an amount for the damage waiver"},
        "methods": {
            "*": _METHOD,
            "twice": "“{name}” appears twice",
            "too_short": "Keep at least one payment method",
            "too_long": f"You can enter at most {MOST_METHODS} payment methods",
        },
        "methods.kind": {"*": _METHOD},
        "methods.name": {"*": _METHOD},
        "howToPay": {"*": f"Use at most {LONGEST_HOW_TO_PAY:,} characters for how to pay"},
        "tips": {"*": f"Enter at most {MOST_SUGGESTIONS} percentages (0 to 100) for tips"},
    }

    paths: ClassVar[frozenset[str]] = frozenset({"cancellation", "methods"})

    collect_at_booking: Collect = "nothing"
    deposit_percent: Percent | None = None
    deposit_amount: Price | None = None
    unverified_venue_deposit: Annotated[
        Price, Field(description="The least deposit at a venue that isn't verified; 0 for none")
    ] = 0
    balance_due_days: Annotated[int, Field(ge=0, le=LONGEST_DUE_DAYS)] = 0
    instalments: Annotated[int, Field(ge=1, le=MOST_INSTALMENTS)] | None = None
    cancellation: Annotated[list[TierInput], Field(max_length=MOST_TIERS), AfterValidator(_once_each)] = Field(
        default_factory=list[TierInput]
    )
    free_cancellation_hours: Annotated[
        Annotated[int, Field(ge=0, le=LONGEST_FREE_CANCELLATION_HOURS)] | None,
        Field(description="Applies without tiers, and is also a booking rule; null for the installation's default"),
    ] = None
    reschedule_fee: RescheduleFeeInput | None = None
    late_fee: LateFeeInput | None = None
    automatic_charge: Annotated[
        bool, Field(description="Whether due payments are charged to the card that a customer keeps, on their day")
    ] = False
    hold: HoldInput | None = None
    damage_waiver: WaiverInput | None = None
    tips: TipsInput | None = None
    methods: Annotated[list[MethodInput], Field(min_length=1, max_length=MOST_METHODS), AfterValidator(_named_once)] = (
        Field(default_factory=list[MethodInput])
    )
    how_to_pay: Annotated[OptionalBlock, AtMost(LONGEST_HOW_TO_PAY)] = None
    how_to_pay_beside_cards: bool = False


class TierOut(ResponseModel):
    """Percentage of the total that it costs to cancel up to this many days before the delivery day."""

    days_before: int
    keep_percent: PercentAnswer


class WaiverOut(ResponseModel):
    """The damage waiver of a business: a percentage of the order, or an amount."""

    percent: PercentAnswer | None
    amount: CurrencyUnits | None
    opt_out: Annotated[bool, Field(description="Whether it is included unless the customer declines")]


class RescheduleFeeOut(ResponseModel):
    """The fee for moving a booking to another delivery day: a percentage of the total, or an amount."""

    percent: PercentAnswer | None
    amount: CurrencyUnits | None
    free_days_before: Annotated[int | None, Field(description="Days before the delivery; null: never free")]


class LateFeeOut(ResponseModel):
    """The fee for overdue payments: a percentage of the overdue amount, or an amount."""

    percent: PercentAnswer | None
    amount: CurrencyUnits | None
    every: Annotated[
        Literal["once", "month"], Field(description="Once for each payment, or each month until it is paid")
    ]
    grace_days: Annotated[int, Field(description="Days after the due date without a fee")]


class HoldTermsOut(ResponseModel):
    """The security hold on the customer's card: a percentage of the total, or an amount."""

    percent: PercentAnswer | None
    amount: CurrencyUnits | None
    days_before: Annotated[int, Field(description="Days before the delivery day when it is placed")]
    release_after_days: Annotated[int, Field(description="Days after the goods are back when it is released")]


class TipsOut(ResponseModel):
    """Tips that customers can add."""

    suggestions: Annotated[list[PercentAnswer], Field(description="Percentages of the order")]
    taxable: bool


def waiver_answer(waiver: DamageWaiver | None) -> WaiverOut | None:
    """Serialize a damage waiver."""
    if waiver is None:
        return None
    percent, amount = _cost(waiver)
    return WaiverOut(percent=percent, amount=amount, opt_out=waiver.opt_out)


def reschedule_fee_answer(fee: RescheduleFee | None) -> RescheduleFeeOut | None:
    """Serialize a rescheduling fee."""
    if fee is None:
        return None
    percent, amount = _cost(fee)
    return RescheduleFeeOut(percent=percent, amount=amount, free_days_before=fee.free_days)


def late_fee_answer(fee: LateFee | None) -> LateFeeOut | None:
    """Serialize a late fee."""
    if fee is None:
        return None
    percent, amount = _cost(fee)
    return LateFeeOut(
        percent=percent, amount=amount, every="month" if fee.monthly else "once", grace_days=fee.grace_days
    )


def hold_answer(hold: HoldTerms | None) -> HoldTermsOut | None:
    """Serialize a security hold."""
    if hold is None:
        return None
    percent, amount = _cost(hold)
    return HoldTermsOut(
        percent=percent, amount=amount, days_before=hold.days_before, release_after_days=hold.release_days
    )


def _cost(of: DamageWaiver | RescheduleFee | HoldTerms | LateFee) -> tuple[float | None, float | None]:
    """Return a cost as a percentage or an amount. A basis point is a hundredth of a percent, as a cent is of a
    dollar.
    """
    return units(of.basis_points) if of.basis_points else None, units(of.cents) if of.cents else None


def tips_answer(tips: Tips | None) -> TipsOut | None:
    """Serialize tips."""
    if tips is None:
        return None
    return TipsOut(suggestions=[units(share) for share in tips.suggestions], taxable=tips.is_taxable)


class MethodOut(ResponseModel):
    """A payment method other than a card, under the business's own name for it. ``kind`` is its accounting category."""

    kind: MethodKind
    name: str

    @classmethod
    def of(cls, method: PaymentMethod) -> Self:
        """Serialize a payment method."""
        return cls(kind=method.kind, name=method.name)


class PaymentTermsOut(ResponseModel):
    """Payment due dates, and the cost of canceling and rescheduling."""

    collect_at_booking: Literal["nothing", "deposit", "all"]
    balance_due_days: Annotated[int, Field(description="Days before the delivery day")]
    instalments: Annotated[int | None, Field(description="Number of equal installments; null for deposit and balance")]
    cancellation: Annotated[
        list[TierOut],
        Field(description="Earliest first. Empty: free for the hours in the booking rules, then the deposit"),
    ]
    reschedule_fee: RescheduleFeeOut | None
    late_fee: LateFeeOut | None
    automatic_charge: Annotated[bool, Field(description="Whether due payments are charged to the card on file")]
    hold: HoldTermsOut | None


def terms_answer(terms: PaymentTerms) -> PaymentTermsOut:
    """Serialize payment terms."""
    return PaymentTermsOut(
        collect_at_booking=terms.collect,
        balance_due_days=terms.balance_due_days,
        instalments=terms.instalments if terms.instalments > 1 else None,
        cancellation=[
            TierOut(days_before=tier.days_before, keep_percent=units(tier.keep_basis_points))
            for tier in terms.cancellation
        ],
        reschedule_fee=reschedule_fee_answer(terms.reschedule),
        late_fee=late_fee_answer(terms.late),
        automatic_charge=terms.automatic,
        hold=hold_answer(terms.hold),
    )


class PolicyOut(PaymentTermsOut):
    """A business's payment policy: due dates, payment methods and cancellation fees."""

    free_cancellation_hours: Annotated[
        int, Field(description="Hours before the delivery until which canceling is free, without tiers")
    ]
    deposit_percent: Annotated[PercentAnswer | None, Field(description="The price list's deposit, as a percentage")]
    deposit_amount: Annotated[CurrencyUnits | None, Field(description="The price list's deposit, as an amount")]
    unverified_venue_deposit: Annotated[
        CurrencyUnits, Field(description="The price list's least deposit at a venue that isn't verified; 0 for none")
    ]
    damage_waiver: WaiverOut | None
    tips: TipsOut | None
    methods: Annotated[list[MethodOut], Field(description="Payment methods without a card")]
    how_to_pay: Annotated[str | None, Field(description="The business's payment instructions")]
    how_to_pay_beside_cards: Annotated[
        bool, Field(description="Whether customers who can pay by card see the instructions too")
    ]


class AttemptOut(ResponseModel):
    """An automatic charge of a due part that was tried."""

    at: str
    result: AttemptResult


class DuePartOut(ResponseModel):
    """A part of a booking's price with its due date, amount and received amount."""

    due: str
    amount: CurrencyUnits
    paid: CurrencyUnits


class ChargedPartOut(DuePartOut):
    """A part of the price of a booking whose terms have automatic charges."""

    attempts: Annotated[
        list[AttemptOut], Field(description="Automatic charges of the card on file that were tried, oldest first")
    ]
    next_attempt: Annotated[str | None, Field(description="When the card on file is charged next")]


BookingPart = ChargedPartOut | DuePartOut
"""A part of a booking's price."""


class PolicyExampleOut(ResponseModel):
    """The payment schedule of an example booking made today."""

    total: CurrencyUnits
    delivery: str
    schedule: list[DuePartOut]


class PolicyWordsOut(ResponseModel):
    """A payment policy as the sentences shown to customers."""

    payment: Annotated[list[str], Field(description="Payment due dates")]
    cancellation: Annotated[list[str], Field(description="Cancellation fees")]
    extras: Annotated[list[str], Field(description="The damage waiver and tips")]
    example: PolicyExampleOut
