"""What tests of imports share: a row of a deal, sent in pasted cells."""

import re
from uuid import uuid4

HOME = "/c/trois-bouts/io/"
NEW = f"{HOME}import/"
HEAD = "date;table;players;taker;called;contract;oudlers;points\n"
ROW = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"


def send(client, text, kind="", **more):
    return client.post(NEW, {"pasted": text, "kind": kind, "request_id": str(uuid4()), **more})


def sent(client, text, kind=""):
    """The address of the file's page."""
    response = send(client, text, kind)
    assert response.status_code == 302, response.content.decode()
    return response["Location"]


def html(response):
    return re.sub(r"\s+", " ", response.content.decode())
