from uuid import uuid4
import pytest
from django.test import Client
from clubs.access import Actor
from clubs.models import *
from clubs.services import links, sittings
from tests.cast import keeper, audit, PASSWORD

FOUR = ("Alice", "Bob", "Charlie", "Dora")

@pytest.fixture
def sitting(club):
    s = club.sitting(*FOUR, by="Olivia")
    club.deal(s, by="Olivia")
    return s

def test_numbers(client, club, sitting):
    client.force_login(club.user("Charlie"))
    big = "9" * 30
    for p in (f"{big}/", f"1/restore/{big}/", f"{big}/restore/1/", "1/restore/0/", f"?deal={big}", "live/board/?revision=" + big, f"new/watch/?number={big}", f"log/?page={big}", "log/?page=0", "print/?paper=x"):
        try:
            print("PROBE num", p[:30], client.get(f"/t/{sitting.uuid}/{p}").status_code)
        except Exception as x:
            print("PROBE num", p[:30], repr(x)[:200])
    for p in (f"/c/trois-bouts/live/?tables={'9'*9},-1,x", f"/c/trois-bouts/live/?tables={','.join(['1']*500)}"):
        print("PROBE num", client.get(p).status_code)
    print("PROBE head", client.head(f"/t/{sitting.uuid}/").status_code, Client().head("/s/x/").status_code)

def test_logout_keeps(client, club):
    opened = club.private_table("Ana", "Luc", "Bob")
    client.get(f"/s/{opened.link.token}/")
    r = client.post("/login/", {"login": "alice@example.org", "password": PASSWORD})
    print("PROBE login", r.status_code, client.get(f"/t/{opened.sitting.uuid}/").status_code)
    client.post("/logout/")
    r = client.get(f"/t/{opened.sitting.uuid}/")
    print("PROBE after logout", r.status_code, r.get("Location"))

def test_second_person_after_login(client, club):
    """shared browser: Alice signs in, opens link; Bob signs in without logging out"""

def test_next(client, club, sitting):
    r = client.post(f"/t/{sitting.uuid}/close/", HTTP_REFERER="https://evil.example/x")
    print("PROBE next", r["Location"])
    r = client.post(r["Location"], {"login": "alice@example.org", "password": PASSWORD})
    print("PROBE next", r.status_code, r.get("Location"))

def test_host(client, club, sitting):
    client.force_login(club.user("Alice"))
    client.post(f"/t/{sitting.uuid}/invite/", {"kind": "score", "request_id": str(uuid4())})
    r = client.get(f"/t/{sitting.uuid}/invite/", HTTP_HOST="evil.example")
    print("PROBE host", r.status_code)
    r = client.get(f"/t/{sitting.uuid}/invite/", HTTP_X_FORWARDED_HOST="evil.example", HTTP_X_FORWARDED_PROTO="https")
    print("PROBE host", r.status_code, b"evil" in r.content, r["Cache-Control"], r.get("Referrer-Policy"))

def test_closed_seal(client, club, sitting):
    import re
    link = club.link(sitting, "watch")
    client.get(f"/s/{link.token}/")
    html = client.get(f"/t/{sitting.uuid}/live/").content.decode()
    addr = re.search(r'hx-get="([^"]+)"', html)[1].replace("&amp;", "&")
    print("PROBE seal", Client().get(addr).status_code)
    links.revoke_link(club.actor("Alice"), link, request_id=uuid4())
    print("PROBE seal", Client().get(addr).status_code, client.get(addr).status_code)
    other = addr.replace("/live/board/", "/new/watch/")
    print("PROBE seal other path", Client().get(other).status_code)

def test_restore_twice_and_race(client, club, sitting):
    d = sitting.deals.get()
    rec = {**d.record, "points": 50}; rec.pop("players", None)
    sittings.correct_deal(club.actor("Alice"), d, rec, revision=1, reason="oops", request_id=uuid4())
    client.force_login(club.user("Alice"))
    data = {"revision": "2", "reason": "x", "request_id": str(uuid4()), "reason_text": "x"}
    r = client.get(f"/t/{sitting.uuid}/1/restore/1/")
    print("PROBE restore", r.status_code)
    for i in range(2):
        r = client.post(f"/t/{sitting.uuid}/1/restore/1/", data)
        print("PROBE restore", r.status_code, r.get("Location"), [a.action for a in audit(d)])
    data["request_id"] = str(uuid4())
    print("PROBE restore stale", client.post(f"/t/{sitting.uuid}/1/restore/2/", data).status_code)

def test_pdf_injection(client, club, sitting):
    evil = '#eval("1")]; $x$ `#read("/etc/passwd")` \\u{41} "} *b* <x> @y'
    Player.objects.filter(name="Bob").update(name=evil[:60], table_name=evil[:20])
    d = sitting.deals.get(); d.record = {**d.record, "note": evil}; d.save()
    client.force_login(club.user("Charlie"))
    r = client.get(f"/t/{sitting.uuid}/print/")
    print("PROBE pdf", r.status_code, r["Content-Type"], len(r.content), r["Content-Disposition"])
    Club.objects.filter(pk=club.club.pk).update(name='a"; filename=evil.html\r\nX: y')
    r = client.get(f"/t/{sitting.uuid}/print/")
    print("PROBE pdf", r.status_code, r["Content-Disposition"])
