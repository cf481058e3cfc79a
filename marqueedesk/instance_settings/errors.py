"""Errors of the installation's settings."""

from marqueedesk.kit.errors import Conflict, Invalid


class SetByEnvironment(Conflict):
    """A setting that the environment fixes was sent with a different value (G2)."""

    code = "set_by_environment"
    message = "Set by the server’s environment. You can’t change it here."


class LiveKeyInTestMode(Invalid):
    """A live provider key was entered while test mode is on (G1)."""

    message = "Test mode only accepts test keys. Turn off test mode to use a live key."
