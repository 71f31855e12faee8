"""Which tables count for a season, and what a closed one forbids at them."""

from uuid import UUID

from clubs.access import Actor
from clubs.models import Club, Evening, EveningState, League, LeagueSitting, LeagueState, Sitting
from clubs.queries.seasons.seasons import closed_league_of, open_evenings_at
from clubs.services.changes import Action, change
from clubs.services.deals.sums import lock_tables
from clubs.services.errors import LeagueClosed


def refuse_frozen(sitting: Sitting) -> None:
    """Raise LeagueClosed when the table counts for a closed season, even if for an open one too.

    All tables of a season that closes are closed, and no service opens one again: at an open table
    there is nothing to ask. Source: leagues.md §2, "Closing a season".
    """
    league = closed_league_of(sitting)
    if league is not None:
        raise LeagueClosed(league)


def lock_leagues(club: Club) -> None:
    """No season of the club closes until the transaction ends. The caller holds the lock of the
    club, and none of a table."""
    rows = League.objects.filter(club=club).order_by("pk").select_for_update(no_key=True)
    list(rows.values_list("pk"))


def lock_sitting(sitting: Sitting) -> None:
    """No other season of this table closes until the transaction ends: it locks its tables too."""
    lock_tables(Sitting.objects.filter(pk=sitting.pk))


def count_tonight(actor: Actor, sitting: Sitting) -> None:
    """A table that opens during an evening counts for its season, without a word from anybody.

    Whoever may open the table does this; the caller holds the lock of the club.
    """
    if sitting.opened_at is None:
        return
    for evening in open_evenings_at(sitting.club, sitting.game, sitting.opened_at):
        league = evening.league
        with change(Action.ATTACH_TABLE, actor, sitting, lock=league, request_id=None) as entry:
            evening.refresh_from_db(fields=["state"])
            is_open = evening.state == EveningState.OPEN and league.state == LeagueState.OPEN
            entry.is_needless = not is_open
            if is_open:
                write_table(league, evening, sitting)
                entry.after = {"evening": str(evening.uuid)}


def write_table(league: League, evening: Evening, sitting: Sitting) -> UUID | None:
    """The table counts at this evening. Gives the evening at which it counted before. The caller
    holds the lock of the season."""
    begin_league(league)
    row = LeagueSitting.objects.filter(league=league, sitting=sitting).first()
    if row is None:
        LeagueSitting.objects.create(league=league, evening=evening, sitting=sitting)
        return None
    before = row.evening.uuid
    row.evening = evening
    row.save(update_fields=["evening"])
    return before


def begin_league(league: League) -> bool:
    """A planned season begins with its first evening, or with what first counts for it. Whether it
    did now. The caller holds its lock."""
    if league.state != LeagueState.PLANNED:
        return False
    league.state = LeagueState.OPEN
    league.save(update_fields=["state"])
    return True
