"""The table of the screens' fixed texts, and how to find each on the page.

`texts.csv` has a row for each required text: the section or decision that requires it, the screen, its state, the
location on the page, and the text. ``{names}`` stand for values created by the test.
"""

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

TABLE = Path(__file__).with_suffix(".csv")

HUES = {
    "red": [(0, 20), (340, 360)],
    "yellow": [(30, 65)],
    "orange": [(15, 40)],
    "green": [(80, 170)],
    "blue": [(195, 255)],
}
"""Hue ranges of color names, in degrees."""

COLOURS_OF = "element => { const style = getComputedStyle(element); return [style.color, style.backgroundColor] }"
BORDER_OF = "element => getComputedStyle(element.querySelector('span')).borderTopColor"


@dataclass(frozen=True)
class Row:
    """A text of a screen in one of its states."""

    section: str
    screen: str
    state: str
    where: str
    text: str


def rows() -> list[Row]:
    """Return the rows of the table."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        return [Row(**row) for row in csv.DictReader(file)]


def hue_and_strength(colour: str) -> tuple[float, float]:
    """Return the hue of a computed color in degrees, and its saturation (0 to 1)."""
    red, green, blue = (float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3])
    highest, lowest = max(red, green, blue), min(red, green, blue)
    strength = highest - lowest
    if strength == 0:
        return 0, 0
    if highest == red:
        hue = (green - blue) / strength % 6
    elif highest == green:
        hue = (blue - red) / strength + 2
    else:
        hue = (red - green) / strength + 4
    return hue * 60, strength


def is_coloured(colour: str, name: str) -> bool:
    """Return whether a computed color matches a color name."""
    hue, strength = hue_and_strength(colour)
    return strength > 0.03 and any(low <= hue <= high for low, high in HUES[name])


# --- Locations of a text: each function returns the places where the text may be, one of which must be visible ---


def _named(role: str) -> Callable[[Page, str, str], Locator]:
    def find(page: Page, text: str, _rest: str) -> Locator:
        return page.get_by_role(role, name=text, exact=True)  # pyright: ignore[reportArgumentType]

    return find


def _link(page: Page, text: str, target: str) -> Locator:
    return page.locator(f'a[href="{target.removeprefix("to ")}"]').filter(has_text=text)


def _error(page: Page, text: str, field: str) -> Locator:
    control = page.get_by_label(field.removeprefix("of "), exact=True)
    expect(control).to_have_attribute("aria-invalid", "true")
    note = (control.get_attribute("aria-describedby") or "").split()[0]
    return (
        page.locator(f'[id="{note}"]')
        .get_by_text(text, exact=True)
        .or_(page.locator(f'[id="{note}"]').filter(has_text=re.compile(f"^{re.escape(text)}$")))
    )


def _toast(page: Page, text: str, _rest: str) -> Locator:
    return page.get_by_role("region", name="Notifications (F8)").get_by_text(text, exact=True)


def _listitem(page: Page, text: str, _rest: str) -> Locator:
    words = r"\s*".join(re.escape(word) for word in re.split(r" (?=\d+ bookings)", text))
    return page.get_by_role("listitem").filter(has_text=re.compile(words))


def _cell(page: Page, text: str, _rest: str) -> Locator:
    return page.get_by_role("cell").filter(has_text=re.compile(f"^{re.escape(text)}"))


def _option(page: Page, text: str, _rest: str) -> Locator:
    # An option is never visible itself; its list is.
    return page.locator("select").filter(has=page.locator("option").filter(has_text=re.compile(f"^{re.escape(text)}$")))


FINDERS: dict[str, Callable[[Page, str, str], Locator]] = {
    **{role: _named(role) for role in ("heading", "button", "tab", "menuitem", "progressbar", "columnheader")},
    "link": _link,
    "error": _error,
    "toast": _toast,
    "listitem": _listitem,
    "cell": _cell,
    "option": _option,
    "status": lambda page, text, _rest: page.get_by_role("status").filter(has_text=text),
    "image": lambda page, text, _rest: page.get_by_role("img", name=text),
    "label": lambda page, text, _rest: page.get_by_label(text, exact=True),
    "placeholder": lambda page, text, _rest: page.get_by_placeholder(text, exact=True),
    "text": lambda page, text, _rest: page.get_by_text(text, exact=True),
    "part": lambda page, text, _rest: page.get_by_text(text),
}
"""Finders by the first word in the location column; the rest is passed on: `link to /auth`, `error of Email`."""


def expect_text(page: Page, where: str, text: str) -> None:
    """Fail unless the text is visible at its location."""
    first, _, rest = where.partition(" ")
    if where == "title":
        expect(page).to_have_title(text)
    elif where.startswith("value of "):
        control = page.get_by_label(where.removeprefix("value of "), exact=True)
        expect(control.and_(page.locator("input, select"))).to_have_value(text)
    elif where.startswith("disabled "):
        found = page.get_by_role("button", name=text, exact=True)
        expect(found).to_be_visible()
        expect(found).to_be_disabled()
    elif rest == "badge":
        found = page.get_by_text(text, exact=True).and_(page.locator("span")).filter(visible=True).first
        expect(found).to_be_visible()
        colours = found.evaluate(COLOURS_OF)
        assert all(is_coloured(colour, first) for colour in colours), f"{text} is {colours}, not {first}"
    elif rest == "tile":
        found = page.get_by_role("button", name=re.compile(f"^{re.escape(text)}")).first
        expect(found).to_be_visible()
        colour = found.evaluate(BORDER_OF)
        if first == "neutral":
            assert not any(is_coloured(colour, name) for name in ("red", "yellow")), f"{text} is {colour}"
        else:
            assert is_coloured(colour, first), f"{text} is {colour}, not {first}"
    else:
        expect(FINDERS[first](page, text, rest).filter(visible=True).first).to_be_visible()
