"""The addresses of pages, and what is special about some of them."""

HELP_CHAPTERS = (
    "first-steps",
    "embedding",
    "requests",
    "quotes",
    "prices",
    "letters",
    "venues",
    "goods",
    "team",
    "account",
    "answers",
)
"""The chapters of the Help Center, which are files of frontend/src/features/help."""
PUBLIC_PATHS = frozenset({"/help", "/privacy", "/terms", "/status", *(f"/help/{chapter}" for chapter in HELP_CHAPTERS)})


APP_PATHS = PUBLIC_PATHS | {
    "/",
    "/auth",
    "/forgot-password",
    "/dashboard",
    "/bookings",
    "/day",
    "/repairs",
    "/inventory",
    "/venues",
    "/quotes",
    "/quotes/edit",
    "/settings",
    "/admin",
    "/admin/users",
    "/admin/subscriptions",
    "/admin/audit",
    "/admin/settings",
    "/subscription",
    "/checkout",
    "/payment-success",
}
LINK_PATHS = frozenset({"/reset-password", "/sign-in", "/invitation", "/confirm-email", "/keep-email"})
"""Pages of the app whose address holds the key to what they do."""
PAYMENT_PATHS = frozenset({"/checkout", "/payment-success"})
"""The pages that show the payment provider's card form or ask it for the outcome of a payment."""
FRAMED_PATHS = frozenset({"/booking", "/booking-widget", "/embed"})
