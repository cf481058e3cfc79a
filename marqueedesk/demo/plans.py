"""What the demo's businesses can subscribe to."""

from marqueedesk.billing.schemas import PlanInput

PLANS = (
    PlanInput(
        name="Starter",
        description="For the first letters in the garage.",
        price=0,
        features=["Public booking form", "Stock by letter and day", "Quotes and papers as PDF"],
    ),
    PlanInput(
        name="Professional",
        description="For a business that delivers every weekend.",
        price=2900,
        trial_days=14,
        features=["Everything in Starter", "Card payments by your customers", "Reports and exports"],
    ),
    PlanInput(
        name="Professional, by the year",
        description="Two months for free.",
        price=29_000,
        interval="annual",
        features=["Everything in Professional", "One invoice a year"],
    ),
)
