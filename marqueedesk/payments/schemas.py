"""What people get back."""

from marqueedesk.kit.wire import Answer


class AccountStatusAnswer(Answer):
    """A business's connected account at the payment provider; ``account_id`` is null while there is none.

    ``needs_stripe_key`` says that this installation has no keys of the provider, so that no account can be made.
    """

    has_account: bool
    details_submitted: bool
    account_id: str | None
    charges_enabled: bool
    payouts_enabled: bool
    needs_stripe_key: bool


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


class LinkAnswer(Answer):
    """An address at the provider, for the account's owner alone."""

    url: str
