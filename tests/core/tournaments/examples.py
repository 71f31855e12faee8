"""The example tournament, small ones for tests, and random ones for hypothesis."""

import csv
import json

import pytest
from hypothesis import strategies as st

from clubs.core.problems import DealRefused
from clubs.core.tournaments.document import tournament_document
from clubs.core.tournaments.files import read_tournament
from tests.core.tournaments.naive import deal_scores
from tests.paths import DATA

EXAMPLE = DATA / "tournament_small.json"
TIE_BREAKS = (
    "contracts_made",
    "best_round",
    "rounds_won",
    "last_round",
    "direct",
    "fewer_penalties",
    "lot",
)


def example():
    """The document of the example tournament, fresh."""
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))


def list_of_68():
    """A tournament in mode `totals` from the list of 68 players, and the list itself."""
    text = (DATA / "standings_68.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    rounds = []
    for number in ("1", "2", "3"):
        tables = {}
        for row in rows:
            table = tables.setdefault(int(row[f"table_{number}"]), {})
            table[row["player"]] = int(row[f"score_{number}"])
        rounds.append([tables[at] for at in sorted(tables)])
    players = sorted((row["player"] for row in rows), key=lambda name: int(name.split()[1]))
    return small(*rounds, players=players), rows


def small(*rounds, players=None, document=None, **settings):
    """A tournament of totals: each round is a list of tables, a table has a total by player, and a
    bye is a name. document: more at the top."""
    names = {}
    told = []
    for number, places in enumerate(rounds, start=1):
        tables = [place for place in places if isinstance(place, dict)]
        byes = [place for place in places if isinstance(place, str)]
        names.update(dict.fromkeys([*(name for table in tables for name in table), *byes]))
        told.append(
            {
                "number": number,
                "tables": [{"players": list(table), "totals": table} for table in tables],
                "byes": byes,
            }
        )
    entries = [{"id": name, "name": name} for name in players or sorted(names)]
    return {
        "format": "tarot-tournament/1",
        "tournament": {"name": "Small", **settings},
        "entries": entries,
        "rounds": told,
        **(document or {}),
    }


def told(document, after=None):
    """The document of the standings of tournaments.md §7.10."""
    tournament = read_tournament(document)
    return tournament_document(tournament.title, tournament.standings(after))


def ranks(document, after=None):
    """Rank, player and total of every row."""
    return [(row["rank"], row["player"], row["total"]) for row in told(document, after)["rows"]]


SMALL_SCORES = st.integers(-2, 2).map(lambda score: score * 30)  # few values: many ties
RECORDS = st.fixed_dictionaries(
    {
        "contract": st.sampled_from(["prise", "garde", "garde_contre"]),
        "oudlers": st.sampled_from([1, 2]),
        "points": st.sampled_from([41, 51, 50]),
    }
)


@st.composite
def tables(draw, players, form):
    """One table of totals, of scores or of deals."""
    kind = draw(st.sampled_from(["totals", "totals", "scores", "deals", "deals"]))
    if kind == "totals":
        scores = [draw(SMALL_SCORES) for _ in players[1:]]
        totals = dict(zip(players, [-sum(scores), *scores], strict=True))
        return {"players": players, "totals": totals}
    deals = []
    for _ in range(draw(st.integers(1, 3))):
        if kind == "deals" and draw(st.integers(0, 4)) == 0:
            deals.append({"record": {"kind": "void", "void_reason": "all_pass"}})
            continue
        out = [players[0]] if len(players) == 5 and form == "dealer_sits_out" else []
        taker = draw(st.sampled_from([player for player in players if player not in out]))
        record = {"taker": taker, **draw(RECORDS), **({"out": out} if out else {})}
        if len(players) == 5 and not out:
            record["called"] = [None]  # the dog has it: the taker plays alone
        if kind == "deals":
            deals.append({"record": record})
        else:
            deals.append({"scores": deal_scores(players, record)})
    return {"players": players, "deals": deals}


@st.composite
def tournaments(draw, people=True, byes=True, tie_breaks=TIE_BREAKS):
    """A sound document. people: some are absent, come late, leave or are substituted."""
    count = draw(st.integers(6, 11))
    form = draw(st.sampled_from(["called_king", "dealer_sits_out"]))
    entries = [draw_entry(draw, f"P{at:02}", people) for at in range(1, count + 1)]
    rounds = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        free = [entry["id"] for entry in entries if may_play(entry, number)]
        free = list(draw(st.permutations(free)))
        told_round = {"number": number, "tables": [], "byes": []}
        while len(free) >= 3:
            size = draw(st.sampled_from([size for size in (3, 4, 4, 5) if size <= len(free)]))
            players, free = free[:size], free[size:]
            told_round["tables"].append(draw(tables(players, form)))
        if byes and free and draw(st.booleans()):
            told_round["byes"] = free
        rounds.append(told_round)
    present = [entry["id"] for entry in entries]
    return {
        "format": "tarot-tournament/1",
        "tournament": {
            "name": "Random",
            "five_player_form": form,
            "rounds_planned": 3,
            "seed": draw(st.integers(0, 3)),
            "tie_breaks": draw(st.lists(st.sampled_from(tie_breaks), unique=True, max_size=3))
            if tie_breaks
            else [],
            "leaver_policy": draw(st.sampled_from(["ranked_last", "unranked", "keep"])),
            "late_ranking": draw(st.sampled_from(["ranked", "apart"])),
            "missed_round_score": draw(st.sampled_from([0, 0, -30])) if people else 0,
            "bye_score": draw(st.sampled_from([0, 30, "average"])) if byes else 0,
            "best_n": draw(st.sampled_from([None, 1])),
            "team_tie_break": draw(st.sampled_from([None, "best_member"])),
        },
        "entries": entries,
        "teams": [
            {"name": f"Team {at}", "members": present[2 * at : 2 * at + 2]}
            for at in range(draw(st.integers(0, 3)))
        ],
        "rounds": rounds,
        "penalties": [
            {
                "player": draw(st.sampled_from(present)),
                "points": draw(st.sampled_from([-30, -60, 30])),
                "after_round": draw(st.integers(0, len(rounds))),
                "reason": "late",
                "cancelled": draw(st.sampled_from([False, False, "by mistake"])),
            }
            for _ in range(draw(st.integers(0, 2)))
        ],
    }


def draw_entry(draw, key, people):
    entry = {
        "id": key,
        "name": f"Player {key}",
        "club": draw(st.sampled_from([None, "Les Bouts"])),
        "categories": draw(st.lists(st.sampled_from(["junior", "women"]), unique=True)),
    }
    if not people:
        return {**entry, "first_round": 1}
    case = draw(st.sampled_from(["", "", "", "", "absent", "late", "left", "left", "substituted"]))
    if case == "absent":
        entry["checked_in"] = False
    if case == "late":
        entry["first_round"] = draw(st.integers(2, 3))
    if case in {"left", "substituted"}:
        entry["withdrawn_after"] = draw(st.integers(0, 2))
    if case == "substituted":
        held = entry["withdrawn_after"] + 1
        entry["substitutions"] = [{"from_round": held, "name": "Somebody else"}]
    return entry


def may_play(entry, number):
    """Is the entry there in this round?"""
    last = entry.get("withdrawn_after")
    gone = last is not None and last < number and not entry.get("substitutions")
    return entry.get("checked_in", True) and not gone and entry.get("first_round", 1) <= number


def refusal(document):
    """Codes and fields."""
    with pytest.raises(DealRefused) as refused:
        read_tournament(document)
    return [(problem.code, problem.field) for problem in refused.value.problems]
