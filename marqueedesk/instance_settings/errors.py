"""Errors of the installation's settings."""

from marqueedesk.kit.errors import Conflict, Invalid


class SetByEnvironment(Conflict):
    """Another value for a setting that the server's environment gives (G2)."""

    code = "set_by_environment"
    sentence = "Set in the environment of the server. It cannot be changed here."


class LiveKeyInTestMode(Invalid):
    """A live key of the payment provider while test mode is on (G1)."""

    sentence = "Test mode takes test keys only. Turn test mode off to use a live key."
