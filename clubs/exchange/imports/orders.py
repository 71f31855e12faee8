"""A plan that is wanted becomes an order for the service: names become players, rows keys."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid5

from clubs.core.names import read_name
from clubs.exchange.imports.columns import Kind
from clubs.exchange.imports.known import deal_keys, identity
from clubs.exchange.imports.members import ImportedMember
from clubs.exchange.imports.names import Who, known_keys, names_of, with_names
from clubs.exchange.imports.plan import NEW_LEAGUE, Choices, Facts, Plan, with_presets
from clubs.exchange.imports.shape import ImportedLeague, ImportedTable
from clubs.exchange.imports.values import person_key
from clubs.queries.imports import imported_keys, known_deals
from clubs.services.files.imported_tables import NewDeal, NewTable, NewTotal, SameTotals, key_of
from clubs.services.files.imports import NewLeague, NewPenalty, NewPerson, Order


def order_of(plan: Plan, choices: Choices, facts: Facts) -> Order:
    """What is to be written. The caller has seen to it that nothing is left to decide."""
    if plan.kind is Kind.MEMBERS:
        return _order_of_members(plan, choices, facts)
    choices = with_presets(choices, plan.league)
    uuids = facts.decided(choices).uuids()
    brings_league = facts.league is None and choices.league == NEW_LEAGUE
    league = plan.league if brings_league else None
    return Order(
        tables=[_new_table(table, plan, uuids) for table in plan.tables],
        people=_new_people(plan, league, choices, facts, uuids),
        league=facts.league,
        new_league=_new_league(league, uuids) if league else None,
        lists_members=choices.lists_members and league is None,
        skipped_count=plan.bad_rows,
    )


def _new_people(
    plan: Plan,
    league: ImportedLeague | None,
    choices: Choices,
    facts: Facts,
    uuids: Mapping[str, str],
) -> list[NewPerson]:
    """Those who are wanted and not yet there, in the order of the file."""
    known = known_keys(facts.people)
    named = [name for name, _row, _column in names_of(plan.tables)]
    if league is not None:
        named += [one.player for one in league.penalties]
        there = set(map(person_key, named))
        guests = [name for name in league.guests if person_key(name) in there]
        named = [*league.members, *guests, *named]
    found: dict[str, NewPerson] = {}
    for name in named:
        key = person_key(name)
        who = choices.names.get(key, "")
        if key not in known and key not in found and who in (Who.MEMBER, Who.GUEST):
            person = read_name(name)
            found[key] = NewPerson(UUID(uuids[key]), person, is_member=who == Who.MEMBER)
    return list(found.values())


def _new_league(league: ImportedLeague, uuids: Mapping[str, str]) -> NewLeague:
    return NewLeague(
        name=league.name,
        starts_on=league.starts_on,
        ends_on=league.ends_on,
        settings=league.settings,
        seed=league.seed,
        members=tuple(uuids[person_key(name)] for name in league.members),
        carry_over={uuids[person_key(name)]: told for name, told in league.carry_over.items()},
        evenings=league.evenings,
        penalties=tuple(
            NewPenalty(uuids[person_key(one.player)], one.points, one.date, one.reason)
            for one in league.penalties
        ),
        game=league.game,
    )


def _new_table(table: ImportedTable, plan: Plan, uuids: Mapping[str, str]) -> NewTable:
    def uuid(name: str) -> str:
        return uuids[person_key(name)]

    deals = []
    for deal, key in zip(table.deals, deal_keys(table), strict=True):
        players = tuple(uuid(name) for name in deal.players or table.players)
        deals.append(NewDeal(key, players, with_names(table.game, deal.record, uuid), deal.uuid))
    return NewTable(
        key=identity(table),
        label=table.label,
        held_on=table.date,
        rules=dict(plan.rules[table.key]),
        deals=tuple(deals),
        totals=tuple(
            NewTotal(uuid(one.player), one.total, one.deal_count, one.place_points)
            for one in table.totals
        ),
        uuid=table.uuid,
        opened_at=table.opened_at,
        closed_at=table.closed_at,
        evening=table.evening,
        game=table.game,
        goes_on=plan.stored.get(table.key),
    )


# Members


def _order_of_members(plan: Plan, choices: Choices, facts: Facts) -> Order:
    """New people with what the file says of them; of those who are there, what fills a gap."""
    uuids = facts.decided(choices).uuids()
    known = {player.uuid for player in facts.people}
    people: list[NewPerson] = []
    gaps: dict[str, Mapping[str, Any]] = {}
    for member in plan.members:
        key = person_key(member.name)
        uuid = uuids.get(key)
        if uuid in known:
            gaps[str(uuid)] = _details(member)
            continue
        people.append(
            NewPerson(
                uuid5(facts.seed, key),
                member.person,
                is_member=True,
                member_since=member.member_since,
                is_active=member.is_active,
                details=_details(member),
            )
        )
    return Order(people=people, known=gaps, repeated_count=len(gaps), skipped_count=plan.bad_rows)


def _details(member: ImportedMember) -> dict[str, Any]:
    told = {
        "nickname": member.nickname,
        "licence": member.licence,
        "categories": list(member.categories),
        "email": member.email,
        "birth_year": member.birth_year,
        "public_name": member.public_name,
    }
    return {column: value for column, value in told.items() if value}


# What would be new


def repeated_count(order: Order, facts: Facts) -> int:
    """How many deals and totals of an order were imported before."""
    deals = [deal for table in order.tables for deal in table.deals]
    seen = imported_keys(facts.club, _keys_of(order.tables))
    taken = known_deals(facts.club, (deal.uuid for deal in deals if deal.uuid))
    count = sum(1 for deal in deals if deal.key in seen or (deal.uuid and taken.get(deal.uuid)))
    same = SameTotals(facts.club, order.tables)
    for table in order.tables:
        if table.totals and (key_of("table", table.key) in seen or same.is_known(table)):
            count += len(table.totals)
    return count + order.repeated_count


def _keys_of(tables: Iterable[NewTable]) -> Iterable[str]:
    for table in tables:
        yield from (deal.key for deal in table.deals)
        if table.totals:
            yield key_of("table", table.key)
