"""Apply a resolution to the lines of the bookings it changes. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from marqueedesk.bookings.goods.risk_options import Demands, Option, least_free
from marqueedesk.inventory.pieces import Piece
from marqueedesk.rentals.lines import ItemLine, LettersLine, Line, Lines, PackageLine, letters_lines


def option_id(option: Option) -> str:
    """Return the id of a resolution: the same as long as the shortage and its solution are the same."""
    other = _piece_id(option.other) if option.other else ""
    return f"{option.kind}|{_piece_id(option.piece)}|{other}|{option.booking_id or ''}"


def _piece_id(piece: Piece) -> str:
    return f"{piece.size}:{piece.letter}:{piece.finish}"


def with_finish(lines: Lines, piece: Piece, finish: str, count: int) -> Lines:
    """Return the lines with the last ``count`` letters made of ``piece`` in another finish, given as stored."""
    left = count

    def exchanged(line: LettersLine) -> LettersLine:
        nonlocal left
        found = [index for index, made_of in enumerate(line.pieces) if made_of == piece]
        taken = found[max(0, len(found) - left) :] if left else []
        left -= len(taken)
        exceptions = {**dict(line.exceptions), **dict.fromkeys(taken, finish)}
        in_own_finish = {index: other for index, other in exceptions.items() if other != line.finish}
        return replace(line, exceptions=tuple(sorted(in_own_finish.items())))

    return tuple(reversed(_each(tuple(reversed(lines)), exchanged)))


def in_other_size(lines: Lines, piece: Piece, size: str) -> Lines:
    """Return the lines with every text that contains ``piece`` in another size, because a text in two sizes looks
    wrong.
    """
    return _each(lines, lambda line: replace(line, size=size) if piece in line.needs else line)


def _each(lines: Lines, change: Callable[[LettersLine], LettersLine]) -> Lines:
    """Apply a change to every line of letters, including those in packages."""

    def part(line: LettersLine | ItemLine) -> LettersLine | ItemLine:
        return change(line) if isinstance(line, LettersLine) else line

    def whole(line: Line) -> Line:
        return replace(line, parts=tuple(map(part, line.parts))) if isinstance(line, PackageLine) else part(line)

    return tuple(map(whole, lines))


def changed_lines(option: Option, own: Lines, partner: Lines = ()) -> tuple[Lines, Lines]:
    """Return the lines of the booking at risk, and those of its partner in a swap, after a resolution of kind finish,
    size or swap.
    """
    other = option.other
    if other is None:
        return own, partner
    if option.kind == "finish":
        return with_finish(own, option.piece, other.finish, option.count), partner
    if option.kind == "size":
        return in_other_size(own, option.piece, other.size), partner
    return own, with_finish(partner, option.piece, other.finish, option.count)


def texts_in_other_size(lines: Lines, piece: Piece) -> list[str]:
    """Return the texts that a resolution of kind size changes."""
    return [line.text for line in letters_lines(lines) if piece in line.needs]


def can_apply(
    option: Option, lines: Lines, booking_id: int, owned: Mapping[Piece, int], demands: Demands, since: date
) -> bool:
    """Return true if a resolution can be offered.

    Another size has to have enough of every letter of the text, in its finish. A swap has to leave the partner in one
    size; two bookings that share only a day are settled by a call.
    """
    if option.kind == "swap":
        return option.other is not None and option.other.size == option.piece.size
    if option.kind != "size":
        return True
    if option.other is None or option.other.finish != option.piece.finish:
        return False
    before, after = _needs(lines), _needs(in_other_size(lines, option.piece, option.other.size))
    first = max(since, option.first)
    for piece, count in after.items():
        others = [row for row in demands.get(piece, ()) if row.booking_id != booking_id]
        if count > before.get(piece, 0) and least_free(owned.get(piece, 0), others, first, option.last)[0] < count:
            return False
    return True


def _needs(lines: Lines) -> dict[Piece, int]:
    totals: dict[Piece, int] = {}
    for line in lines:
        for piece, count in line.needs.items():
            totals[piece] = totals.get(piece, 0) + count
    return totals
