"""People and the businesses they run: users, passwords, sessions, operators, memberships."""

# Public modules of this package; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "access",  # resolves the caller of a request
    "call_limits",  # limits on attempts and calls, counted in separate transactions
    "dependencies",  # FastAPI dependencies of signed-in routes: session, caller, permissions
    "email_changes",  # email changes and their confirmation
    "errors",
    "fresh",  # recent re-authentication
    "login_throttle",  # limits on password guesses
    "mail_domains",  # common mail providers, and the domain an address belongs to
    "models",
    "outgoing_email",  # when a member's email will be sent
    "passwords",  # password hashes
    "picture_storage",  # storage quota for a business's pictures
    "public_links",  # pages opened by a link with a token
    "queries",
    "resets",  # password reset and sign-in links
    "rights",  # permissions of each role
    "rules_schemas",  # request and response models of booking rules
    "schemas",  # request and response models of users
    "second_factor",  # codes of an authenticator app
    "serializers",  # response for the signed-in user
    "service",
    "sessions",  # starting a session
    "suspension",  # suspending and slowing a business, support access
    "weak_passwords",  # rejection of common passwords
]
