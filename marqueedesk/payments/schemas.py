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
