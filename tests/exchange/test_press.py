"""One press for all: who would wait too long behind others is told to come back."""

from clubs.exchange import pdf


def test_more_than_a_few_are_told_to_come_back(client, db):
    for _ in range(pdf.MOST_AT_PRESS):
        assert pdf._places.acquire(blocking=False)
    try:
        response = client.get("/blank/sheet.pdf")
    finally:
        pdf._places.release(pdf.MOST_AT_PRESS)

    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "/blank/sheet.pdf" in response.content.decode()  # the button asks for it again
    assert client.get("/blank/sheet.pdf").status_code == 200
