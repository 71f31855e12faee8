"""A seating plan in words: what its certificate says, and what a change by hand did to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.core.seating.edit import SeatingDifference
from clubs.core.seating.shapes import SeatingGroup

if TYPE_CHECKING:  # `manage.py seat` reads these words without any model
    from clubs.queries.tournaments.rounds.seatings import RoundRemarks

Names = Mapping[Any, str]  # of players, where what core calls them is not their name

ERRORS: dict[str, Any] = {
    "missing_player": gettext_lazy("has neither a table nor a bye"),
    "player_seated_twice": gettext_lazy("has two places"),
    "unknown_player": gettext_lazy("is not on the list"),
    "inactive_player_seated": gettext_lazy("is not there, and has a place"),
    "table_size": gettext_lazy("this number of players is not allowed"),
    "duplicate_table_number": gettext_lazy("two tables have this number"),
    "duplicate_entry": gettext_lazy("is on the list twice"),
    "lock_broken": gettext_lazy("is locked to this table, and sits elsewhere"),
}
COUNTS: dict[str, Any] = {
    "repeats": gettext_lazy("Repeats"),
    "apart_violations": gettext_lazy("Kept apart, and together"),
    "group_violations": gettext_lazy("Of one team or club at one table"),
}
SEPARATED: Mapping[SeatingGroup, Any] = {
    SeatingGroup.TEAM: gettext_lazy("Nobody sits with somebody of their own team."),
    SeatingGroup.CLUB: gettext_lazy("Nobody sits with somebody of their own club."),
}
SHOWN = 10  # pairs and errors
FEW = 3  # names in one sentence


def certificate_sentences(
    certificate: Mapping[str, Any],
    names: Names | None = None,
    separated: SeatingGroup | None = None,
) -> list[str]:
    """The certificate for people, one sentence each. names: by player; separated: the group whose
    members were kept apart, which the certificate does not say."""
    names = names or {}
    return [
        *(_error_sentence(error, names) for error in certificate["errors"][:SHOWN]),
        *_repeat_sentences(certificate, names),
        *_separation_sentences(certificate, separated),
        *_size_sentences(certificate),
        *_balance_sentences(certificate, names),
        *_bye_sentences(certificate),
    ]


def _error_sentence(error: Mapping[str, Any], names: Names) -> str:
    """ "Round 2, table 1: A. Berger has two places." """
    places = []
    if error["round"] is not None:
        places.append(_("round %(number)s") % {"number": error["round"]})
    if error["table"] is not None:
        places.append(_("table %(number)s") % {"number": error["table"]})
    where = f"{', '.join(places).capitalize()}: " if places else ""
    person = "" if error["player"] is None else f"{name(error['player'], names)} "
    return f"{where}{person}{ERRORS[error['code']]}."


def _repeat_sentences(certificate: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Says over how many rounds, since some methods plan all of them and others one."""
    repeats, rounds = certificate["repeats"], certificate["rounds"]
    if not repeats:
        text = ngettext(
            "Over one round nobody meets anybody twice.",
            "Over %(rounds)s rounds nobody meets anybody twice.",
            rounds,
        )
        yield text % {"rounds": rounds}
        return
    text = ngettext("One meeting is a repeat", "%(count)s meetings are repeats", repeats)
    told_rounds = ngettext("over one round", "over %(rounds)s rounds", rounds)
    yield f"{text % {'count': repeats}} ({told_rounds % {'rounds': rounds}})."
    for item in certificate["pairs_repeated"][:SHOWN]:
        yield met_sentence(item["players"], item["rounds"], names)


def met_sentence(players: Any, rounds: Any, names: Names) -> str:
    first, second = (name(player, names) for player in players)
    return _("%(first)s and %(second)s meet in rounds %(rounds)s.") % {
        "first": first,
        "second": second,
        "rounds": ", ".join(map(str, rounds)),
    }


def _separation_sentences(
    certificate: Mapping[str, Any], separated: SeatingGroup | None
) -> Iterator[str]:
    groups, apart = certificate["group_violations"], certificate["apart_violations"]
    if groups:
        yield ngettext(
            "Two of one team or club sit at one table once.",
            "Two of one team or club sit at one table %(count)s times.",
            groups,
        ) % {"count": groups}
    elif separated:
        yield str(SEPARATED[separated])
    if apart:
        yield ngettext(
            "A pair that is kept apart sits together once.",
            "Pairs that are kept apart sit together %(count)s times.",
            apart,
        ) % {"count": apart}


