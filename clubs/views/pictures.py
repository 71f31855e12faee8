"""Results as pictures to send. Who may see a page may have its picture."""

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag

from clubs.exchange.result_picture import PNG_TYPE, picture_data, picture_mark, result_png
from clubs.http import Request
from clubs.queries.result_cards import ResultCard
from clubs.views.memo import Memo

# Visitors without end may ask for one that is public, and the press is one for all.
_PICTURES: Memo[bytes] = Memo(16)


def picture_response(request: Request, card: ResultCard | None, name: str) -> HttpResponse:
    """The picture of a card with published names; 304 where the browser has it. The mark is of all
    that it says: a name may change while the table does not. It is a file to save: browsers show a
    picture that is opened with styles of their own, which our policy forbids. Raises Http404 where
    nobody has won anything."""
    if card is None or not card.lines:
        raise Http404
    data = picture_data(card)
    mark = quote_etag(picture_mark(data))
    response = get_conditional_response(request, etag=mark)
    if not isinstance(response, HttpResponse):
        png = _PICTURES.get(mark, lambda: result_png(data))
        response = HttpResponse(png, content_type=PNG_TYPE)
        response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["ETag"] = mark
    return response
