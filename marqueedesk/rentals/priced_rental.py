"""A rental with its price: the request, the rates, and the resulting amounts. Pure."""

from dataclasses import dataclass, replace
from typing import Self

from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.agreed_price import AgreedPrice
from marqueedesk.pricing.breakdown import Breakdown, Discount, DiscountTooLarge, Tip, price
from marqueedesk.pricing.rates import AnyRates, OrderRates
from marqueedesk.rentals.rental_request import OwnLine, RentalRequest


@dataclass(frozen=True, slots=True)
class PricedRental:
    """A rental and its price. ``own_total_cents`` is the operator's custom total (P5)."""

    request: RentalRequest
    price: AgreedPrice
    own_total_cents: int | None = None

    @classmethod
    def at_rates(
        cls, request: RentalRequest, lines: tuple[AnyRates, ...], order: OrderRates, *, caps_discount: bool = False
    ) -> Self:
        """Create the rental at these rates. With ``caps_discount`` a fixed discount is limited to the discountable
        amount.

        Raises Invalid on ``discount`` if it exceeds the order.
        """
        extras = [line.cents for line in request.own_lines]
        takes_waiver = order.waiver is not None and (order.waiver.opt_out if request.waiver is None else request.waiver)
        discount, days = request.discount, request.rental_days
        if caps_discount and discount.cents:
            whole = price(lines, order, days, extras=extras)
            discount = Discount(cents=min(discount.cents, whole.order_cents))
        if order.exemption != request.exemption:
            order = replace(order, exemption=request.exemption)
        delivery = request.days.delivery.day if request.days else None
        is_exempt = request.exemption is not None and request.exemption.holds_on(delivery)
        try:
            figures = price(
                lines,
                order,
                days,
                extras=extras,
                discount=discount,
                waiver=takes_waiver,
                tip=request.tip,
                is_exempt=is_exempt,
            )
        except DiscountTooLarge as too_large:
            most = f"{too_large.order_cents / 100:,.{2 if order.step_cents == 1 else 0}f}"
            raise Invalid(
                fields={"discount": f"The discount can be at most {most}, the amount it applies to"}
            ) from None
        return cls(request, AgreedPrice(figures, lines, order))

    @property
    def breakdown(self) -> Breakdown:
        """Return the computed price by line."""
        return self.price.breakdown

    @property
    def total_cents(self) -> int:
        """Return the price to charge: the custom total, if any, else the computed one."""
        return self.breakdown.total_cents if self.own_total_cents is None else self.own_total_cents

    @property
    def has_open_price(self) -> bool:
        """Return true if the delivery fee or the sales tax isn't final yet."""
        order = self.price.order
        return order is not None and (order.delivery_is_open or self.breakdown.tax_is_open)


def agreed_rental(request: RentalRequest, agreed: AgreedPrice, *, total_cents: int | None = None) -> PricedRental:
    """Return a rental at its agreed price. Custom lines and discount are taken from the price unless the request has
    its own; ``total_cents`` is the amount charged.
    """
    figures = agreed.breakdown
    if not request.own_lines and figures.extras_cents:
        request = replace(request, own_lines=(OwnLine("Extras", figures.extras_cents),))
    discount = Discount(
        cents=0 if figures.discount_basis_points else figures.discount_cents,
        basis_points=figures.discount_basis_points,
    )
    own = total_cents if total_cents not in {None, figures.total_cents} else None
    request = replace(
        request,
        discount=discount,
        waiver=figures.damage_waiver_cents > 0,
        tip=Tip(cents=figures.tip_cents),
        exemption=agreed.order.exemption if agreed.order else None,
    )
    return PricedRental(request, agreed, own)