def _size_sentences(certificate: Mapping[str, Any]) -> Iterator[str]:
    """Sentences on how many tables have another size than four in all rounds, and on how often one
    sits there."""
    for size, tables in certificate["table_sizes"].items():
        if size in {"0", "4"}:
            continue
        # Of everybody: the balance is only of those who are there in all rounds.
        most = max(
            (line["sizes"].get(size, 0) for line in certificate["per_player"].values()), default=0
        )
        here = ngettext("One table of %(size)s", "%(count)s tables of %(size)s", tables)
        often = ngettext(
            "nobody sits at one more than once",
            "nobody sits at one more than %(count)s times",
            most,
        )
        words = here % {"count": tables, "size": size}
        if certificate["rounds"] > 1:  # of this round alone another number stands beside it
            words = _("Over %(rounds)s rounds: %(tables)s") % {
                "rounds": certificate["rounds"],
                "tables": words[:1].lower() + words[1:],
            }
        yield _two_parts(words, often % {"count": most})


def _two_parts(first: str, second: str) -> str:
    """Joins two parts to one sentence, with the space that a language has before a semicolon."""
    return _("%(first)s; %(second)s.") % {"first": first, "second": second}


def uneven_sizes(certificate: Mapping[str, Any]) -> list[str]:
    """Sizes of tables at which some who are there in all rounds sit twice more often than others:
    people mind."""
    return [
        size
        for size, often in certificate.get("size_balance", {}).items()
        if size not in {"0", "4"} and often["max"] - often["min"] > 1
    ]


def _balance_sentences(certificate: Mapping[str, Any], names: Names) -> Iterator[str]:
    """ "A. Berger sits at tables of 5 in 4 of 5 rounds, others in 1." """
    for size in uneven_sizes(certificate):
        often = certificate["size_balance"][size]
        times = {
            player: line["sizes"].get(size, 0)
            for player, line in certificate["per_player"].items()
            if line["rounds"] + line["byes"] == certificate["rounds"]
        }
        most_often = [player for player, count in times.items() if count == often["max"]]
        by_text = {str(player): text for player, text in names.items()}
        shown = [by_text.get(player, player) for player in most_often[:FEW]]
        yield ngettext(
            "%(names)s sits at tables of %(size)s in %(times)s of %(rounds)s rounds, others in"
            " %(least)s.",
            "%(count)s people sit at tables of %(size)s in %(times)s of %(rounds)s rounds, others"
            " in %(least)s: %(names)s.",
            len(most_often),
        ) % {
            "names": ", ".join([*shown, *(["…"] if len(most_often) > FEW else [])]),
            "count": len(most_often),
            "size": size,
            "times": often["max"],
            "rounds": certificate["rounds"],
            "least": often["min"],
        }


def _bye_sentences(certificate: Mapping[str, Any]) -> Iterator[str]:
    byes = sum(line["byes"] for line in certificate["per_player"].values())
    if byes:
        most = max(line["byes"] for line in certificate["per_player"].values())
        here = ngettext("One bye", "%(count)s byes", byes) % {"count": byes}
        often = ngettext("nobody has more than one", "nobody has more than %(count)s", most)
        yield _two_parts(here, often % {"count": most})


def warning_sentences(remarks: "RoundRemarks", names: Names | None = None) -> list[str]:
    """Sentences on what a round itself does not keep to, for the person who publishes it."""
    texts = (
        ngettext(
            "One pair meets again: %(pairs)s.",
            "%(count)s pairs meet again: %(pairs)s.",
            len(remarks.again),
        ),
        ngettext(
            "One pair that is kept apart sits together: %(pairs)s.",
            "%(count)s pairs that are kept apart sit together: %(pairs)s.",
            len(remarks.apart),
        ),
        ngettext(
            "One pair of one team or club sits together: %(pairs)s.",
            "%(count)s pairs of one team or club sit together: %(pairs)s.",
            len(remarks.together),
        ),
    )
    return [
        text % {"count": len(pairs), "pairs": _pair_words(pairs, names or {})}
        for pairs, text in zip(remarks, texts, strict=True)
        if pairs
    ]


def _pair_words(pairs: Sequence[tuple[Any, Any]], names: Names) -> str:
    shown = [f"{name(a, names)} – {name(b, names)}" for a, b in pairs[:SHOWN]]
    return ", ".join([*shown, *(["…"] if len(pairs) > SHOWN else [])])


def difference_sentences(difference: SeatingDifference, names: Names | None = None) -> list[str]:
    """Sentences on the effect of a change: "Repeats 0 → 1", the pairs that meet again, and
    errors."""
    names = names or {}
    return [
        *(
            str(format_lazy("{} {} → {}", COUNTS[part], *counts))
            for part, counts in difference.counts.items()
        ),
        *(met_sentence(players, rounds, names) for players, rounds in difference.met),
        *(_error_sentence(error, names) for error in difference.errors),
    ]


def name(player: Any, names: Names) -> str:
    return names.get(player, str(player))
