"""Response models of the card form's settings and of webhooks."""

from marqueedesk.kit.http.schemas import ResponseModel


class PaymentSetupOut(ResponseModel):
    """Settings of a card form. ``publishable_key`` is null if the installation has no Stripe keys.

    ``script_url`` is the source of the script, set only if a stand-in replaces the provider; ``demo`` means that no
    real money moves. ``currency`` is that of plans and single payments to the platform.
    """

    publishable_key: str | None
    script_url: str | None
    demo: bool
    currency: str


class ReceivedOut(ResponseModel):
    """Confirmation that an event was received, whether new or repeated."""

    received: bool
