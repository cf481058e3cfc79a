"""Response models of the card form's settings and of webhooks."""

from marqueedesk.kit.http.schemas import ResponseModel


class PaymentSetupOut(ResponseModel):
    """The settings of a card form. ``publishable_key`` is null while the installation has no keys for the provider.

    ``script_url`` is set only if a stand-in replaces the provider, and is where the script comes from then; ``demo``
    says that no real money moves. ``currency`` is what plans and single payments to the platform are charged in.
    """

    publishable_key: str | None
    script_url: str | None
    demo: bool
    currency: str


class ReceivedOut(ResponseModel):
    """The provider's event has arrived, for the first time or again."""

    received: bool
