"""Standings of a tournament once more, slowly and by the letter, from the JSON document.

Shares nothing with clubs.core. Knows records of three to five players without any bonus, under the
rules `fft`, five without a called king.
"""

import hashlib
from fractions import Fraction

THRESHOLDS = [56, 51, 41, 36]
MULTIPLIERS = {"prise": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}


def made(record):
    return record["points"] >= THRESHOLDS[record["oudlers"]]


def deal_scores(players, record):
    if record.get("kind") == "void":
        return dict.fromkeys(players, 0)
    out = record.get("out", [])
    difference = abs(record["points"] - THRESHOLDS[record["oudlers"]])
    stake = (25 + difference) * MULTIPLIERS[record["contract"]] * (1 if made(record) else -1)
    active = [player for player in players if player not in out]
    scores = {player: 0 if player in out else -stake for player in players}
    scores[record["taker"]] = stake * (len(active) - 1)
    return scores


def table_scores(table):
    if "deals" not in table:
        return dict(table.get("totals") or dict.fromkeys(table["players"], 0))
    sums = dict.fromkeys(table["players"], 0)
    for deal in table["deals"]:
        scores = deal_scores(table["players"], deal["record"]) if "record" in deal else None
        for player, score in (scores or deal["scores"]).items():
            sums[player] += score
    return sums


