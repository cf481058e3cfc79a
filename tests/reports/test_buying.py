"""Buying advice: known answers, brute force on small cases, and run time on a large history."""

import random
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from marqueedesk.availability.stock import Stock, Taken
from marqueedesk.inventory.pieces import Piece
from marqueedesk.reports.back_test import back_test
from marqueedesk.reports.buying import MOST_SETS, Buyer, _State, by_frequency
from marqueedesk.reports.replay import History, RentalRequested, redrawn
from tests.support import effort

START = date(2026, 1, 2)


def piece(letter: str, size: str = "4ft") -> Piece:
    return Piece(size, letter)


def needs(words: str, size: str = "4ft") -> dict[Piece, int]:
    found: dict[Piece, int] = {}
    for letter in words.replace(" ", ""):
        found[piece(letter, size)] = found.get(piece(letter, size), 0) + 1
    return found


def request(words: str, day: int, cents: int = 30000, days: int = 1) -> RentalRequested:
    first = START + timedelta(days=day)
    return RentalRequested(needs(words), first, first + timedelta(days=days - 1), cents, words)


def owned(**letters: int) -> dict[Piece, int]:
    return {piece(letter): count for letter, count in letters.items()}


COUPLES_STOCK = {piece("M"): 0, piece("R"): 1, piece("S"): 1, piece("&"): 1}
COUPLES = [request("MR & MRS", 7 * week) for week in range(5)]


class TestRightAnswers:
    def test_letters_that_only_earn_together_are_recommended_as_a_set(self):
        advice = Buyer(History(COUPLES_STOCK, COUPLES), {}, 35000, 105000).advise()
        (bought,) = advice.sets
        assert bought.pieces == ((piece("M"), 2), (piece("R"), 1))
        assert (bought.cost_cents, bought.gain_cents, bought.words) == (105000, 150000, ("MR & MRS",))
        # Five couples a year may be three in some years and seven in others.
        assert 0 < advice.low_cents <= 90000
        assert 210000 <= advice.high_cents <= 330000

    def test_no_purchase_is_recommended_if_the_budget_does_not_cover_a_set(self):
        assert Buyer(History(COUPLES_STOCK, COUPLES), {}, 35000, 70000).advise().sets == ()

    def test_letters_without_a_cost_are_not_bought(self):
        assert Buyer(History(COUPLES_STOCK, COUPLES), {piece("M"): 35000}, None, None).advise().sets == ()

    def test_advice_for_one_size_ignores_requests_for_other_sizes(self):
        assert Buyer(History(COUPLES_STOCK, COUPLES), {}, 35000, None, size="2ft").advise().sets == ()

    def test_piece_serves_rentals_on_different_days(self):
        history = [request("L", 0), request("L", 3), request("L", 3)]
        advice = Buyer(History({}, history), {}, 20000, None).advise()
        assert advice.purchase == {piece("L"): 2}
        assert [one.gain_cents for one in advice.sets] == [60000, 30000]

    def test_earlier_request_gets_the_letters_in_the_replay(self):
        history = History(owned(L=1), [request("L", 0, 10000), request("L", 0, 90000)])
        assert history.revenue_cents == 10000
        assert history.gain({piece("L"): 1}) == 90000

    def test_admitting_a_small_sign_can_block_a_large_one(self):
        # With a B the early AB takes the only A from the late A.
        history = History(owned(A=1), [request("AB", 0, 1000), request("A", 0, 5000)])
        assert history.gain({piece("B"): 1}) == -4000
        assert Buyer(history, {}, 100, None).advise().purchase == {piece("A"): 1, piece("B"): 1}

    def test_no_letters_are_recommended_for_a_request_that_also_lacks_an_item(self):
        arch = Piece.of_item(7)
        rental = RentalRequested({arch: 2, piece("L"): 1}, START, START, 9000, "L")
        assert Buyer(History({arch: 1}, [rental]), {}, 100, None).advise().sets == ()


def test_replay_of_past_requests_matches_the_daily_availability_check():
    for seed in range(40):
        draw = random.Random(seed)
        stock = {piece(letter): draw.randint(0, 3) for letter in "ABCD"}
        rows = [
            request("".join(draw.choices("ABCD", k=draw.randint(1, 5))), draw.randint(0, 12), 100, draw.randint(1, 4))
            for _ in range(40)
        ]
        more = {piece(draw.choice("ABCD")): draw.randint(1, 2)}
        together = {name: count + more.get(name, 0) for name, count in stock.items()}
        history = History(stock, rows)
        assert history.revenue_cents == _taken(stock, rows)
        assert history.gain(more) == _taken(together, rows) - _taken(stock, rows)


