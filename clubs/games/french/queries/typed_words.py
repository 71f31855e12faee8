"""The words that a file or a pasted table may have for the codes of French tarot.

Source: leagues.md §7.3 (accepted words).
"""

from clubs.core.deals import Camp
from clubs.games.french.core.cards import Oudler
from clubs.games.french.core.records import (
    FrenchContract,
    FrenchVoidReason,
    MisereKind,
    PoigneeSize,
)
from clubs.typed_words import MISDEAL_WORDS, NOBODY_TAKES_WORDS, OTHER_WORDS, by_word

CONTRACTS = by_word(
    {
        FrenchContract.PRISE: "prise, petite, p, presa, piccola, take, small",
        FrenchContract.POUSSE: "pousse, po, spinta",
        FrenchContract.GARDE: "garde, g, guardia, guard",
        FrenchContract.GARDE_SANS: "garde_sans, garde sans, garde sans le chien, gs, g. sans, "
        "g.sans, g sans, guardia senza, g. senza, guard without, sans, senza",
        FrenchContract.GARDE_CONTRE: "garde_contre, garde contre, garde contre le chien, gc, "
        "g. contre, g.contre, g contre, guardia contro, g. contro, guard against, contre, contro",
    }
)
CAMPS = by_word(
    {
        Camp.ATTACK: "attack, attaque, attacco, a, att, taker, preneur, dichiarante",
        Camp.DEFENCE: "defence, defense, défense, difesa, d, def",
    }
)
OUDLERS = by_word(
    {
        Oudler.PETIT: "petit, 1, bagatto, piccolo",
        Oudler.TWENTY_ONE: "twenty_one, 21, vingt et un, le 21, ventuno",
        Oudler.EXCUSE: "excuse, matto, scusa",
    }
)
SIZES = by_word(
    {
        PoigneeSize.SIMPLE: "simple, single, semplice, singola, s, 1",
        PoigneeSize.DOUBLE: "double, doppia, d, 2",
        PoigneeSize.TRIPLE: "triple, tripla, t, 3",
    }
)
MISERES = by_word(
    {
        MisereKind.TRUMPS: "trumps, trump, atouts, atout, d'atout, trionfi, senza trionfi, atù",
        MisereKind.COURTS: "courts, court, têtes, tête, de tête, honneurs, figure, senza figure, "
        "court cards",
    }
)
VOID_REASONS = by_word(
    {
        FrenchVoidReason.ALL_PASS: NOBODY_TAKES_WORDS,
        FrenchVoidReason.PETIT_SEC: "petit_sec, petit sec, piccolo secco, bagatto secco",
        FrenchVoidReason.MISDEAL: MISDEAL_WORDS,
        FrenchVoidReason.OTHER: OTHER_WORDS,
    }
)
# Of the holder of a called card.
DOG_WORDS = by_word({"dog": "dog, chien, cane, au chien, in the dog, nel cane"})
ALONE_WORDS = by_word({"alone": "alone, seul, seule, tout seul, solo, sola, da solo, da sola"})