class Naive:
    def __init__(self, document, after):
        self.document, self.after = document, after
        self.settings = document["tournament"]
        self.rounds = document["rounds"][:after]
        self.entries = {
            entry["id"]: entry
            for entry in document["entries"]
            if entry.get("checked_in", True) and self.first_round(entry) <= max(1, after)
        }
        self.number = {entry["id"]: at for at, entry in enumerate(document["entries"], start=1)}

    def first_round(self, entry):
        """As it is told, else the first round with a place."""
        if entry.get("first_round"):
            return entry["first_round"]
        for number, played in enumerate(self.document["rounds"], start=1):
            seated = [player for table in played["tables"] for player in table["players"]]
            if entry["id"] in [*seated, *played.get("byes", [])]:
                return number
        return 1

    def table_of(self, player, at):
        for table in self.rounds[at]["tables"]:
            if player in table["players"]:
                return table
        return None

    def played(self, player):
        """Scores of the rounds at a table."""
        tables = [self.table_of(player, at) for at in range(self.after)]
        return [table_scores(table)[player] for table in tables if table]

    def bye(self, player):
        told = self.settings.get("bye_score", 0)
        if told != "average":
            return told
        scores = self.played(player)
        if not scores:
            return 0
        mean = Fraction(sum(scores), len(scores))
        whole = int(abs(mean) + Fraction(1, 2))
        return whole if mean > 0 else -whole

    def round_scores(self, player):
        """None for a missed round."""
        found = []
        for at in range(self.after):
            table = self.table_of(player, at)
            if table:
                found.append(table_scores(table)[player])
            elif player in self.rounds[at].get("byes", []):
                found.append(self.bye(player))
            else:
                found.append(None)
        return found

    def counted(self, player):
        missed = self.settings.get("missed_round_score", 0)
        return [missed if score is None else score for score in self.round_scores(player)]

    def penalty(self, player):
        return sum(
            penalty["points"]
            for penalty in self.document.get("penalties", [])
            if penalty["player"] == player
            and penalty["after_round"] <= self.after
            and not penalty.get("cancelled")
        )

    def total(self, player):
        return sum(self.counted(player)) + self.penalty(player)

    def left(self, player):
        entry = self.entries[player]
        last = entry.get("withdrawn_after")
        if last is None or last >= self.after:
            return False
        return not any(sub["from_round"] > last for sub in entry.get("substitutions", []))

    def apart(self, player):
        late = self.first_round(self.entries[player]) > 1
        return late and self.settings.get("late_ranking") == "apart"

    def measure(self, name, group):
        """By player; the higher the better."""
        if name == "contracts_made":
            tables = [self.table_of(p, at) for p in group for at in range(self.after)]
            deals = [deal for table in tables if table for deal in table.get("deals", [None])]
            if any(deal is None or "record" not in deal for deal in deals):
                return dict.fromkeys(group, 0)
            return {player: self.contracts(player) for player in group}
        if name == "best_round":
            return {player: max(self.played(player), default=-(10**9)) for player in group}
        if name == "rounds_won":
            return {player: len([s for s in self.counted(player) if s > 0]) for player in group}
        if name == "last_round":
            return {player: list(reversed(self.counted(player))) for player in group}
        if name == "direct":
            sums = dict.fromkeys(group, 0)
            for played in self.rounds:
                for table in played["tables"]:
                    if set(group) <= set(table["players"]):
                        for player in group:
                            sums[player] += table_scores(table)[player]
            return sums
        if name == "fewer_penalties":
            return {player: -abs(self.penalty(player)) for player in group}
        seed = self.settings.get("seed", 0)
        return {
            player: -int(hashlib.sha256(f"{seed}:{self.number[player]}".encode()).hexdigest(), 16)
            for player in group
        }

    def contracts(self, player):
        tables = [self.table_of(player, at) for at in range(self.after)]
        return sum(
            deal["record"].get("taker") == player and made(deal["record"])
            for table in tables
            if table
            for deal in table["deals"]
        )

    def groups(self):
        """Ranked entries in groups of one rank, best first."""
        policy = self.settings.get("leaver_policy", "ranked_last")
        ranked = [player for player in self.entries if not self.apart(player)]
        staying = [p for p in ranked if policy == "keep" or not self.left(p)]
        groups = split(staying, {player: self.total(player) for player in staying})
        for name in self.settings.get("tie_breaks", []):
            groups = [part for group in groups for part in split(group, self.measure(name, group))]
        if policy == "ranked_last":
            leaving = [p for p in ranked if self.left(p)]
            values = {p: (len(self.played(p)), self.total(p)) for p in leaving}
            groups += split(leaving, values)
        return groups

    def rows(self):
        found, above = [], 0
        for group in self.groups():
            for player in sorted(group, key=self.number.get):
                found.append(self.row(player, above + 1, len(group) > 1))
            above += len(group)
        rest = [p for p in self.entries if p not in [row["player"] for row in found]]
        here = [p for p in rest if not self.left(p)]
        gone = [p for p in rest if self.left(p)]
        here.sort(key=lambda p: (-self.total(p), self.number[p]))
        gone.sort(key=lambda p: (-len(self.played(p)), -self.total(p), self.number[p]))
        return found + [self.row(player, None, False) for player in here + gone]

    def row(self, player, rank, tied):
        return {
            "rank": rank,
            "player": player,
            "number": self.number[player],
            "club": self.entries[player].get("club"),
            "rounds": self.round_scores(player),
            "penalty": self.penalty(player),
            "total": self.total(player),
            "left": self.left(player),
            "tied": tied,
        }

    def team_rows(self, rows):
        by_player = {row["player"]: row for row in rows}
        absent = {e["id"] for e in self.document["entries"] if not e.get("checked_in", True)}
        found = []
        for team in self.document.get("teams", []):
            here = [by_player[member] for member in team["members"] if member in by_player]
            totals = sorted([row["total"] for row in here])[::-1]
            complete = not absent & set(team["members"]) and not any(row["left"] for row in here)
            best = min([row["rank"] or 10**6 for row in here], default=10**6)
            value = (complete, sum(totals[: self.settings.get("best_n") or 4]))
            if self.settings.get("team_tie_break") == "best_member":
                value += (-best,)
            found.append((value, team, complete))
        values = [value for value, _, _ in found]
        rows = [
            {
                "rank": 1 + len([other for other in values if other > value]),
                "team": team["name"],
                "members": team["members"],
                "total": value[1],
                "complete": complete,
                "tied": values.count(value) > 1,
            }
            for value, team, complete in found
        ]
        return sorted(rows, key=lambda row: row["rank"])

    def category_rows(self, rows, code):
        own = [row for row in rows if code in self.entries[row["player"]].get("categories", [])]
        found = []
        for row in own:
            better = [o for o in own if row["rank"] and o["rank"] and o["rank"] < row["rank"]]
            same = [o for o in own if row["rank"] and o["rank"] == row["rank"]]
            place = {"rank": row["rank"] and 1 + len(better), "tied": len(same) > 1}
            found.append({**row, **place, "overall_rank": row["rank"]})
        return found


def split(group, values):
    """In groups of equal value, the highest first."""
    found = []
    for value in sorted([values[player] for player in group], reverse=True):
        equal = [player for player in group if values[player] == value]
        if equal not in found:
            found.append(equal)
    return found


def document_of(document, after):
    """The document of tournaments.md §7.10."""
    naive = Naive(document, after)
    rows = naive.rows()
    told = {
        "title": document["tournament"]["name"],
        "rules": {
            "tie_breaks": document["tournament"].get("tie_breaks", []),
            "leaver_policy": document["tournament"].get("leaver_policy", "ranked_last"),
            "after_round": after,
        },
        "rows": rows,
        "sums": {
            "total": sum(row["total"] for row in rows),
            "penalties": sum(row["penalty"] for row in rows),
        },
    }
    if document.get("teams"):
        told["teams"] = naive.team_rows(rows)
    codes = {code for entry in naive.entries.values() for code in entry.get("categories", [])}
    if codes:
        told["categories"] = {code: naive.category_rows(rows, code) for code in sorted(codes)}
    return told
