"""The site, three views to compare with, one that tells the time of the processor, and one that has
much to say."""

import time

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt

BIG = b"More than is sent " * 2**17
SCRATCH = "CREATE TABLE IF NOT EXISTS bench_scratch (id INTEGER PRIMARY KEY, value TEXT NOT NULL)"


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


def insert_row() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_scratch (value) VALUES (%s)", ["a deal"])


urlpatterns = [
    path("bench/nothing/", bare_answer),
    path("bench/spent/", spent_so_far),
    path("bench/big/", big_answer),
    path("bench/insert/", bare_insert),
    path("bench/account/", account_insert),
    path("", include("scorekeeper.urls")),
]
