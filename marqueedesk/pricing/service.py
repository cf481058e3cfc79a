"""Change price lists and payment policies. Nothing here commits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.delivery.zones import DeliveryZones, Zone
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.money import smallest_step
from marqueedesk.kit.text.text_forms import repeated
from marqueedesk.pricing import queries
from marqueedesk.pricing.errors import CardsNotReady
from marqueedesk.pricing.models import StoredPaymentPolicy, StoredPriceList
from marqueedesk.pricing.payment_terms import (
    DEFAULT_TERMS,
    CancellationTier,
    HoldTerms,
    LateFee,
    PaymentTerms,
    RescheduleFee,
)
from marqueedesk.pricing.policy_schemas import HoldInput, LateFeeInput, PolicyInput, RescheduleFeeInput, WaiverInput
from marqueedesk.pricing.policy_words import Deposit
from marqueedesk.pricing.price_list import (
    DEFAULT_COLOR,
    DEFAULT_PRICE_LIST,
    AddOn,
    Color,
    DamageWaiver,
    Finish,
    PriceList,
    Rate,
    Size,
    Tips,
    rate,
)
from marqueedesk.pricing.schemas import AddOnInput, ColorInput, FinishInput, PriceListChange, RateInput, SizeInput
from marqueedesk.pricing.ways_to_pay import PaymentMethod, stored_methods
from marqueedesk.pricing.zones_schemas import ZonesInput
from marqueedesk.settings import is_live_key
from marqueedesk.stripe.queries import connected, takes_cards

CostT = TypeVar("CostT", RescheduleFeeInput, LateFeeInput, WaiverInput, HoldInput)
_ROWS: Final = {
    "sizes": "sizes",
    "finishes": "finishes",
    "colors": "colors",
    "add_ons": "addOns",
    "difficulties": "difficulties",
}
_PRICED: Final = {"deposit_percent", "deposit_amount", "unverified_venue_deposit", "damage_waiver", "tips"}
"""Fields of a payment policy that the price list stores."""
_FIGURES: Final = {
    "unverified_venue_deposit": "unverified_venue_deposit_cents",
    "letter_price": "letter_price",
    "charge": "charge",
    "venue_surcharge_percent": "venue_surcharge_basis_points",
    "minimum_order": "minimum_order_cents",
    "delivery_fee": "delivery_fee_cents",
    "sales_tax_percent": "sales_tax_ppm",
    "deposit_percent": "deposit_basis_points",
    "deposit_flat": "deposit_flat_cents",
}


def change_price_list(db: Session, change: PriceListChange) -> PriceList:
    """Apply a change and return the whole price list (P2). Omitted fields stay the same.

    Existing bookings keep their price. Takes the operator's lock, so concurrent changes to different fields both apply.
    Raises Invalid with an error for each inconsistent field.
    """
    stored = stored_list(db)
    price_list = changed_list(PriceList.from_json(stored.data), change)
    stored.data = price_list.to_json()
    return price_list


def set_size_prices(db: Session, prices: Mapping[str, int]) -> bool:
    """Set letter prices in cents by size code, and return true if anything changed (P8).

    Sizes that are not on the price list are ignored. Takes the operator's lock.
    """
    stored = stored_list(db)
    before = PriceList.from_json(stored.data)
    sizes = tuple(replace(row, cents=prices.get(row.code, row.cents)) for row in before.sizes)
    stored.data = replace(before, sizes=sizes).to_json()
    return sizes != before.sizes


def change_tax_rules(db: Session, *, includes_tax: bool | None, is_small_business: bool | None) -> None:
    """Set whether prices include the tax and whether the business charges none; None leaves a rule as it is.

    Existing bookings keep their price. Takes the operator's lock for a change.
    """
    before = queries.price_list(db)
    rules = (
        before.includes_tax if includes_tax is None else includes_tax,
        before.is_small_business if is_small_business is None else is_small_business,
    )
    if rules != (before.includes_tax, before.is_small_business):
        stored = stored_list(db)
        price_list = PriceList.from_json(stored.data)
        stored.data = replace(price_list, includes_tax=rules[0], is_small_business=rules[1]).to_json()


def set_zones(db: Session, given: ZonesInput) -> DeliveryZones:
    """Replace the delivery zones. Takes the operator's lock. Raises Invalid for a duplicate name."""
    names = [row.name for row in given.zones]
    if twice := repeated(names):
        raise Invalid(fields={f"zones[{at}].name": f"“{names[at]}” appears twice" for at in twice})
    zones = DeliveryZones(
        tuple(
            Zone(row.name, tuple(row.zip_codes), row.fee, row.minimum_order, row.free_above, row.quote_only)
            for row in given.zones
        ),
        given.other.fee if given.other else None,
    )
    stored = stored_list(db)
    stored.data = replace(PriceList.from_json(stored.data), zones=zones).to_json()
    return zones


