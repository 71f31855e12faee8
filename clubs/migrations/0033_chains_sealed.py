"""Each chain of the log is sealed with what it is, its entries and its head, and of each club every
row that decides a result or a right. From here on a change that the log does
not know is noticed; whatever was changed before is sealed with the rest."""

from django.db import migrations
from django.db.models import Max, OuterRef, Q, Subquery

from clubs.seals import head_content, link_seal, row_content, seal_of

BLOCK = 1000

# The columns of models/worded.py, as they were when this was written.
COLUMNS = {
    name: tuple(columns.split())
    for name, columns in {
        "club": "uuid slug name rules currency has_ratings least_takes least_deals time_zone",
        "membership": "club_id user_id role",
        "player": "uuid club_id name user_id member_since archived_at licence categories "
        "birth_year anonymised_at",
        "ruleprofile": "club_id game name version rules",
        "link": "uuid club_id kind target_uuid code_hash token_hash expires_at revoked_at",
        "roleoffer": "link_id tournament_id email role",
        "sitting": "uuid club_id game rules active_count first_dealer turn_from round_id "
        "table_number totals_only state opened_at closed_at",
        "seat": "sitting_id position player_id entry_id former",
        "sittingtotal": "sitting_id player_id total deal_count place_points",
        "league": "uuid club_id game name starts_on ends_on standings_rules seed state",
        "leaguemember": "league_id player_id number carry_over",
        "evening": "uuid league_id held_on state",
        "presence": "evening_id player_id",
        "leaguesitting": "league_id evening_id sitting_id",
        "penalty": "uuid sitting_id evening_id entry_id after_round code player_id "
        "points cancelled_at",
        "publication": "league_id tournament_id version is_final content",
        "tournament": "uuid club_id name game rules settings state state_before fee "
        "currency capacity confirmations two_passes apart parts prizes",
        "tournamentrole": "tournament_id user_id role",
        "team": "uuid tournament_id name",
        "category": "tournament_id code born_from born_to",
        "entry": "uuid tournament_id player_id number name licence categories team_id "
        "is_captain birth_year fee_paid fee_paid_at fee_taken_by_id checked_in_at "
        "first_round withdrawn_after",
        "substitution": "entry_id player_id name from_round from_deal",
        "round": "uuid tournament_id number state seed plan",
        "bye": "round_id entry_id",
        "slip": "uuid sitting_id mode state stopped_early stop_agreed first_pass late_deals",
        "confirmation": "slip_id entry_id user_id",
    }.items()
}


def seal(apps, _schema):
    chains, entries = apps.get_model("clubs", "Chain"), apps.get_model("clubs", "AuditEntry")
    _make_chains(apps, chains, entries)
    rows = chains.objects.filter(uuid=OuterRef("chain_uuid"))
    entries.objects.update(chain=Subquery(rows.values("pk")[:1]))
    _seal_entries(entries)
    clubs = dict(apps.get_model("clubs", "Club").objects.values_list("pk", "uuid"))
    _seal_rows(apps, entries, clubs)
    last = entries.objects.filter(chain=OuterRef("pk")).order_by("-sequence")
    ends = chains.objects.annotate(
        last=Subquery(last.values("sequence")[:1]), last_hash=Subquery(last.values("hash")[:1])
    )
    for chain in ends.order_by("pk").iterator(chunk_size=BLOCK):
        number, last_hash = chain.last or 0, chain.last_hash or ""
        content = head_content(chain.uuid, chain.kind, clubs[chain.club_id], number, last_hash)
        chains.objects.filter(pk=chain.pk).update(
            number=number, hash=last_hash, seal=seal_of("head", *content)
        )


def _make_chains(apps, chains, entries):
    """One for each club, and for each uuid that entries name; of the club that began it, or took it
    over last."""
    kinds = {}
    for kind in ("league", "tournament"):
        model = apps.get_model("clubs", kind)
        kinds |= dict.fromkeys(model.objects.values_list("uuid", flat=True), kind)
    clubs = apps.get_model("clubs", "Club").objects.values_list("uuid", "pk")
    owners = {uuid: ("club", pk) for uuid, pk in clubs}
    begun = entries.objects.filter(Q(sequence=1) | Q(action="take_over"))
    of = begun.order_by("chain_uuid", "sequence").values_list("chain_uuid", "club")
    for uuid, club in of.iterator(chunk_size=BLOCK):
        if owners.get(uuid, ("",))[0] != "club":
            owners[uuid] = kinds.get(uuid, "sitting"), club
    chains.objects.bulk_create(
        [chains(uuid=uuid, kind=kind, club_id=club) for uuid, (kind, club) in owners.items()],
        batch_size=BLOCK,
    )


def _seal_entries(entries):
    last = 0
    while True:
        rows = entries.objects.filter(pk__gt=last).order_by("pk").only("pk", "hash")[:BLOCK]
        block = list(rows)
        if not block:
            return
        for entry in block:
            entry.seal = link_seal(entry.hash)
        entries.objects.bulk_update(block, ["seal"], batch_size=BLOCK // 10)
        last = block[-1].pk


def _seal_rows(apps, entries, clubs):
    """A word on each row of each club."""
    seals = apps.get_model("clubs", "ClubSeal")
    until = entries.objects.aggregate(last=Max("pk"))["last"] or 0
    for club, uuid in clubs.items():
        words = {}
        for name, columns in COLUMNS.items():
            rows = apps.get_model("clubs", name)._base_manager.order_by("pk")
            rows = rows.filter(**{"pk" if name == "club" else "club": club})
            found = {}
            for key, *values in rows.values_list("pk", *columns).iterator(chunk_size=BLOCK):
                content = row_content(name, str(key), dict(zip(columns, values, strict=True)))
                found[str(key)] = seal_of("row", *content)
            if found:
                words[name] = found
        seal = seal_of("club", str(uuid), until, words)
        seals.objects.create(club_id=club, until=until, words=words, seal=seal)


def open_again(apps, _schema):
    entries = apps.get_model("clubs", "AuditEntry")
    chains = apps.get_model("clubs", "Chain").objects.filter(pk=OuterRef("chain"))
    entries.objects.update(chain_uuid=Subquery(chains.values("uuid")[:1]))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0032_chains")]

    operations = [migrations.RunPython(seal, open_again)]
