"""Make a PNG of Chromium smaller: 64 colours are plenty for a page, a quarter of the bytes.

Standard library only. Reads 8-bit RGB and RGBA without interlacing, which is what Chromium writes.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 64

Colour = tuple[int, int, int]


def shrink(png: bytes) -> bytes:
    """The same picture with a palette; as it was where it cannot be read."""
    chunks = dict(read_chunks(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if (depth, interlaced) != (8, 0) or kind not in (2, 6):
        return png
    rows = list(unfiltered(zlib.decompress(chunks[b"IDAT"]), width, 3 if kind == 2 else 4))
    pixels = [
        [(row[i], row[i + 1], row[i + 2]) for i in range(0, len(row), len(row) // width)]
        for row in rows
    ]
    places, palette = reduced(Counter(colour for row in pixels for colour in row))
    lines = b"".join(b"\0" + bytes([places[colour] for colour in row]) for row in pixels)
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


def unfiltered(data: bytes, width: int, size: int) -> Iterator[bytearray]:
    """The rows of pixels of so many bytes each. RFC 2083 (6)."""
    length = width * size
    above = bytearray(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for i in range(length):
            left = row[i - size] if i >= size else 0
            corner = above[i - size] if i >= size else 0
            row[i] = (row[i] + predicted(kind, left, above[i], corner)) & 255
        above = row
        yield row


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:  # Paeth
        guess = left + up - corner
        return min((left, up, corner), key=lambda value: abs(guess - value))
    return (0, left, up, (left + up) // 2)[kind]


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
