"""Edits of the database by hand, by their names. The first ones are those of a review."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from clubs.models import (
    Best,
    Bye,
    Category,
    Chain,
    Club,
    ClubSeal,
    Confirmation,
    Deal,
    DealScore,
    Entry,
    Evening,
    League,
    LeagueMember,
    LeagueSitting,
    Link,
    Membership,
    Penalty,
    Player,
    Presence,
    Publication,
    RoleOffer,
    Round,
    RuleProfile,
    Seat,
    Share,
    Sitting,
    SittingTotal,
    Slip,
    Substitution,
    Tournament,
    TournamentRole,
)
from tests.services.files.tampered import (
    World,
    a_year_earlier,
    chain_of,
    computed_again,
    correction_undone,
    entry_of,
    exchanged,
    forged_entry,
    forged_word,
    forget,
    last_deal_gone,
    log_gone,
    member,
    older_word_again,
    put,
    raw,
    rewritten,
    swap,
    table_gone,
)

Edit = Callable[[World], Any]

OF_THE_REVIEW: dict[str, Edit] = {
    "a score": lambda w: raw(DealScore, deal__sitting=w.open, player=w.player("Bob")).update(
        score=F("score") + 2
    ),
    "two scores that cancel out": lambda w: [
        raw(DealScore, deal__sitting=w.open, player=w.player(name)).update(score=F("score") + by)
        for name, by in (("Bob", 10), ("Dora", -10))
    ],
    "a record": lambda w: raw(Deal, sitting=w.open).update(record={"kind": "void"}),
    "a record and all that follows": rewritten,
    "the reason of an entry": lambda w: chain_of(w.table).filter(sequence=2).update(reason="x"),
    "the actor of an entry": lambda w: chain_of(w.table).filter(sequence=2).update(actor="x"),
    "what an entry says": lambda w: chain_of(w.table).filter(sequence=2).update(after={}),
    "an entry in the middle gone": lambda w: chain_of(w.table).filter(sequence=2).delete(),
    "frozen rules": lambda w: raw(Sitting, pk=w.table.pk).update(
        rules={**w.table.rules, "stake": 1}
    ),
    "uuids of two players": lambda w: swap(raw(Player, club=w.cast.club), "uuid"),
    "a penalty of a final tournament": lambda w: raw(Penalty, pk=w.fine.pk).update(points=-1),
    "published standings": lambda w: raw(Publication, league=w.closed).update(content={}),
    "the closing cut off": lambda w: chain_of(w.table).filter(action="close_sitting").delete(),
    "the last deal gone": last_deal_gone,
    "a table gone": table_gone,
    "the log gone but the openings": log_gone,
    "an old deal rewritten, hashes made anew": rewritten,
    "a chain a year earlier": a_year_earlier,
    "a member made owner": lambda w: member(w, "Bob").update(role="owner"),
    "a link made": lambda w: put(
        Link,
        club=w.cast.club,
        kind="score",
        target_uuid=w.open.uuid,
        token_hash="f" * 64,
    ),
    "an account unlinked": lambda w: raw(Player, pk=w.player("Bob").pk).update(user=None),
    "an account linked": lambda w: raw(Player, pk=w.player("Frank").pk).update(
        user=w.cast.users["Eve"]
    ),
    "names of two players": lambda w: swap(
        raw(Player, club=w.cast.club), "name", "name_key", "table_name"
    ),
    "points brought along": lambda w: raw(LeagueMember, league=w.league, number=1).update(
        carry_over=1000
    ),
    "a table out of an open season": lambda w: raw(LeagueSitting, league=w.league).delete(),
    "the entry at a seat": lambda w: raw(Seat, sitting=w.slip.sitting, position=0).update(
        entry=raw(Entry, tournament=w.tournament).exclude(seats__sitting=w.slip.sitting)[0]
    ),
    "the state of a slip": lambda w: raw(Slip, pk=w.slip.pk).update(state="confirmed"),
    "a fee": lambda w: entry_of(w).update(fee_paid=1000, fee_paid_at=timezone.now()),
    "a correction undone": correction_undone,
    "a correction undone, and computed again": lambda w: (
        correction_undone(w),
        computed_again(),
    ),
}

MORE: dict[str, Edit] = {
    "an arbiter": lambda w: put(
        TournamentRole,
        club=w.cast.club,
        tournament=w.tournament,
        user=w.cast.users["Eve"],
        role="arbiter",
    ),
    "a role taken away": lambda w: member(w, "Charlie").delete(),
    "a stranger made a member": lambda w: put(
        Membership, club=w.cast.club, user=w.cast.users["Eve"], role="owner"
    ),
    "a link that goes elsewhere": lambda w: raw(Link, pk=w.link.pk).update(
        target_uuid=w.table.uuid
    ),
    "a link that opens more": lambda w: raw(Link, pk=w.link.pk).update(kind="owner"),
    "a link that ends later": lambda w: raw(Link, pk=w.link.pk).update(
        expires_at=timezone.now() + timedelta(days=999)
    ),
    "another token": lambda w: raw(Link, pk=w.link.pk).update(token_hash="e" * 64),
    "an offer of a role": lambda w: put(
        RoleOffer, club=w.cast.club, link=w.link, email="eve@example.org", role="owner"
    ),
    "somebody not withdrawn": lambda w: entry_of(w).update(withdrawn_after=0),
    "somebody who came late": lambda w: entry_of(w).update(first_round=2),
    "somebody else's entry": lambda w: entry_of(w).update(player=w.player("Alice")),
    "the name of an entry": lambda w: entry_of(w).update(name="Somebody else"),
    "a category by age": lambda w: entry_of(w).update(birth_year=1950),
    "a team": lambda w: entry_of(w).update(team=w.team),
    "a substitute": lambda w: put(
        Substitution,
        club=w.cast.club,
        entry=entry_of(w).get(),
        player=w.player("Dora"),
        name="Dora",
        from_round=1,
    ),
    "a bye": lambda w: put(
        Bye, club=w.cast.club, round=w.tournament.rounds.get(number=1), entry=entry_of(w, 2).get()
    ),
    "a confirmation": lambda w: put(Confirmation, club=w.cast.club, slip=w.slip),
    "how slips are told": lambda w: raw(Slip, pk=w.slip.pk).update(mode="totals"),
    "the state of a round": lambda w: raw(Round, tournament=w.tournament).update(state="validated"),
    "the settings of a tournament": lambda w: raw(Tournament, pk=w.tournament.pk).update(
        settings={**w.tournament.settings, "seed": 8}
    ),
    "prizes": lambda w: raw(Tournament, pk=w.tournament.pk).update(prizes={"1": 5000}),
    "final results opened again": lambda w: raw(Tournament, pk=w.final.pk).update(state="playing"),
    "a category": lambda w: put(
        Category, club=w.cast.club, tournament=w.tournament, code="S", name="S", born_to=1960
    ),
    "an evening on another day": lambda w: raw(Evening, league=w.league).update(
        held_on=date(2025, 9, 19)
    ),
    "somebody not there": lambda w: raw(Presence).delete(),
    "one more on the list of a season": lambda w: raw(
        LeagueMember, league=w.league, number=6
    ).delete(),
    "the rules of standings": lambda w: raw(League, pk=w.league.pk).update(
        standings_rules={"counted": 3}
    ),
    "a season opened again": lambda w: raw(League, pk=w.closed.pk).update(state="open"),
    "a penalty of an evening": lambda w: put(
        Penalty,
        club=w.cast.club,
        evening=w.league.evenings.get(),
        player=w.player("Bob"),
        points=-50,
        reason="x",
    ),
    "a penalty cancelled": lambda w: raw(Penalty, pk=w.fine.pk).update(
        cancelled_at=timezone.now(), cancel_reason="x"
    ),
    "a table on another day": lambda w: raw(Sitting, pk=w.table.pk).update(
        opened_at=F("opened_at") - timedelta(days=1)
    ),
    "a table opened again": lambda w: raw(Sitting, pk=w.table.pk).update(
        state="open", closed_at=None
    ),
    "whose turn it is": lambda w: raw(Sitting, pk=w.open.pk).update(first_dealer=2),
    "somebody who left": lambda w: raw(Seat, sitting=w.open, position=3).update(position=None),
    "a total that nobody told": lambda w: put(
        SittingTotal, club=w.cast.club, sitting=w.open, player=w.player("Bob"), total=500
    ),
    "a house rule": lambda w: put(
        RuleProfile, club=w.cast.club, game="french", name="x", version=1, rules={}
    ),
    "the rules of the club": lambda w: raw(Club, pk=w.cast.club.pk).update(rules="other"),
    "a player out of the archive": lambda w: raw(Player, pk=w.player("Frank").pk).update(
        archived_at=timezone.now()
    ),
    "an entry at the end of a chain": forged_entry,
    "the word on a row": forged_word,
    "the seal of a club gone": lambda w: raw(ClubSeal, club=w.cast.club).delete(),
    "the head of a chain": lambda w: raw(Chain, uuid=w.table.uuid).update(number=2),
    "a chain gone, its deals left": lambda w: forget(w.table),
    "a chain of another club": lambda w: raw(Chain, uuid=w.open.uuid).update(club=w.cast.other),
    "a chain of another kind": lambda w: raw(Chain, uuid=w.open.uuid).update(kind="league"),
    "the seal of an entry": lambda w: chain_of(w.table).filter(sequence=2).update(seal="x"),
    "an older word on a row": older_word_again,
    "entries of two tables exchanged": exchanged,
    "a handful that was shown": lambda w: raw(DealScore, deal__sitting=w.open).update(poignees=1),
    "a bonus of a deal": lambda w: raw(Deal, sitting=w.open).update(petit_au_bout=True),
    "who somebody was before": lambda w: raw(Seat, sitting=w.open, position=0).update(
        former=[str(w.player("Frank").uuid)]
    ),
    "groups of members": lambda w: raw(Club, pk=w.cast.club.pk).update(groups=[{"name": "x"}]),
    "only totals at a table": lambda w: raw(Sitting, pk=w.slip.sitting_id).update(totals_only=True),
    "the name of frozen rules": lambda w: raw(Sitting, pk=w.table.pk).update(rules_name="x"),
    "sums that are kept": lambda w: raw(Share, club=w.cast.club).update(deals=F("deals") + 1),
    "the best that is kept": lambda w: raw(Best, club=w.cast.club).update(content={"deal": [1]}),
    "the lot of a season": lambda w: raw(League, pk=w.league.pk).update(seed=7),
}
