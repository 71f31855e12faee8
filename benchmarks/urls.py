"""The site, views to compare with, one that tells the time of the processor, and one that has much
to say."""

import json
import time

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

BIG = b"More than is sent " * 2**17
KEYS = {"sqlite": "INTEGER PRIMARY KEY", "postgresql": "SERIAL PRIMARY KEY"}
SCRATCH = {
    vendor: [
        f"CREATE TABLE bench_scratch (id {key}, value TEXT NOT NULL)",
        f"CREATE TABLE bench_player (id {key}, party INTEGER NOT NULL, name TEXT NOT NULL)",
        f"CREATE TABLE bench_deal (id {key}, party INTEGER NOT NULL, told TEXT NOT NULL)",
        f"CREATE TABLE bench_score (id {key}, deal INTEGER, player INTEGER, score INTEGER)",
        "CREATE INDEX bench_score_deal ON bench_score (deal)",
        "INSERT INTO bench_player (party, name) VALUES (1, 'Alice'), (1, 'Bob'), (1, 'Charlie')",
        "INSERT INTO bench_player (party, name) VALUES (1, 'Dora'), (1, 'Frank')",
    ]
    for vendor, key in KEYS.items()
}
PEER_DEAL = {"party": 1, "taker": 1, "called": 2, "contract": "garde", "oudlers": 2, "points": 46}
FACTORS = {"prise": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
NEEDED = (56, 51, 41, 36)  # points, by oudlers


def bare_answer(request: HttpRequest) -> HttpResponse:
    """The least that a poll could cost: an answer without a question to the database."""
    return HttpResponse(status=204)


def spent_so_far(request: HttpRequest) -> HttpResponse:
    """The CPU of this process of the server, in milliseconds: for a client that keeps its
    connection, and asks before and after what it measures."""
    return HttpResponse(str(time.process_time() * 1000), content_type="text/plain")


def big_answer(request: HttpRequest) -> HttpResponse:
    """More than the buffers of a connection hold."""
    return HttpResponse(BIG)


@csrf_exempt
def bare_insert(request: HttpRequest) -> HttpResponse:
    """The least that a recording could cost: one row in one transaction."""
    insert_row()
    return HttpResponse(status=204)


def account_insert(request: HttpRequest) -> HttpResponse:
    """The same with what every write of an account needs: CSRF, session, user."""
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    insert_row()
    return HttpResponse(status=204)


@csrf_exempt
def peer_save(request: HttpRequest) -> HttpResponse:
    """What a scorekeeper does that stores what it is told: it reads the players, scores the deal
    in Python, commits the deal, then the scores, and reads the deal again for its answer. Nobody
    is asked who they are, nothing is locked, logged or safe to repeat."""
    told = json.loads(request.body)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, name FROM bench_player WHERE party = %s", [told["party"]])
        players = cursor.fetchall()
        with transaction.atomic():
            cursor.execute(
                "INSERT INTO bench_deal (party, told) VALUES (%s, %s) RETURNING id",
                [told["party"], json.dumps(told)],
            )
            [deal] = cursor.fetchone()
        scores = peer_scores(told, [player for player, _name in players])
        with transaction.atomic():
            cursor.executemany(
                "INSERT INTO bench_score (deal, player, score) VALUES (%s, %s, %s)",
                [(deal, player, score) for player, score in scores.items()],
            )
        cursor.execute("SELECT id, party, told FROM bench_deal WHERE id = %s", [deal])
        saved, party, text = cursor.fetchone()
        cursor.execute("SELECT player, score FROM bench_score WHERE deal = %s", [deal])
        totals = dict(cursor.fetchall())
    answer = {"id": saved, "party": party, "deal": json.loads(text), "scores": totals}
    return HttpResponse(json.dumps(answer), content_type="application/json", status=201)


def peer_scores(told: dict[str, object], players: list[int]) -> dict[int, int]:
    difference = int(str(told["points"])) - NEEDED[int(str(told["oudlers"]))]
    stake = (25 + abs(difference)) * FACTORS[str(told["contract"])]
    stake = stake if difference >= 0 else -stake
    shares = {told["taker"]: 2, told["called"]: 1}
    return {player: stake * shares.get(player, -1) for player in players}


def insert_row() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_scratch (value) VALUES (%s)", ["a deal"])


urlpatterns = [
    path("bench/nothing/", bare_answer),
    path("bench/spent/", spent_so_far),
    path("bench/big/", big_answer),
    path("bench/insert/", bare_insert),
    path("bench/account/", account_insert),
    path("bench/peer/", peer_save),
    path("", include("scorekeeper.urls")),
]
