"""People and the businesses they run: users, passwords, sessions, operators, memberships."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "access",  # resolves the caller of a request
    "call_limits",  # limits on attempts and calls, counted in separate transactions
    "dependencies",  # FastAPI dependencies of signed-in routes: session, caller, permission
    "email_changes",  # email changes and their confirmation
    "errors",
    "fresh",  # recent re-authentication
    "login_throttle",  # limits on guesses at a password
    "mail_domains",  # common mail providers, and the domain behind an address
    "models",
    "outgoing_email",  # expected sending time of a member's email
    "passwords",  # password hashes
    "picture_storage",  # the storage quota of a business's pictures
    "public_links",  # pages opened by a token link
    "queries",
    "resets",  # password reset and sign-in links
    "rights",  # permissions of each role
    "rules_schemas",  # request and response models of booking rules
    "schemas",  # request and response models of users
    "second_factor",  # codes of an authenticator app
    "serializers",  # response for the signed-in user
    "service",
    "sessions",  # starting a session
    "weak_passwords",  # rejection of common passwords
]
