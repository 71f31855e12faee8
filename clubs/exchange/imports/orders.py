"""A decided plan becomes an order for the service: names become players, rows get their keys."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from clubs.core.names import read_name
from clubs.core.standings.season_shapes import FiledSeason
from clubs.exchange.imports.choices import NEW_LEAGUE
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.known import deal_keys, identity
from clubs.exchange.imports.members import ImportedMember
from clubs.exchange.imports.names import Who, known_keys, names_with_rows, renamed_record
from clubs.exchange.imports.plan import ImportPlan
from clubs.exchange.imports.shape import ImportedTable
from clubs.exchange.imports.values import person_key
from clubs.models import Club
from clubs.queries.imports import imported_keys, known_deals
from clubs.queries.people.people import Details
from clubs.services.files.import_orders import (
    NewDeal,
    NewPerson,
    NewTable,
    NewTotal,
    Order,
)
from clubs.services.files.imported_tables import SameTotals, key_of


def order_of(plan: ImportPlan) -> Order:
    """The order of a plan. The caller has made sure that nothing is left to decide."""
    if plan.kind is ImportKind.MEMBERS:
        return _order_of_members(plan)
    choices, facts, uuids = plan.choices, plan.facts, plan.uuids
    brings_league = facts.league is None and choices.league == NEW_LEAGUE
    league = plan.league if brings_league else None
    return Order(
        tables=[_new_table(table, plan) for table in plan.tables],
        people=_new_people(plan, league),
        league=facts.league,
        new_league=_with_uuids(league, uuids) if league else None,
        lists_members=choices.lists_members and league is None,
        skipped_count=plan.bad_rows,
    )


def _new_people(plan: ImportPlan, league: FiledSeason | None) -> list[NewPerson]:
    """The people of the file who are to be added, in the order of the file."""
    known = known_keys(plan.facts.people)
    named = [name for name, _row, _column in names_with_rows(plan.tables)]
    if league is not None:
        named += [one.player for one in league.penalties]
        there = set(map(person_key, named))
        guests = [name for name in league.guests if person_key(name) in there]
        # Members first: their numbers are their places in the season.
        named = [*league.members, *guests, *named]
    people: dict[str, NewPerson] = {}
    for name in named:
        key = person_key(name)
        choice = plan.decided.get(key, "")
        if key not in known and key not in people and choice in (Who.MEMBER, Who.GUEST):
            person = read_name(name)
            people[key] = NewPerson(UUID(plan.uuids[key]), person, is_member=choice == Who.MEMBER)
    return list(people.values())


def _with_uuids(league: FiledSeason, uuids: Mapping[str, str]) -> FiledSeason:
    """The season with uuids of players for names, and without penalties of 0 points."""
    return replace(
        league,
        members=tuple(uuids[person_key(name)] for name in league.members),
        carry_over={uuids[person_key(name)]: told for name, told in league.carry_over.items()},
        penalties=tuple(
            replace(one, player=uuids[person_key(one.player)])
            for one in league.penalties
            if one.points
        ),
    )


def _new_table(table: ImportedTable, plan: ImportPlan) -> NewTable:
    def uuid(name: str) -> str:
        return plan.uuids[person_key(name)]

    deals = []
    for deal, key in zip(table.deals, deal_keys(table), strict=True):
        players = tuple(uuid(name) for name in deal.players or table.players)
        deals.append(
            NewDeal(key, players, renamed_record(table.game, deal.record, uuid), deal.uuid)
        )
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


def _order_of_members(plan: ImportPlan) -> Order:
    """New members with their details; of known players, the details that may fill gaps."""
    known = {player.uuid for player in plan.facts.people}
    people = []
    gaps: dict[str, Mapping[str, Any]] = {}
    for member in plan.members:
        key = person_key(member.name)
        uuid = plan.uuids.get(key)
        if uuid in known:
            gaps[str(uuid)] = _member_details(member)
            continue
        people.append(
            NewPerson(
                uuid5(plan.facts.seed, key),
                member.person,
                is_member=True,
                member_since=member.member_since,
                is_active=member.is_active,
                details=_member_details(member),
            )
        )
    return Order(people=people, known=gaps, repeated_count=len(gaps), skipped_count=plan.bad_rows)


def _member_details(member: ImportedMember) -> dict[str, Any]:
    details = {column: getattr(member, column) for column in Details._fields}
    details |= {
        "categories": list(member.categories),
        "free_columns": [list(pair) for pair in member.free_columns],
    }
    return {column: value for column, value in details.items() if value}


# What would be new


def repeated_count(order: Order, club: Club) -> int:
    """The number of deals and totals of an order that were imported before."""
    deals = [deal for table in order.tables for deal in table.deals]
    seen = imported_keys(club, _table_keys(order.tables))
    taken = known_deals(club, (deal.uuid for deal in deals if deal.uuid))
    count = sum(1 for deal in deals if deal.key in seen or (deal.uuid and taken.get(deal.uuid)))
    same = SameTotals(club, order.tables)
    count += sum(
        len(table.totals)
        for table in order.tables
        if key_of("table", table.key) in seen or same.is_known(table)
    )
    return count + order.repeated_count


def _table_keys(tables: Iterable[NewTable]) -> Iterable[str]:
    for table in tables:
        yield from (deal.key for deal in table.deals)
        if table.totals:
            yield key_of("table", table.key)