def _taken(stock: dict[Piece, int], rows: list[RentalRequested]) -> int:
    held: list[Taken] = []
    cents = 0
    for row in rows:
        if Stock(stock, tuple(held)).fits(row.needs, row.first, row.last):
            held += [Taken(name, count, row.first, row.last) for name, count in row.needs.items()]
            cents += row.cents
    return cents


def _purchases(costs: dict[Piece, int], budget: int, at: int = 0) -> Iterator[dict[Piece, int]]:
    names = list(costs)
    if at == len(names):
        yield {}
        return
    for count in range(budget // costs[names[at]] + 1):
        for rest in _purchases(costs, budget - count * costs[names[at]], at + 1):
            yield ({names[at]: count} if count else {}) | rest


def test_small_cases_match_brute_force():
    equal = 0
    for seed in range(30):
        draw = random.Random(seed)
        letters = "ABCDE"[: draw.randint(3, 5)]
        stock = {piece(letter): draw.randint(0, 2) for letter in letters}
        costs = {piece(letter): draw.choice([100, 150, 200, 350]) for letter in letters}
        rows = [
            request(
                "".join(draw.choices(letters, k=draw.randint(1, 4))), draw.randint(0, 25), 10 * draw.randint(5, 60), 2
            )
            for _ in range(draw.randint(8, 25))
        ]
        budget = draw.choice([400, 700, 900])
        history = History(stock, rows)
        advice = Buyer(history, costs, None, budget).advise()
        best = max(history.gain(purchase) for purchase in _purchases(costs, budget))

        assert advice.cost_cents <= budget
        assert advice.gain_cents == history.gain(advice.purchase)
        assert advice.gain_cents >= 0.95 * best
        equal += advice.gain_cents == best
    assert equal >= 24


def test_recommended_sets_without_gain_in_the_period_come_last():
    draw = random.Random(0)
    rows = [
        request(
            "".join(draw.choices("ABCDEFGH", k=draw.randint(2, 4))), draw.randint(0, 350), 100 * draw.randint(100, 900)
        )
        for _ in range(130)
    ]
    history = History({piece(letter): draw.randint(0, 1) for letter in "ABCDEFGH"}, rows)
    advice = Buyer(history, {}, 20000, None).advise()

    pays = [one.gain_cents > 0 for one in advice.sets]
    assert len(set(pays)) == 2, "other years have chosen some of them"
    assert pays == sorted(pays, reverse=True)
    assert advice.gain_cents == history.gain(advice.purchase)


def test_pieces_beyond_the_last_set_are_not_bought():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXY"
    history = History({}, [request(letter, 3 * at, 100 * (at + 2)) for at, letter in enumerate(letters)])
    everything = {piece(letter): 1 for letter in letters}
    found = _State(everything, 100 * len(letters), history.gain(everything))
    advice = Buyer(history, {}, 100, None)._in_order(found)

    assert [one.pieces for one in advice.sets] == [((piece(letter), 1),) for letter in letters[: -MOST_SETS - 1 : -1]]
    assert advice.gain_cents == history.gain(advice.purchase)


def test_resampled_year_has_the_same_rentals_on_the_same_weekdays():
    rows = [request(words, 9 * at, 100 * at, 2) for at, words in enumerate(["LOVE", "BABY", "PROM", "JOY"] * 5)]
    years = redrawn(History({}, rows), 3)
    assert len(years.histories) == 3
    for year in years.histories:
        assert sorted(_shape(row) for row in year.rows) == sorted(map(_shape, rows))
        assert [row.first for row in year.rows] != [row.first for row in rows]
    again = redrawn(History({}, rows), 3)
    assert [year.rows for year in again.histories] == [year.rows for year in years.histories]


def _shape(row: RentalRequested) -> tuple[str, int, int, int]:
    return row.words, row.cents, (row.last - row.first).days, row.first.weekday()


def test_coincidental_shortage_is_worth_less_than_a_yearly_one():
    # Letter Z was short once for a high price; L is short in any resampled year.
    rows = [request("L", 7 * (at % 40), 10_000) for at in range(160)] + [
        request("Z", 70, 60_000),
        request("Z", 70, 60_000),
    ]
    history = History(owned(L=3, Z=1), rows)
    assert history.gain({piece("Z"): 1}) == 60_000
    years = redrawn(history, 16)
    assert years.gain({piece("Z"): 1}) < 60_000 // 2
    (first, *_) = Buyer(history, {}, 35000, 35000).advise().sets
    assert first.pieces == ((piece("L"), 1),)
    assert first.gain_cents == history.gain(owned(L=1)) != years.gain(owned(L=1)), "of the period as it was"


def test_gain_lies_within_its_confidence_interval():
    # L was requested every week, and twice in one: resampled years have many weeks with two.
    rows = [request("L", 7 * week, 10_000) for week in range(110)] + [request("L", 7, 10_000)]
    history = History(owned(L=1), rows)
    advice = Buyer(history, {}, 35000, 35000).advise()
    assert advice.gain_cents == 10_000 < redrawn(history, 16).gain(owned(L=1)) // 2
    assert advice.low_cents <= 10_000 <= advice.high_cents < 50_000


def test_additional_gain_of_a_purchase_is_the_difference_to_the_previous_one():
    draw = random.Random(4)
    signs = ["LOVE", "BABY", "PROM", "JOY"]
    rows = [request(draw.choice(signs), draw.randint(0, 60), 100 * draw.randint(50, 300), 2) for _ in range(120)]
    history = History(needs("LOVEBAYPRMJ"), rows)
    for _ in range(20):
        before, after = [{piece(letter): draw.randint(0, 2) for letter in draw.sample("LOVEBAY", 3)} for _ in "12"]
        assert history.gain(after, before) == history.gain(after) - history.gain(before)


def test_only_requests_that_share_the_bought_letters_are_replayed():
    # The three couples of a weekend share letters with no other request; X and Q are short on two other days.
    weekends = [request("MR & MRS", 7 * week) for week in range(50) for _ in range(3)]
    history = History(owned(X=0, Q=0), [*weekends, request("X", 3), request("Q", 10)])
    before = owned(M=2, R=2, S=1, X=1) | {piece("&"): 1}
    assert history.gain(before) == 51 * 30000
    begun = history.checked
    assert history.gain(before | owned(Q=1), before) == 30000
    assert history.checked - begun < 10


def test_recommended_sets_start_with_the_highest_gain_per_cost():
    draw = random.Random(3)
    rows = [
        request(
            draw.choice(["LOVE", "MR & MRS", "BABY", "PROM", "JOY"]), draw.randint(0, 300), 100 * draw.randint(50, 300)
        )
        for _ in range(150)
    ]
    advice = Buyer(History(needs("LOVEBAYPRMJ&S"), rows), {}, 20000, 200000).advise()
    assert len(advice.sets) > 1
    worth = [one.gain_cents / one.cost_cents for one in advice.sets]
    assert worth[0] == max(worth)
    assert advice.low_cents <= advice.gain_cents <= advice.high_cents


def test_back_test_learns_from_the_first_half_and_is_judged_on_the_second():
    rows = [request("MR & MRS", 7 * week) for week in range(40)]
    tested = back_test(COUPLES_STOCK, rows, {}, 35000, 105000)
    assert (tested.learned_from, tested.judged_on) == (20, 20)
    assert tested.advice_gain_cents == 20 * 30000
    # One of each short letter admits no request.
    assert by_frequency(Buyer(History(COUPLES_STOCK, rows), {}, 35000, 105000)) == owned(M=1, R=1)
    assert tested.frequency_gain_cents == 0


@pytest.mark.parametrize("budget", [350_000, None])
def test_large_history_is_answered_in_time(budget: int | None):
    draw = random.Random(5)
    words = ["MR & MRS", "LOVE", "MARRY ME", "HAPPY 30TH", "BABY", "PROM 2027", "I DO", "FOREVER", "OH BABY", "GRACE"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ&0123456789"
    stock = {piece(letter, size): 1 for size in ("4ft", "3ft", "2ft") for letter in letters}
    rows: list[RentalRequested] = []
    for _ in range(3000):
        first = START + timedelta(days=7 * draw.randint(0, 51) + draw.choice([0, 5, 5, 6]))
        wanted = needs(draw.choice(words), draw.choice(["4ft", "4ft", "3ft", "2ft"]))
        rows.append(
            RentalRequested(wanted, first, first + timedelta(days=draw.randint(0, 3)), 100 * draw.randint(100, 500))
        )

    def advise() -> None:
        assert Buyer(History(stock, rows), {}, 35000, budget).advise().gain_cents > 0

    assert effort.computing(advise, 4) < 4, "2 seconds on a quiet machine"