def change_policy(db: Session, operator: Operator, given: PolicyInput, keys: StripeKeys | None) -> PaymentTerms:
    """Apply the body's fields to the payment policy and return the whole policy. Existing bookings keep their terms.

    Deposit, damage waiver and tips are stored in the price list, because they are part of the price. ``keys`` are the
    installation's Stripe keys. Free cancellation is one of the operator's booking rules. Takes the operator's lock.

    Raises Invalid for a deposit or damage waiver with both a percentage and an amount, and CardsNotReady.
    """
    stored = queries.stored_policy_for_change(db)
    _change_prices(db, given)
    before = PaymentTerms.from_json(stored.data) if stored else DEFAULT_TERMS
    terms = merged_terms(before, given)
    if terms.collect not in {"nothing", before.collect}:
        _ensure_cards(db, operator.id, keys)
    if stored is None:
        stored = StoredPaymentPolicy(data={})
        db.add(stored)
    stored.data = terms.to_json()
    _change_ways(stored, given)
    if "free_cancellation_hours" in given.model_fields_set:
        operator.free_cancellation_hours = given.free_cancellation_hours
    db.flush()
    return terms


def _ensure_cards(db: Session, operator_id: int, keys: StripeKeys | None) -> None:
    """Raise CardsNotReady unless the business's customers can pay by card."""
    if takes_cards(db, operator_id, keys):
        return
    if keys is None:
        raise CardsNotReady(CardsNotReady.no_keys)
    account = connected(db, operator_id, live=is_live_key(keys.secret_key))
    raise CardsNotReady(None if account is None else CardsNotReady.incomplete)


def _change_ways(stored: StoredPaymentPolicy, given: PolicyInput) -> None:
    """Apply the body's payment methods and instructions."""
    named = given.model_fields_set
    if "methods" in named:
        stored.methods = stored_methods([PaymentMethod(row.kind, row.name) for row in given.methods])
    if "how_to_pay" in named:
        stored.how_to_pay = given.how_to_pay
    if "how_to_pay_beside_cards" in named:
        stored.how_to_pay_beside_cards = given.how_to_pay_beside_cards


def merged_terms(terms: PaymentTerms, given: PolicyInput) -> PaymentTerms:
    """Apply the body's fields to payment terms, except the deposit.

    Raises Invalid for a fee or hold with both a percentage and an amount.
    """
    named = given.model_fields_set
    if "collect_at_booking" in named:
        terms = replace(terms, collect=given.collect_at_booking)
    if "balance_due_days" in named:
        terms = replace(terms, balance_due_days=given.balance_due_days)
    if "instalments" in named:
        terms = replace(terms, instalments=given.instalments or 1)
    if "cancellation" in named:
        tiers = [CancellationTier(row.days_before, row.keep_percent) for row in given.cancellation]
        terms = replace(terms, cancellation=tuple(sorted(tiers, key=lambda tier: -tier.days_before)))
    if "reschedule_fee" in named:
        fee = _something(given.reschedule_fee, "rescheduleFee", "The fee")
        reschedule = RescheduleFee(fee.amount or 0, fee.percent or 0, fee.free_days_before) if fee else None
        terms = replace(terms, reschedule=reschedule)
    if "late_fee" in named:
        late = _something(given.late_fee, "lateFee", "The late fee")
        fee = LateFee(late.amount or 0, late.percent or 0, late.grace_days, late.every == "month") if late else None
        terms = replace(terms, late=fee)
    if "automatic_charge" in named:
        terms = replace(terms, automatic=given.automatic_charge)
    if "hold" in named:
        cost = _something(given.hold, "hold", "The hold")
        hold = (
            HoldTerms(cost.amount or 0, cost.percent or 0, cost.days_before, cost.release_after_days) if cost else None
        )
        terms = replace(terms, hold=hold)
    return terms


def _something(given: CostT | None, wire: str, what: str) -> CostT | None:
    """Normalize the cost of a fee or damage waiver; zero becomes None. Raises Invalid for both a percentage and an
    amount.
    """
    if given is None or not (given.percent or given.amount):
        return None
    if given.percent and given.amount:
        raise Invalid(fields={wire: f"{what} can be a percentage or an amount. Leave one empty"})
    return given


def _change_prices(db: Session, given: PolicyInput) -> None:
    if not given.model_fields_set & _PRICED:
        return
    stored = stored_list(db)
    stored.data = merged_prices(PriceList.from_json(stored.data), given).to_json()


