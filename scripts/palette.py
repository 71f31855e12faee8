"""Make a PNG of Chromium smaller: 64 colours are plenty for a page, a quarter of the bytes.

Standard library only. Reads 8-bit RGB and RGBA without interlacing, which is what Chromium writes.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import chain

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 64

Colour = tuple[int, int, int]


def shrink(png: bytes) -> bytes:
    """The same picture with a palette; as it was where it cannot be read."""
    chunks = dict(read_chunks(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if (depth, interlaced) != (8, 0) or kind not in (2, 6):
        return png
    size = 3 if kind == 2 else 4
    rows = unfiltered(zlib.decompress(chunks[b"IDAT"]), width, size)
    pixels = [list(zip(*(row[channel::size] for channel in range(3)), strict=True)) for row in rows]
    places, palette = reduced(Counter(chain.from_iterable(pixels)))
    lines = b"".join(b"\0" + bytes(map(places.__getitem__, row)) for row in pixels)
    return b"".join(
        [
            SIGNATURE,
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(bytes(colour) for colour in palette)),
            chunk(b"IDAT", zlib.compress(lines, 9)),
            chunk(b"IEND", b""),
        ]
    )


def read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place, data = len(SIGNATURE), b""
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        content = png[place + 8 : place + 8 + length]
        if name == b"IDAT":
            data += content
        else:
            yield name, content
        place += length + 12
    yield b"IDAT", data


def chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


def unfiltered(data: bytes, width: int, size: int) -> Iterator[bytes]:
    """The rows of pixels of so many bytes each. RFC 2083 (6)."""
    length = width * size
    above = bytes(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], data[start + 1 : start + 1 + length]
        if kind == 2:
            row = bytes((value + up) & 255 for value, up in zip(row, above, strict=True))
        elif kind:
            channels = (row[channel::size] for channel in range(size))
            ups = (above[channel::size] for channel in range(size))
            done = [bytes(FILTERS[kind](*pair)) for pair in zip(channels, ups, strict=True)]
            row = bytes(chain.from_iterable(zip(*done, strict=True)))
        above = row
        yield row


def _from_left(channel: bytes, _above: bytes) -> Iterator[int]:
    left = 0
    for value in channel:
        left = (value + left) & 255
        yield left


def _from_mean(channel: bytes, above: bytes) -> Iterator[int]:
    left = 0
    for value, up in zip(channel, above, strict=True):
        left = (value + (left + up) // 2) & 255
        yield left


def _from_nearest(channel: bytes, above: bytes) -> Iterator[int]:
    """Paeth's filter: left, up or corner, whichever is nearest to left + up - corner."""
    left = corner = 0
    for value, up in zip(channel, above, strict=True):
        to_left, to_up, to_corner = (
            abs(up - corner),
            abs(left - corner),
            abs(left + up - 2 * corner),
        )
        if to_left <= to_up and to_left <= to_corner:
            nearest = left
        else:
            nearest = up if to_up <= to_corner else corner
        left, corner = (value + nearest) & 255, up
        yield left


FILTERS = {1: _from_left, 3: _from_mean, 4: _from_nearest}  # by the number that a row begins with


def reduced(counts: Counter[Colour]) -> tuple[dict[Colour, int], list[Colour]]:
    """The most frequent colours, and for each other one the nearest of them."""
    palette = [colour for colour, _ in counts.most_common(COLOURS)]
    places = {colour: index for index, colour in enumerate(palette)}
    for colour in counts:
        if colour not in places:
            places[colour] = min(range(len(palette)), key=lambda i: distance(palette[i], colour))
    return places, palette


def distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
