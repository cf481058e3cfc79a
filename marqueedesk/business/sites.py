"""Sites that may embed an operator's public form: convert addresses as typed to Content-Security-Policy sources (W6).

Sites are stored in CSP syntax: ``https://www.example.com``, ``www.example.com`` for the product's own scheme,
``*.example.com`` for all subdomains. Only text that matches `_SPELLED` gets into a header, so no stored text can end a
directive or a header.
"""

import re
from collections.abc import Iterable, Sequence
from ipaddress import AddressValueError, IPv4Address
from typing import Final

import idna

from marqueedesk.kit.errors import Invalid

MOST_SITES: Final = 20
LONGEST_ENTRY: Final = 2000
_LONGEST_NAME: Final = 253
_SHOWN: Final = 60
_PORTS: Final = {"http": "80", "https": "443"}
_HIGHEST_PORT: Final = 65_535
_TYPED = re.compile(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?P<slashes>//)?(?P<name>[^\s/?#\\:@;,'\"<>\[\]]+)"
    r"(?::(?P<port>[0-9]{1,5}))?(?:[/?#].*)?"
)
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_SPELLED = re.compile(rf"(?:https?://)?(?:\*\.)?{_LABEL}(?:\.{_LABEL})*(?::[0-9]{{1,5}})?")


def normal_site(typed: str) -> str:
    """Normalize an address or host name to its origin, or to the bare name without a scheme.

    ``https://www.Example.com/page`` becomes ``https://www.example.com``. Raises ValueError, whose text is the end of a
    sentence.
    """
    text = typed.strip()
    if text == "*":
        raise ValueError("would allow every site; leave the list empty for that")
    # Without slashes, a port looks like the rest of a scheme: www.example.com:8080.
    found = _TYPED.fullmatch(text) if "://" in text or text.startswith("//") else _TYPED.fullmatch("//" + text)
    scheme = (found["scheme"] or "").lower() if found else ""
    if found is None or not found["slashes"] or not text.isprintable():
        raise ValueError("is not the address of a site, such as www.example.com")
    if scheme and scheme not in _PORTS:
        raise ValueError("must begin with https:// or http://")
    name = _normal_name(found["name"])
    port = (found["port"] or "").lstrip("0")
    if found["port"] and not 1 <= int(found["port"]) <= _HIGHEST_PORT:
        raise ValueError(f"has a port that does not exist; ports go from 1 to {_HIGHEST_PORT}")
    site = (f"{scheme}://" if scheme else "") + name
    if port and port != _PORTS.get(scheme):
        site += f":{port}"
    if not _SPELLED.fullmatch(site):
        raise ValueError("is not the address of a site, such as www.example.com")
    return site


def _normal_name(name: str) -> str:
    """Return a host name in lowercase ASCII, keeping a leading ``*.``. Raises ValueError."""
    below = name.startswith("*.")
    plain = name.removeprefix("*.").removesuffix(".")
    if "*" in plain:
        raise ValueError("may have a * only at its beginning, as in *.example.com")
    try:
        ascii_name = idna.encode(plain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise ValueError("is not the address of a site, such as www.example.com") from None
    if re.fullmatch(r"[0-9.]+", ascii_name):
        try:
            IPv4Address(ascii_name)
        except AddressValueError:
            raise ValueError("is not the address of a site, such as www.example.com") from None
        if below:
            raise ValueError("may have a * only before a name, as in *.example.com")
    elif "." not in ascii_name and (below or ascii_name != "localhost"):
        raise ValueError("needs its full name, such as www.example.com")
    if len(ascii_name) > _LONGEST_NAME:
        raise ValueError("is not the address of a site, such as www.example.com")
    return ("*." if below else "") + ascii_name


def normal_sites(entries: Sequence[str]) -> list[str]:
    """Normalize a list of sites: each once, in the given order, without empty lines.

    Raises Invalid on the list and on each rejected entry: ``allowedSites`` and ``allowedSites.<position>``.
    """
    sites: dict[str, None] = {}
    refused: dict[int, str] = {}
    for position, typed in enumerate(entries):
        if not typed.strip():
            continue
        try:
            sites[normal_site(typed)] = None
        except ValueError as problem:
            refused[position] = f"“{_shown(typed)}” {problem}"
    if refused:
        first = next(iter(refused.values()))
        listed = first if len(refused) == 1 else f"{len(refused)} of the sites cannot be used"
        fields = {f"allowedSites.{position}": sentence for position, sentence in refused.items()}
        raise Invalid(fields={"allowedSites": listed} | fields)
    if len(sites) > MOST_SITES:
        raise Invalid(fields={"allowedSites": f"At most {MOST_SITES} sites can be listed"})
    return list(sites)


def _shown(typed: str) -> str:
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in typed.strip())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def frame_ancestors(sites: Iterable[str]) -> str | None:
    """Return the sources of a frame-ancestors directive: the product itself and the listed sites. If the list is empty,
    returns None: there is no directive, so any site may embed the form.

    Invalid stored entries are skipped: a list with no valid entry allows no other site.
    """
    listed = list(sites)
    if not listed:
        return None
    return " ".join(["'self'", *(site for site in listed if _SPELLED.fullmatch(site))])