def merged_prices(before: PriceList, given: PolicyInput) -> PriceList:
    """Apply the body's deposits, damage waiver and tips to a price list.

    A deposit by amount replaces one by percentage and vice versa; without either, there is no deposit. Raises Invalid
    for a deposit or damage waiver with both a percentage and an amount.
    """
    named = given.model_fields_set
    deposit = merged_deposit(Deposit(before.deposit_flat_cents, before.deposit_basis_points), given)
    changed = replace(before, deposit_basis_points=deposit.basis_points, deposit_flat_cents=deposit.cents)
    if "unverified_venue_deposit" in named:
        changed = replace(changed, unverified_venue_deposit_cents=given.unverified_venue_deposit)
    if "damage_waiver" in named:
        cost = _something(given.damage_waiver, "damageWaiver", "A damage waiver")
        waiver = DamageWaiver(cost.amount or 0, cost.percent or 0, cost.opt_out) if cost else None
        changed = replace(changed, waiver=waiver)
    if "tips" in named:
        tips = given.tips
        changed = replace(changed, tips=Tips(tuple(sorted(set(tips.suggestions))), tips.taxable) if tips else None)
    return changed


def merged_deposit(before: Deposit, given: PolicyInput) -> Deposit:
    """Apply the body's deposit. Raises Invalid for both a percentage and an amount."""
    named = given.model_fields_set
    if given.deposit_percent and given.deposit_amount:
        raise Invalid(fields={"depositAmount": "A deposit can be a percentage or an amount. Leave one empty"})
    percent, amount = before.basis_points, before.cents
    if "deposit_percent" in named:
        percent = given.deposit_percent or 0
        amount = 0 if percent else amount
    if "deposit_amount" in named:
        amount = given.deposit_amount or 0
        percent = 0 if amount else percent
    return Deposit(amount, percent)


def stored_list(db: Session) -> StoredPriceList:
    """Return the operator's stored price list under their lock; creates it from the defaults if missing."""
    stored = queries.stored_for_change(db)
    if stored is None:
        stored = StoredPriceList(data=queries.default_list(db).to_json())
        db.add(stored)
        db.flush()
    return stored


def set_currency(db: Session, operator: Operator, currency: str) -> None:
    """Set a business's currency, to whose smallest amount its prices are rounded from now on. They are not converted.
    Takes the operator's lock.
    """
    operator.currency = currency
    stored = queries.stored_for_change(db)
    if stored is not None:
        step = smallest_step(currency)
        stored.data = replace(PriceList.from_json(stored.data), step_cents=step).to_json()


def changed_list(price_list: PriceList, change: PriceListChange) -> PriceList:
    """Return a price list with a change applied; nothing is stored. Raises Invalid with an error for each inconsistent
    field.
    """
    values: dict[str, object] = {}
    for name in change.model_fields_set:
        value = getattr(change, name)
        values[_FIGURES.get(name, name)] = _read(name, value, price_list)
    changed = replace(price_list, **values)
    refused = _contradictions(changed)
    if refused:
        raise Invalid(fields=refused)
    return changed


def _read(name: str, value: Any, before: PriceList) -> Any:
    """Convert a changed field to the price list's format. Attributes omitted for a size, color or add-on stay
    the same.
    """
    if name == "sizes":
        heights = {row.code: row.height_inches for row in before.sizes}
        rows: Sequence[SizeInput] = value
        return tuple(
            Size(row.code, row.label, row.price, row.height_inches or heights.get(row.code, 0.0)) for row in rows
        )
    if name == "colors":
        swatches = {row.code: row.swatch for row in before.colors}
        colors: Sequence[ColorInput] = value
        return tuple(
            Color(
                row.code,
                row.label,
                row.price,
                row.swatch if "swatch" in row.model_fields_set else swatches.get(row.code),
            )
            for row in colors
        )
    if name == "add_ons":
        stands = {row.code for row in before.add_ons if row.is_stand}
        add_ons: Sequence[AddOnInput] = value
        return tuple(
            AddOn(row.code, row.label, row.price, row.code in stands if row.is_stand is None else row.is_stand)
            for row in add_ons
        )
    if name == "finishes":
        finishes: Sequence[FinishInput] = value
        return tuple(Finish(row.code, row.label) for row in finishes)
    if name in _ROWS:
        rates: Sequence[RateInput] = value
        return tuple(Rate(row.code, row.label, row.price) for row in rates)
    return value


def _contradictions(price_list: PriceList) -> dict[str, str]:
    refused: dict[str, str] = {}
    if not price_list.sizes:
        refused["sizes"] = "The price list needs at least one size"
    if rate(price_list.colors, DEFAULT_COLOR) is None:
        refused["colors"] = f"The price list needs the color “{DEFAULT_COLOR}”, the default for customers"
    usual = [row.code for row in DEFAULT_PRICE_LIST.difficulties]
    if sorted(row.code for row in price_list.difficulties) != sorted(usual):
        refused["difficulties"] = f"The price list needs a surcharge for each of: {', '.join(usual)}"
    for name, wire in _ROWS.items():
        codes: list[str] = [row.code for row in getattr(price_list, name)]
        twice = next((code for code in codes if codes.count(code) > 1), None)
        if twice is not None:
            refused.setdefault(wire, f"“{twice}” appears twice in the list")
    if price_list.deposit_basis_points and price_list.deposit_flat_cents:
        refused["depositFlat"] = "A deposit can be a percentage or an amount. Set the other one to 0"
    return refused
