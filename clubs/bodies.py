"""How long the body of a request may be: known from its address alone, before anything is read.

A file is long. The page that offers to import one is shown only to people who may, and the address
of its form carries a seal: nobody else can send us more than what any other form needs.
"""

from urllib.parse import parse_qs

from django.core.signing import BadSignature, TimestampSigner

from clubs.core.limits import LARGEST_FILE

LARGEST_FORM = 3 * 2**20  # bytes; a list of entries has 2 MB, and Django takes 2.5 of what is typed
MORE = 2**20  # bytes; the other fields of a form with a file
SEALED_FOR = 24 * 60 * 60  # seconds; the page may stay open for an evening
SEAL = "upload"
_SEALS = TimestampSigner(salt="clubs.upload")


def file_address(path: str) -> str:
    """Where the form of the page at this path sends a file."""
    return f"{path}?{SEAL}={_SEALS.sign(path).removeprefix(path + _SEALS.sep)}"


def most_bytes(path: str, query: str) -> int:
    """The longest body that is taken at an address."""
    seals = parse_qs(query).get(SEAL, [])
    return LARGEST_FILE + MORE if any(_is_seal(path, seal) for seal in seals) else LARGEST_FORM


def _is_seal(path: str, seal: str) -> bool:
    try:
        _SEALS.unsign(f"{path}{_SEALS.sep}{seal}", max_age=SEALED_FOR)
    except BadSignature:
        return False
    return True
