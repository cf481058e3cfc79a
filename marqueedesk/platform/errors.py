"""What can go wrong with the installation's settings."""

from marqueedesk.kit.errors import Invalid


class LiveKeyInTestMode(Invalid):
    """A live key of the payment provider while test mode is on (G1)."""

    sentence = "Test mode takes test keys only. Turn test mode off to use a live key."
