"""The words that a file or a pasted table may have for the codes of Tarocco a volte.

Source: leagues.md §7.3 (accepted words).
"""

from clubs.games.volte.core.records import AccusaKind, Contract, Side, VoidReason
from clubs.typed_words import MISDEAL_WORDS, NOBODY_TAKES_WORDS, OTHER_WORDS, by_word

CONTRACTS = by_word(
    {
        Contract.LISCIO: "liscio, lisse, plain, simple, semplice, 1",
        Contract.DUE: "due, due volte, two, two times, deux, deux fois, 2",
        Contract.QUATTRO: "quattro, quattro volte, four, four times, quatre, quatre fois, 4",
        Contract.OTTO: "otto, otto volte, eight, eight times, huit, huit fois, 8",
        Contract.DODICI: "dodici, dodici volte, twelve, twelve times, douze, douze fois, 12",
    }
)
SIDES = by_word(
    {
        Side.TAKER: "taker, preneur, dichiarante, chi gioca da solo, solo, t, p",
        Side.DEFENCE: "defence, defense, défense, difesa, gli altri, gli altri tre, d",
    }
)


def _accusa_words(trumps: int) -> str:
    """What sto bene with so many trumps is called."""
    return (
        f"trionfi_{trumps}, {trumps}, {trumps} trionfi, {trumps} trumps, {trumps} atouts, "
        f"sto bene: {trumps} trionfi, I am well: {trumps} trumps, « sto bene » : {trumps} atouts"
    )


ACCUSE = by_word(
    {
        AccusaKind.TRIONFI_10: _accusa_words(10),
        AccusaKind.TRIONFI_13: _accusa_words(13),
        AccusaKind.TRIONFI_15: _accusa_words(15),
        AccusaKind.MISERIA: "miseria, misery, misère",
        AccusaKind.MISERIA_NERA: "miseria_nera, miseria nera, black misery, misère noire",
    }
)
VOID_REASONS = by_word(
    {
        VoidReason.ALL_PASS: NOBODY_TAKES_WORDS,
        VoidReason.MATTO_ALONE: "matto_alone, matto alone, matto solo, matto seul, "
        "matto as the only trump, matto unico trionfo, matto comme seul atout",
        VoidReason.MISDEAL: MISDEAL_WORDS,
        VoidReason.OTHER: OTHER_WORDS,
    }
)
