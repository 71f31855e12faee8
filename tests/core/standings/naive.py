"""Standings once more, slowly and by the letter: every number anew from the list of deals.

Shares nothing with clubs.core.standings but the shapes of its input. Scores of `z_score` are cut
off after DIGITS decimal places, and compared after half as many.
"""

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from hashlib import sha256

DIGITS = 80


@dataclass
class Season:
    """members: (name, is_guest) in the order of their numbers; evenings: dates."""

    members: list
    evenings: list
    results: list
    totals: list
    penalties: list
    seed: int = 0
    carried: dict = None
    ratings: dict = None


def table(season, settings, as_of=None, only_size=None):
    """Rows as dicts, in order, and the sums over everybody."""
    held = [at for at, day in enumerate(season.evenings) if as_of is None or day <= as_of]
    guests = {name for name, is_guest in season.members if is_guest}
    number = {name: at for at, (name, _) in enumerate(season.members, start=1)}
    excluding = settings["guests"] == "excluded_deals"
    sizes = settings["sizes"] if only_size is None else [only_size]
    deals = [
        deal
        for deal in season.results
        if deal.evening in held
        and len(deal.scores) in sizes
        and not (excluding and guests & set(deal.scores))
    ]
    totals = [] if only_size else [total for total in season.totals if total.evening in held]
    if excluding:
        bad = {(total.evening, total.table) for total in totals if total.player in guests}
        totals = [total for total in totals if (total.evening, total.table) not in bad]
    played = {name for deal in deals for name in deal.scores}
    played |= {total.player for total in totals}
    penalties = [p for p in season.penalties if p.evening in held and settings["penalties"]]
    if only_size:
        penalties = [p for p in penalties if p.player in played]
    people = sorted(played | {p.player for p in penalties}, key=number.get)
    factor = factors(settings["normalise"], deals)

    def score(name, evening, table=None):
        """None when absent."""
        parts = [
            Fraction(deal.scores[name]) * factor[len(deal.scores)]
            for deal in deals
            if deal.evening == evening and name in deal.scores and table in (None, deal.table)
        ]
        parts += [
            Fraction(total.total)
            for total in totals
            if total.evening == evening and total.player == name and table in (None, total.table)
        ]
        return sum(parts, Fraction(0)) if parts else None

    def there(name):
        return [evening for evening in held if score(name, evening) is not None]

    def deal_count(name):
        known = sum(total.deals or 0 for total in totals if total.player == name)
        return sum(name in deal.scores for deal in deals) + known

    def penalty(name):
        return sum(p.points for p in penalties if p.player == name)

    def ranked_people():
        return [n for n in people if settings["guests"] == "ranked" or n not in guests]

    def points_among(mine, others, given):
        """Mean of the points of the places that the equal ones take."""
        if given:
            return sum(given, Fraction(0))
        better = sum(cut(other) > cut(mine) for other in others)
        equal = sum(cut(other) == cut(mine) for other in others)
        listed = settings["place_points"] + [0] * (better + equal)
        return Fraction(sum(listed[better : better + equal]), equal)

    def evening_points(name, evening):
        if name not in ranked_people():
            return Fraction(0)
        if settings["place_scope"] == "evening":
            scores = [score(n, evening) for n in ranked_people()]
            given = [
                Fraction(t.place_points)
                for t in totals
                if (t.evening, t.player) == (evening, name) and t.place_points is not None
            ]
            present = [s for s in scores if s is not None]
            return points_among(score(name, evening), present, given)
        tables = {d.table for d in deals if d.evening == evening and name in d.scores}
        tables |= {t.table for t in totals if (t.evening, t.player) == (evening, name)}
        points = Fraction(0)
        for key in tables:
            scores = [score(n, evening, key) for n in ranked_people()]
            given = [
                Fraction(t.place_points)
                for t in totals
                if (t.evening, t.player, t.table) == (evening, name, key)
                and t.place_points is not None
            ]
            present = [s for s in scores if s is not None]
            points += points_among(score(name, evening, key), present, given)
        return points

    def unknown(name):
        return sum(t.total for t in totals if t.player == name and t.deals is None)

    def average(name):
        if not deal_count(name):
            return None
        known = sum(score(name, e) for e in there(name)) - unknown(name)
        return Fraction(known + penalty(name)) / deal_count(name)

    def value(name):
        scores = [score(name, evening) for evening in there(name)]
        carried = 0
        if settings["carry_over"] and not only_size:
            carried = (season.carried or {}).get(name, 0)
        method = settings["method"]
        if method == "total":
            return sum(scores, Fraction(0)) + penalty(name) + carried
        if method == "average":
            return average(name)
        if method == "evening_average":
            return sum(scores) / len(scores) if scores else None
        if method == "best_n":
            best = sorted(scores, reverse=True)[: settings["best_n"]]
            return sum(best, Fraction(0)) + penalty(name) + carried
        if method == "drop_worst":
            if settings["missed_counts_as"] is not None:
                somebody = [e for e in held if any(score(n, e) is not None for n in people)]
                missed = len(somebody) - len(scores)
                scores += [Fraction(settings["missed_counts_as"])] * missed
            return sum(sorted(scores)[settings["drop_worst"] :], Fraction(0)) + carried
        if method == "place_points":
            points = sum((evening_points(name, e) for e in there(name)), Fraction(0))
            attendance = settings["attendance_points"] * len(there(name))
            return points + attendance + penalty(name) + carried
        rated = (season.ratings or {}).get(name)
        return None if rated is None else Fraction(rated.value)

    def won(name, evening):
        mine = cut(score(name, evening))
        if name not in ranked_people():
            return False
        others = [score(n, evening) for n in ranked_people()]
        return all(cut(other) <= mine for other in others if other is not None)

    def taken(name):
        return [d for d in deals if d.taker == name and d.is_made is not None]

    def met(name, group):
        """The sum of the differences to the others, over common deals."""
        differences = [
            deal.scores[name] - deal.scores[other]
            for deal in deals
            for other in group
            if other != name and name in deal.scores and other in deal.scores
        ]
        return sum(differences) if differences else None

    def nth(name, n):
        best = sorted((score(name, e) for e in there(name)), reverse=True)
        return best[n - 1] if len(best) >= n else None

    def last(name):
        somebody = [e for e in held if any(score(n, e) is not None for n in people)]
        return score(name, somebody[-1]) if somebody else None

    def success(name):
        tries = taken(name)
        return Fraction(sum(d.is_made for d in tries), len(tries)) if len(tries) >= 5 else None

    def lot(name):
        return -int(sha256(f"{season.seed}:{number[name]}".encode()).hexdigest(), 16)

    tie_breaks = {
        "evenings": lambda name, group: len(there(name)),
        "fewer_deals": lambda name, group: -deal_count(name),
        "average": lambda name, group: average(name),
        "best_evening": lambda name, group: nth(name, 1),
        "second_best_evening": lambda name, group: nth(name, 2),
        "evenings_won": lambda name, group: sum(won(name, e) for e in there(name)),
        "contracts_made": lambda name, group: sum(d.is_made for d in taken(name)),
        "success_rate": lambda name, group: success(name),
        "head_to_head": met,
        "last_evening": lambda name, group: last(name),
        "lot": lambda name, group: lot(name),
    }

    def provisional(name):
        if settings["method"] != "rating":
            return False
        rated = (season.ratings or {}).get(name)
        return rated is None or rated.provisional

    def qualified(name):
        evenings = settings["min_evenings"]
        least = settings["min_deals"]
        if settings["method"] == "average":
            least = max(1, least)
        if settings["method"] == "evening_average":
            evenings = max(1, evenings)
        return len(there(name)) >= evenings and deal_count(name) >= least

    def has_rank(name):
        if value(name) is None or provisional(name) or name not in ranked_people():
            return False
        return qualified(name) or settings["unqualified"] == "ranked"

    classes = [[name for name in people if has_rank(name)]]
    for measure in [lambda name, group: value(name), *map(tie_breaks.get, settings["tie_breaks"])]:
        classes = [part for group in classes for part in split(group, measure)]
    rows = []
    for group in classes:
        rank = 1 + sum(row["rank"] is not None for row in rows)
        rows += [{"rank": rank, "player": name, "tied": len(group) > 1} for name in group]
    below = [name for name in people if not has_rank(name)]
    below.sort(key=lambda name: (name in guests, unknown_last(value(name)), number[name]))
    rows += [{"rank": None, "player": name, "tied": False} for name in below]
    for row in rows:
        name = row["player"]
        scores = [score(name, evening) for evening in held]
        row |= {
            "value": value(name),
            "total": sum((s for s in scores if s is not None), Fraction(0)) + penalty(name),
            "deals": deal_count(name),
            "evenings": len(there(name)),
            "per_evening": scores,
            "penalty": penalty(name),
            "qualified": qualified(name),
            "guest": name in guests,
        }
    sums = {
        "total": sum((row["total"] for row in rows), Fraction(0)),
        "penalties": sum(row["penalty"] for row in rows),
    }
    if settings["unqualified"] == "hidden":
        rows = [row for row in rows if row["qualified"]]
    return rows, sums


def cut(value):
    return None if value is None else round(value * 10 ** (DIGITS // 2))


def unknown_last(value):
    return (1, 0) if value is None else (0, -cut(value))


def split(group, measure):
    """In classes of equal values, best first, None last; each keeps the order of the group."""
    values = {name: measure(name, group) for name in group}
    keys = {name: unknown_last(value) for name, value in values.items()}
    return [[name for name in group if keys[name] == key] for key in sorted(set(keys.values()))]


def factors(normalise, deals):
    sizes = {len(deal.scores) for deal in deals}
    return {size: factor(normalise, deals, size) for size in sizes}


def factor(normalise, deals, size):
    if normalise == "per_opponent":
        return Fraction(3, size - 1)
    if normalise != "z_score":
        return Fraction(1)
    squares = [s * s for deal in deals if len(deal.scores) == size for s in deal.scores.values()]
    if len(squares) < 30 * size or not any(squares):
        return Fraction(1)
    with localcontext() as context:
        context.prec = DIGITS + 20
        sigma = (Decimal(sum(squares)) / Decimal(len(squares))).sqrt()
        return Fraction(Decimal(100) / sigma)
