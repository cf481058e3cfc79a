"""The lines of a rental: letters in a size, color and finish, an item, or a package of both. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from marqueedesk.inventory.message import MessageRefused, count_letters, split_message
from marqueedesk.inventory.models import Per
from marqueedesk.inventory.pieces import Piece, count_pieces
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.price_list import DEFAULT_COLOR

MOST_LINES: Final = 20
MOST_LETTERS: Final = 120
"""Limit of letters in a booking over all lines. The limit per line is message.MAX_LETTERS."""
LONGEST_MESSAGE: Final = 500
"""Limit of characters in the texts of all lines together."""
BETWEEN_TEXTS: Final = " / "
TURNED: Final = {a: b for pair in ("69", "WM", "NZ", "0O", "1I") for a, b in (pair, pair[::-1])}
"""Letters that can substitute for each other: one rotated gives the other, or both look alike."""


@dataclass(frozen=True, slots=True)
class LettersLine:
    """A line of letters: a text in one size, color and finish, with add-ons. Created by `letters_line`."""

    text: str
    letters: tuple[str, ...]
    size: str
    """Empty if none was chosen."""
    color: str = DEFAULT_COLOR
    add_ons: tuple[str, ...] = ()
    finish: str = ""
    """Empty for the default finish (inventory.pieces)."""
    turned: tuple[str, ...] = ()
    """Letters of the text made from a substitute (`TURNED`), once per occurrence."""
    exceptions: tuple[tuple[int, str], ...] = ()
    """Letters in another finish than the line's: their index in `letters` and their finish, by index."""
    custom_color: str = ""
    """The color that the customer entered for a color option such as "Custom"; empty if none."""

    @property
    def needed(self) -> dict[str, int]:
        """Return how many of each letter the line needs."""
        return count_letters(self.letters)

    @property
    def needs(self) -> dict[Piece, int]:
        """Return the pieces that the line takes from the stock."""
        if not self.exceptions:
            counts = self.needed
            for letter in self.turned:
                counts[letter] -= 1
                counts[TURNED[letter]] = counts.get(TURNED[letter], 0) + 1
            return {Piece(self.size, letter, self.finish): count for letter, count in counts.items() if count}
        return count_pieces([{piece: 1} for piece in self.pieces])

    @property
    def pieces(self) -> list[Piece]:
        """Return the piece of each letter, in spelling order. Substitutes stand for the first letters in the line's own
        finish.
        """
        own_finish = dict(self.exceptions)
        left = list(self.turned)
        pieces: list[Piece] = []
        for index, letter in enumerate(self.letters):
            made_of = letter
            if letter in left and index not in own_finish:
                left.remove(letter)
                made_of = TURNED[letter]
            pieces.append(Piece(self.size, made_of, own_finish.get(index, self.finish)))
        return pieces

    def is_like(self, other: "Line") -> bool:
        """Return true if both lines have the same letters in the same size with the same options, and so cost
        the same.
        """
        return isinstance(other, LettersLine) and (
            self.letters,
            self.size,
            self.finish,
            self.color,
            set(self.add_ons),
        ) == (other.letters, other.size, other.finish, other.color, set(other.add_ons))


@dataclass(frozen=True, slots=True)
class ItemLine:
    """A quantity of an item, with the item's name and price when it was added."""

    item_id: int
    quantity: int
    name: str
    cents: int
    """Price per piece, either per day or per event depending on ``per``."""
    per: Per
    is_counted: bool
    """True if its pieces are held; false for a service, which never runs out."""
    is_taxable: bool = True

    @property
    def needs(self) -> dict[Piece, int]:
        """Return the pieces that the line takes from the stock."""
        return {Piece.of_item(self.item_id): self.quantity} if self.is_counted else {}

    def is_like(self, other: "Line") -> bool:
        """Return true if both lines have the same quantity of the same item."""
        return isinstance(other, ItemLine) and (self.item_id, self.quantity) == (other.item_id, other.quantity)


@dataclass(frozen=True, slots=True)
class PackageLine:
    """A package with the words in its blanks: its parts, and its own price if any."""

    package_id: int
    name: str
    words: tuple[str, ...]
    parts: tuple[LettersLine | ItemLine, ...]
    cents: int | None
    """Price per booking, regardless of days; None for the sum of its parts."""

    @property
    def needs(self) -> dict[Piece, int]:
        """Return the pieces that the line takes from the stock."""
        return count_pieces([part.needs for part in self.parts])

    def is_like(self, other: "Line") -> bool:
        """Return true if both lines are the same package with the same words."""
        return isinstance(other, PackageLine) and (self.package_id, self.words) == (other.package_id, other.words)


Line = LettersLine | ItemLine | PackageLine
Lines = tuple[Line, ...]


