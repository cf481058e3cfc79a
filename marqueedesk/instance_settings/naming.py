"""Put the installation's name into built pages and the logo (G1)."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path

from marqueedesk.instance_settings.cached_settings import USUAL_NAME

_WIDTH, _HEIGHT = 525, 100
_ROOM = 395
"""Width available for the name beside the logo's mark."""
_LARGEST, _SHARE = 58, 0.6
"""Maximum font size, and the width of a letter relative to the font size."""
_INKS = {True: ("#FBF8F2", "#FFB648"), False: ("#15121F", "#A35A00")}


def named_page(file: Path, name: str) -> str:
    """Return a built page with a different site name, which its scripts read from a meta element."""
    return _named_page(file, file.stat().st_mtime_ns, name)


@lru_cache(maxsize=16)
def _named_page(file: Path, _changed: int, name: str) -> str:
    escaped = escape(name)
    html = file.read_text(encoding="utf-8").replace(USUAL_NAME, escaped)
    return html.replace("<head>", f'<head><meta name="application-name" content="{escaped}">', 1)


@lru_cache(maxsize=8)
def named_logo(mark: Path, name: str, *, night: bool) -> str:
    """Return the mark with the name beside it in two tones, as large as its length allows."""
    first, _, rest = name.partition(" ")
    ink, second = _INKS[night]
    size = min(_LARGEST, _ROOM / (_SHARE * len(name)))
    drawn = mark.read_text(encoding="utf-8").replace(USUAL_NAME, escape(name))
    drawn = drawn.replace("<svg", '<svg width="100" height="100"', 1)
    tail = f'<tspan fill="{second}"> {escape(rest)}</tspan>' if rest else ""
    letters = f'font-family="system-ui, sans-serif" font-weight="700" font-size="{size:.1f}" xml:space="preserve"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(name)}">{drawn}<text x="122" y="{50 + size * 0.35:.1f}" fill="{ink}" {letters}>'
        f"{escape(first)}{tail}</text></svg>"
    )


_IN_SCRIPTS = {"contact": "the business that sent you here", "landing-claim": "100+ rental businesses"}
"""Default texts of a page, by the fact that replaces them. These facts are also passed to the page's script."""


def _in_script(data: str) -> str:
    """Escape JSON for a script element: no text in it can end the element or open a comment."""
    return data.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def with_facts(html: str, facts: Mapping[str, str]) -> str:
    """Return a page with Open Graph properties for link previews. Facts of `_IN_SCRIPTS` replace a text of the page.
    ``reviews`` is JSON-LD for search engines; browsers don't run it, so it needs no permission of the page's policy.
    """
    tags = "".join(
        f'<meta {"name" if name in _IN_SCRIPTS else "property"}="{name}" content="{escape(value)}">'
        for name, value in facts.items()
        if name != "reviews"
    )
    if "reviews" in facts:
        tags += f'<script type="application/ld+json">{_in_script(facts["reviews"])}</script>'
    for name in _IN_SCRIPTS.keys() & facts.keys():
        html = html.replace(_IN_SCRIPTS[name], escape(facts[name]))
    return html.replace("</title>", f"</title>{tags}", 1)
