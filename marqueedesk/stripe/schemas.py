"""What a card form starts with, and the answer to a webhook."""

from marqueedesk.kit.wire import Answer


class PaymentSetupAnswer(Answer):
    """What a card form starts with. ``publishable_key`` is null while the installation has no keys of the provider.

    ``script_url`` is set only where a stand-in takes the provider's place, whose script then comes from there; ``demo``
    says that no real money moves. ``currency`` is what plans and single payments to the platform are charged in.
    """

    publishable_key: str | None
    script_url: str | None
    demo: bool
    currency: str


class ReceivedAnswer(Answer):
    """The provider's event has arrived, for the first time or again."""

    received: bool
