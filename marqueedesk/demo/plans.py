"""Subscription plans of the demo. No plan restricts features (S6), so their descriptions don't suggest it."""

from marqueedesk.billing.schemas import PlanInput

PLANS = (
    PlanInput(
        name="Starter",
        description="For your first letters in the garage.",
        price=0,
        features=["Every feature", "Unlimited bookings and team members", "Help Center"],
    ),
    PlanInput(
        name="Professional",
        description="All features, with support by email. For a business that delivers every weekend.",
        price=2900,
        trial_days=14,
        features=["Questions answered by email within a business day", "Help importing your letters and bookings"],
    ),
    PlanInput(
        name="Professional, by the year",
        description="Two months free.",
        price=29_000,
        interval="annual",
        features=["The same email support", "One invoice a year"],
    ),
)
