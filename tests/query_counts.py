"""How many queries a page costs."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def count_queries(client: Client, path: str) -> int:
    """Those of a page that answers."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)
