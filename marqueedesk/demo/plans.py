"""Subscription plans of the demo. No plan restricts features (S6), so their descriptions don't suggest it."""

from marqueedesk.billing.schemas import PlanInput

PLANS = (
    PlanInput(
        name="Starter",
        description="For the first letters in the garage.",
        price=0,
        features=["Every function of the product", "As many bookings and people as you have", "Help Center"],
    ),
    PlanInput(
        name="Professional",
        description="All features, with support by email. For a business that delivers every weekend.",
        price=2900,
        trial_days=14,
        features=["Questions answered by email within a business day", "Help with moving your letters and bookings in"],
    ),
    PlanInput(
        name="Professional, by the year",
        description="Two months for free.",
        price=29_000,
        interval="annual",
        features=["The same answers and help", "One invoice a year"],
    ),
)
