"""Contact details of demo people: email addresses and phone numbers that belong to no one."""

from unicodedata import combining, normalize
from zlib import crc32

_PLAIN = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "'": "", " ": "."})
_AREAS = ("212", "646", "718", "914", "845", "201")


def email_of(name: str) -> str:
    """Return an email address for a name at a domain reserved for examples."""
    letters = normalize("NFD", name.lower().replace(" & ", " ")).translate(_PLAIN)
    return f"{''.join(letter for letter in letters if not combining(letter))}@example.com"


def phone_of(name: str) -> str:
    """Return a phone number for a name; deterministic, from the hundred numbers per area code reserved for fiction."""
    number = crc32(name.encode())
    return f"({_AREAS[number % len(_AREAS)]}) 555-01{number % 100:02d}"
