"""JSON of rows that no query looks into, packed: the record of a deal, the rules of a table, and
what the log says of a change.

The text has no spaces. In it a control character, which JSON has none of, stands for a UUID of
which 16 bytes are kept, and it is deflated (RFC 1951) by a dictionary of what is said most. A
record takes 80 bytes in place of 390, most of them UUIDs.

Migrations import this module: a row that is stored says by its first byte which dictionary it
needs, so that none of them changes. A better one gets the next number. UUIDs are text by the first.
"""

import json
import re
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
from django.db import models

UNREADABLE = "unreadable"
_NEWEST = 2
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_UUID_BYTES, _MOST_UUIDS = 16, 0x20  # as many as there are control characters; others stay text
_WINDOW, _MEMORY = -12, 5  # 4 kB; without the head and the checksum of zlib
_LOG = (
    b'"action":"address":"accounts":"arbiter":"capacity":"categories":"confirmations":"content":'
    b'"ends_on":"starts_on":"evening":"fee":"held_on":"kind":"label":"league":"link":"mode":'
    b'"normal":"owner":"organiser":"place":"phone":"position":"prizes":"reason":"role":"round":'
    b'"scorer":"seats":"settings":"sitting":"state":"closed""open""planned""standings":"table":'
    b'"tournament":"version":{"name":null,"number":true,"player":false,"players":[]}'
    b'{"active_count":4,"asked":{"called_cards":false,"parole":false,"which_oudlers":false},'
    b'"base_value":25,"bid_shown":false,"call_weights":{"5":[2],"6":[2,1]},"chelem":{"announced":'
    b'400,"defence":200,"failed":200,"unannounced":200},"currency":"EUR","defence_chelem":'
    b'{"announced":400,"enabled":false,"failed":200},"double_call_share":"highest",'
    b'"fixed_margin":"add","fixed_values":{"garde":40,"garde_contre":160,"garde_sans":80,'
    b'"pousse":20,"prise":10},"half_points":"winner","kitty":{"payer":"dealer","per_passed":0,'
    b'"per_player":0,"term":"evening"},"margin_step":1,"misdeal_dealer":"same","misere":'
    b'{"enabled":false,"mode":"personal","multiplied":false,"value":10},"multipliers":{"garde":'
    b'2,"garde_contre":6,"garde_sans":4,"pousse":null,"prise":1},"name":"fft","parole":false,'
    b'"petit_au_bout":{"mode":"multiplied","value":10},"petit_chelem":{"announced":300,'
    b'"enabled":false,"failed":150,"unannounced":150},"poignee":{"double":30,"simple":20,'
    b'"triple":40},"poignee_mode":"winner","poignee_trumps":{"3":[13,15,18],"4":[10,13,15],"5":'
    b'[8,10,13],"6":[7,9,11]},"rounding":1,"scale":"multiplier","smallest_coin":1,'
    b'"stake_per_point":0,"title":"FFT official rules","vachette":0,"version":1}}'
    b'{"first_dealer":1,"game":"french","players":["","","","",""],"rules":'
    b'"kind":"void","void_reason":"all_pass","winners":"pairs":"claim":"cards":"trick":'
    b'"chelem":"attack","chelem_announced":true,"misere":"defence","petit_au_bout":"attack",'
    b'"poignees":[{"player":"","size":"simple"},{"size":"double"}],"out":["called":'
    b'"0123456789abcdef-4-5-8-9-a-b"{"number":1,"record":{"contract":"garde_contre","garde_sans"'
    b'{"number":1,"record":{"called":["","contract":"prise","dealer":"","oudlers":1,"out":[""],'
    b'"players":["","","","",""],"points":{"number":1,"record":{"contract":"garde","dealer":"",'
    b'"oudlers":2,"players":["","","",""],"points":41,"taker":""},"revision":1}'
)
# The most usual at the end, next to what is packed. Players are numbered as they sit.
_RECORDS = (
    b'"accusi":[{"player":"\x00","points":17}],"accuse":[{"kind":"trionfi_10","player":"\x01"}],'
    b'"cappotto":"defence","contract":"liscio","honours":1,"entry":"quick","last_trick":"ns",'
    b'"players":["\x00","\x01","\x02","\x03"],"quick":{"ew":{"cricche":0,"sequences":10},"ns":{'
    b'"cricche":18,"scartini":40,"sequences":190}}}{"called":["\x03"],"chelem":"attack",'
    b'"chelem_announced":true,"contract":"garde_contre","dealer":"\x01","note":'
    b'"petit_au_bout":"attack","poignees":[{"player":"\x02","size":"double"},{"called":["\x03"],"contract":'
    b'"garde_sans","kind":"scores","kind":"void","out":["\x04"],"void_reason":"all_pass",'
    b'"players":["\x00","\x01","\x02"]{"called":["\x04"],"contract":"prise","dealer":"\x04","oudlers":1,"out":["\x00"],"players":["\x00","\x01",'
    b'"\x02","\x03","\x04","\x05"],"points":5,"taker":"\x02"},"petit_au_bout":"defence",'
    b'"poignees":[{"player":"\x01","size":"simple"}],"taker":"\x03"}{"called":["\x01"],"contract":'
    b'"garde","dealer":"\x03","oudlers":0,"players":["\x00","\x01","\x02","\x03","\x04"],'
    b'"points":6,"taker":"\x00"}{"contract":"garde","dealer":"\x00","oudlers":2,"players":["\x00",'
    b'"\x01","\x02","\x03"],"points":41,"taker":"\x01"}'
)
_DICTIONARIES = {1: _LOG, 2: _LOG + _RECORDS}


