"""People and the businesses they run: users, passwords, sessions, operators, memberships."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "access",  # who is calling: the one place that knows
    "call_limits",  # how often one may try or call, counted in transactions of their own
    "email_changes",  # another address, which confirms itself
    "errors",
    "fresh",  # who has shown lately whose sign-in it is
    "login_throttle",  # limits on guesses at a password
    "mail_domains",  # common mail providers, and the domain behind an address
    "models",
    "outgoing_email",  # when an email that a member sends goes out
    "passwords",  # what is stored of a password
    "picture_storage",  # the storage quota of a business's pictures
    "public_links",  # opening a page by its link
    "queries",
    "resets",  # the way back in for who forgot their password
    "rights",  # who may what: the one table
    "rules_schemas",  # the wire form of these rules
    "schemas",  # the wire form of a person, for the ways to become one
    "second_factor",  # codes of an authenticator app
    "serializers",  # a person as the wire shows them to themselves
    "service",
    "sessions",  # signing a browser in
    "weak_passwords",  # which passwords nobody may have
]