def parts_of(lines: Iterable[Line]) -> list[LettersLine | ItemLine]:
    """Return all lines of letters and items, including those in packages."""
    parts: list[LettersLine | ItemLine] = []
    for line in lines:
        parts += line.parts if isinstance(line, PackageLine) else (line,)
    return parts


def letters_lines(lines: Iterable[Line]) -> list[LettersLine]:
    """Return all lines of letters, including those in packages."""
    return [part for part in parts_of(lines) if isinstance(part, LettersLine)]


def item_names(lines: Iterable[Line]) -> dict[int, str]:
    """Return the names of the items in these lines."""
    return {part.item_id: part.name for part in parts_of(lines) if isinstance(part, ItemLine)}


def custom_colors(lines: Iterable[Line]) -> list[str]:
    """Return the color that the customer entered for each line of letters; empty for lines without one."""
    return [line.custom_color for line in letters_lines(lines)]


def title_of(lines: Sequence[Line]) -> str:
    """Return the title of a rental: the texts of its letters, or the names of its items if it has no letters."""
    texts = [line.text for line in letters_lines(lines)]
    if texts:
        return BETWEEN_TEXTS.join(texts)
    names = [f"{part.quantity} × {part.name}" for part in parts_of(lines) if isinstance(part, ItemLine)]
    return ", ".join(names)[:LONGEST_MESSAGE]


def sign_text(lines: Iterable[Line]) -> str:
    """Return the text on a rental's sign: the texts of all its letters. Empty if only items are rented."""
    return " ".join([line.text for line in letters_lines(lines)])


def said_of(lines: Sequence[Line], size_name: Callable[[str], str], finish_name: Callable[[str], str]) -> str:
    """Describe lines for the history: "MR & MRS (4ft), 2026 (2ft, 0 in RGB), 2 × Balloon arch"."""
    texts: list[str] = []
    for line in lines:
        if isinstance(line, LettersLine):
            others = [f"{line.letters[index]} in {finish_name(finish)}" for index, finish in line.exceptions]
            color = [line.custom_color] if line.custom_color else []
            texts.append(f"{line.text} ({', '.join([size_name(line.size), *color, *others])})")
        elif isinstance(line, ItemLine):
            texts.append(f"{line.quantity} × {line.name}")
        else:
            texts.append(f"{line.name}: {' '.join(line.words)}" if line.words else line.name)
    return ", ".join(texts)


def letters_line(
    text: str,
    *,
    size: str,
    color: str | None = None,
    add_ons: Sequence[str] = (),
    finish: str = "",
    turned: Sequence[str] = (),
    exceptions: Iterable[tuple[int, str]] = (),
    custom_color: str = "",
    field: str = "message",
) -> LettersLine:
    """Create a line of letters. Raises Invalid on ``field`` (L1), and for letters in ``turned`` or ``exceptions`` that
    aren't in the text. The default color has no ``custom_color``.
    """
    letters = tuple(read_letters(text, field))
    if any(letter not in TURNED or turned.count(letter) > letters.count(letter) for letter in turned):
        path = f"{field.removesuffix('text')}turned" if field.endswith("text") else field
        raise Invalid(fields={path: "Only letters in the text that have a substitute can be substituted"})
    others = dict(exceptions)
    if any(index >= len(letters) for index in others):
        path = f"{field.removesuffix('text')}exceptions" if field.endswith("text") else field
        raise Invalid(fields={path: f"The text has {len(letters)} letters; the first has index 0"})
    return LettersLine(
        text,
        letters,
        size,
        color or DEFAULT_COLOR,
        tuple(add_ons),
        finish,
        tuple(sorted(turned)),
        tuple(sorted((index, other) for index, other in others.items() if other != finish)),
        custom_color if (color or DEFAULT_COLOR) != DEFAULT_COLOR else "",
    )


def read_letters(message: str, field: str = "message") -> list[str]:
    """Return the message's letters. Raises Invalid on ``field`` (L1)."""
    try:
        return split_message(message)
    except MessageRefused as refused:
        raise Invalid(fields={field: str(refused)}) from None


def check_together(lines: Sequence[Line]) -> None:
    """Raise Invalid on ``lines`` if together they exceed a booking's limits of letters or characters."""
    letters = sum([len(line.letters) for line in letters_lines(lines)])
    if letters > MOST_LETTERS:
        raise Invalid(
            fields={"lines": f"All lines together can have at most {MOST_LETTERS} letters; these have {letters}"}
        )
    if len(title_of(lines)) > LONGEST_MESSAGE:
        raise Invalid(fields={"lines": f"The texts of all lines can have at most {LONGEST_MESSAGE} characters"})


def in_size(lines: Lines, size: str) -> Lines:
    """Return the lines with all letters in another size; packages are unchanged."""
    return tuple([replace(line, size=size) if isinstance(line, LettersLine) else line for line in lines])
