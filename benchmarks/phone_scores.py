"""Does the phone count as core does? Both get the same deals, the phone's scorers in a browser.

    python -m benchmarks.phone_scores --deals 100000

prints how many deals of each game were alike, and the first ones that were not. Exit status 1
when there is one.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import django
from django.utils.translation import get_language
from playwright.sync_api import Page, Route, sync_playwright

from benchmarks.random_deals import random_deals
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from scripts import chromium
from scripts.server import ROOT

GAMES = ("french", "volte", "bolognese")
SITE = "http://scorers.test"
SCRIPTS = Path(ROOT) / "static/js"
BATCH = 2_000  # deals that the browser gets at once
SHOWN = 3  # differences

# The same shape as `server_answer`.
JUDGE = f"""async ([deals, words]) => {{
    const {{ judge }} = await import("{SITE}/score/score.js");
    await Promise.all(Object.keys(words).map((game) => import(`{SITE}/games/${{game}}.js`)));
    const {{ sumText }} = await import("{SITE}/score/sums.js");
    const {{ cardsToGive }} = await import("{SITE}/score/bolognese.js");
    const {{ pileTexts }} = await import("{SITE}/games/piles.js");
    return deals.map(({{ game, players, rules, deal }}) => {{
        const judged = judge({{ game, players, rules }}, deal);
        const {{ problems, scores, stake, match, sum, warnings }} = judged;
        const names = Object.fromEntries(players.map((name) => [name, name]));
        const coded = (problem) => problem.slice(0, 2).join(" ");
        const piles = deal.pile
            ? [cardsToGive(deal.pile).cards.sort(), pileTexts(deal, rules, words[game].piles)]
            : null;
        if (problems) return {{ piles, problems: problems.map(coded).sort() }};
        return {{
            piles,
            scores: Object.fromEntries(scores),
            stake: stake || null,
            sum: sum ? sumText(sum, words[game], names) : null,
            match: match ? [match.totals, match.status, match.winner, match.missing] : null,
            warnings: [...warnings].sort(),
        }};
    }});
}}"""


def server_answer(line: dict[str, Any]) -> dict[str, Any]:
    """What core says of a deal, as far as the phone says it too, and sum and piles as the page has
    them."""
    from benchmarks.phone_words import pile_texts, sum_text  # imports models: after django.setup()

    game = get_game(line["game"])
    piles = pile_texts(line)
    try:
        answer = game.answer(line["players"], game.read_rules(line["rules"]), line["deal"])
    except DealRefused as refusal:
        return {"piles": piles, "problems": sorted(f"{p.code} {p.field}" for p in refusal.problems)}
    match = answer.get("match")
    return {
        "piles": piles,
        "scores": answer["scores"],
        "stake": answer.get("stake") or None,
        "sum": sum_text(line),
        "match": match and [match[key] for key in ("totals", "status", "winner", "missing")],
        "warnings": sorted(answer["warnings"]),
    }


def open_scorers(page: Page) -> None:
    """A page that may import the scorers, without a server."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{SITE}/")
        if not name:
            route.fulfill(body=f"<html lang={get_language()}>", content_type="text/html")
        else:
            route.fulfill(path=SCRIPTS / name, content_type="text/javascript")

    page.route(f"{SITE}/**", serve)
    page.goto(f"{SITE}/")


def differences(page: Page, lines: Iterable[dict[str, Any]]) -> list[str]:
    """The deals of which phone and server say something else, with what each says."""
    from benchmarks.phone_words import words_here  # imports models: after django.setup()

    found = []
    words = words_here()
    waiting = iter(lines)
    while batch := list(islice(waiting, BATCH)):
        for line, phone in zip(batch, page.evaluate(JUDGE, [batch, words]), strict=True):
            server = server_answer(line)
            if phone != server:
                found.append(f"{json.dumps(line)}\n  server: {server}\n  phone:  {phone}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="deals of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    django.setup()  # registers the games
    path = chromium.find()
    if path is None:
        sys.exit(chromium.MISSING)
    is_alike = True
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        page = browser.new_page()
        open_scorers(page)
        for game in GAMES:
            started = time.perf_counter()
            found = differences(page, random_deals(game, options.deals, options.seed))
            seconds = time.perf_counter() - started
            alike = options.deals - len(found)
            print(f"{game}: {alike:,} of {options.deals:,} alike, {seconds:.0f} s")
            print("\n".join(found[:SHOWN]), end="\n" if found else "")
            is_alike &= not found
        browser.close()
    return 0 if is_alike else 1


if __name__ == "__main__":
    sys.exit(main())