def packed(content: Any) -> bytes:
    """content is JSON."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    seated = max(text.find('"players":['), 0)
    uuids = list(dict.fromkeys(_UUID.findall(text, seated) + _UUID.findall(text)))[:_MOST_UUIDS]
    signs = {uuid: chr(number) for number, uuid in enumerate(uuids)}
    text = _UUID.sub(lambda uuid: signs.get(uuid[0], uuid[0]), text)
    whole = bytes.fromhex("".join(uuids).replace("-", ""))
    press = zlib.compressobj(wbits=_WINDOW, memLevel=_MEMORY, zdict=_DICTIONARIES[_NEWEST])
    return bytes([_NEWEST, len(uuids)]) + whole + press.compress(text.encode()) + press.flush()


def unpacked(stored: bytes) -> Any:
    """Raises ValueError for bytes that `packed` did not make."""
    try:
        return msgspec.json.decode(_unpacked_text(stored))
    except (msgspec.DecodeError, zlib.error, LookupError, ValueError) as error:
        raise ValueError("packed content cannot be read") from error


def _unpacked_text(stored: bytes) -> str:
    press = zlib.decompressobj(wbits=_WINDOW, zdict=_DICTIONARIES[stored[0]])
    start = 1 if stored[0] == 1 else 2 + _UUID_BYTES * stored[1]
    text = (press.decompress(stored[start:]) + press.flush()).decode()
    for number, uuid in enumerate(_uuids_in(stored[2:start])):
        text = text.replace(chr(number), uuid)
    return text


def _uuids_in(stored: bytes) -> Iterator[str]:
    digits = stored.hex()
    for at in range(0, len(digits), 2 * _UUID_BYTES):
        uuid = digits[at : at + 2 * _UUID_BYTES]
        yield f"{uuid[:8]}-{uuid[8:12]}-{uuid[12:16]}-{uuid[16:20]}-{uuid[20:]}"


class _BytesField(models.Field):  # type: ignore[type-arg]  # it is no generic at run time
    """A value that is stored as bytes."""

    empty_strings_allowed = False

    def get_internal_type(self) -> str:
        return "BinaryField"

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return None if value is None else connection.Database.Binary(self.to_bytes(value))

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> Any:
        if value is None:
            return None
        # SQLite has text in a column of bytes where somebody wrote it past the program.
        return self.from_bytes(value.encode() if isinstance(value, str) else bytes(value))

    def to_bytes(self, value: Any) -> bytes:
        raise NotImplementedError

    def from_bytes(self, stored: bytes) -> Any:
        raise NotImplementedError


class PackedField(_BytesField):
    """JSON that is stored packed: no query looks into it. What was written past the program and
    cannot be read comes as UNREADABLE alone: then the log does not fit."""

    def to_bytes(self, value: Any) -> bytes:
        return packed(value)

    def from_bytes(self, stored: bytes) -> Any:
        try:
            return unpacked(stored)
        except ValueError:
            return {UNREADABLE: stored.hex()}


class PackedText(_BytesField):
    """The output of an expression: the text of what is packed, for who only looks for a word in it,
    which takes half the time."""

    def from_bytes(self, stored: bytes) -> str:
        try:
            return _unpacked_text(stored)
        except (zlib.error, LookupError, ValueError):
            return stored.hex()


class HexField(_BytesField):
    """Hexadecimal digits, an even number of them."""

    def to_bytes(self, value: Any) -> bytes:
        return bytes.fromhex(value)

    def from_bytes(self, stored: bytes) -> Any:
        return stored.hex()


class RulesNameField(models.TextField):  # type: ignore[type-arg]  # it is no generic at run time
    """What the rules of the row are called, for queries: they are packed. It follows when both are
    saved."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": "", "editable": False, **options})

    def deconstruct(self) -> Any:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        model_instance.rules_name = model_instance.rules.get("name", "")
        return super().pre_save(model_instance, add)
